"""The tally for other programs."""

from typing import Any

from companion.prose import reasons
from companion.prose.verdict import verdict
from companion.prose.warnings import clause
from companion.rules.table import Table
from companion.rules.tally import Line, Tally
from companion.rules.warnings import Notice


def tally_json(result: Tally) -> dict[str, Any]:
    """The tally in the format of `companion score --json`."""
    table, final = result.table, result.table.final_round
    return {
        "map": table.board.id,
        "variant": table.setup.variant,
        "phase": table.phase,
        "final_round": final and {"triggered_by": final.triggered_by, "waiting_for": table.waiting_for},
        "winners": list(result.winners),
        "decided_by": result.decided_by,
        "because": verdict(result),
        "players": [_player(result, line) for line in result.lines],
        "warnings": [_notice(table, notice) for notice in result.warnings],
    }


def _player(result: Tally, line: Line) -> dict[str, Any]:
    own, board = line.score, result.table.board
    points = {item.kind: item.points for item in line.items}
    kinds = result.table.pieces_left(own.color)
    stations = {
        "points": points.get("stations"),
        "built": list(own.stations),
        "uses": dict(own.loans.uses),
        "saved": {route: list(tickets) for route, tickets in own.loans.saved.items()},
    }
    return {
        "color": own.color,
        "name": own.name,
        "rank": line.rank,
        "total": line.total,
        "routes": {
            "points": points["routes"],
            "count": len(own.routes),
            "trains_left": own.trains_left,
            "claimed": list(own.routes),
            **({} if kinds is None else {"pieces_left": dict(kinds)}),
        },
        "tickets": {
            "points": points["won"] + points["lost"],
            "completed": [ticket.id for ticket in own.completed],
            "failed": [ticket.id for ticket in own.failed],
            "journeys": {
                name: {"routes": list(way.routes), "trains": way.trains, "borrowed": list(way.borrowed)}
                for name, way in own.journeys.items()
            },
        },
        **({"stations": stations} if board.stations else {}),
        "longest_path": {
            "length": own.path.length,
            "exact": own.path.exact,
            "routes": list(own.path.routes),
            "cities": list(own.path.cities),
        },
        "bonuses": {item.kind: item.points for item in line.bonuses},
        "reasons": {item.kind: reasons.reason(board, item) for item in line.bonuses},
        **({"counts": counts} if (counts := _counts(result.table, own.color)) is not None else {}),
    }


def _counts(table: Table, color: str) -> dict[str, int] | None:
    """Everything that was counted or taken; None where the board has nothing to count."""
    things = table.counters
    return {name: table.count(color, name) for name in things if table.counted(color, name)} if things else None


def _notice(table: Table, notice: Notice) -> dict[str, Any]:
    found: dict[str, Any] = {"code": notice.code, "players": list(notice.players)}
    if notice.tickets:
        found["tickets"] = list(notice.tickets)
    if notice.entry is not None:
        found["entry"] = notice.entry
    if notice.routes:
        found["routes"] = list(notice.routes)
    if notice.things:
        found["things"] = list(notice.things)
    return {**found, "message": clause(table, notice)}
