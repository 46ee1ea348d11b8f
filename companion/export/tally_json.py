"""The tally for programs (`tally_json`) and for people at a terminal (`tally_text`)."""

from typing import Any

from companion.prose.verdict import verdict
from companion.prose.warnings import clause
from companion.rules.table import Table
from companion.rules.tally import Line, Tally
from companion.rules.warnings import Notice


def tally_json(result: Tally) -> dict[str, Any]:
    """The tally as the contract has it."""
    table, final = result.table, result.table.final_round
    return {
        "map": table.board.id,
        "variant": table.setup.variant,
        "phase": table.phase,
        "final_round": final and {"triggered_by": final.triggered_by, "waiting_for": table.waiting_for},
        "winners": list(result.winners),
        "decided_by": result.decided_by,
        "because": verdict(result),
        "players": [_player(line, table.board.stations is not None) for line in result.lines],
        "warnings": [_notice(table, notice) for notice in result.warnings],
    }


def _player(line: Line, with_stations: bool) -> dict[str, Any]:
    own = line.score
    stations = {
        "points": own.station_points,
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
            "points": own.route_points,
            "count": len(own.routes),
            "trains_left": own.trains_left,
            "claimed": list(own.routes),
        },
        "tickets": {
            "points": own.ticket_points,
            "completed": [ticket.id for ticket in own.completed],
            "failed": [ticket.id for ticket in own.failed],
            "journeys": {
                name: {"routes": list(way.routes), "trains": way.trains, "borrowed": list(way.borrowed)}
                for name, way in own.journeys.items()
            },
        },
        **({"stations": stations} if with_stations else {}),
        "longest_path": {
            "length": own.path.length,
            "exact": own.path.exact,
            "routes": list(own.path.routes),
            "cities": list(own.path.cities),
        },
        "bonuses": dict(line.bonuses),
    }


def _notice(table: Table, notice: Notice) -> dict[str, Any]:
    told: dict[str, Any] = {"code": notice.code, "players": list(notice.players)}
    if notice.tickets:
        told["tickets"] = list(notice.tickets)
    if notice.entry is not None:
        told["entry"] = notice.entry
    return {**told, "message": clause(table, notice)}
