"""The tally for other programs: what `companion score --json` prints and the HTTP interface answers."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from companion.prose import reasons
from companion.prose.verdict import verdict
from companion.prose.warning_clauses import clause
from companion.rules.notices import Notice
from companion.rules.table import Table
from companion.rules.tally import Line
from companion.rules.tally import Tally as Result


class TallyModel(BaseModel):
    """A part of the tally. Further members may be added in later versions."""

    model_config = ConfigDict(extra="allow")


class FinalRound(TallyModel):
    triggered_by: str
    waiting_for: list[str]

    @classmethod
    def of(cls, table: Table) -> "FinalRound | None":
        """The final round of a table, once it has begun."""
        final = table.final_round
        return cls(triggered_by=final.triggered_by, waiting_for=table.waiting_for) if final else None


class RoutesTally(TallyModel):
    points: int
    count: int
    trains_left: int
    claimed: list[str]
    pieces_left: dict[str, int] | None = None  # of each kind, where there are several


class Journey(TallyModel):
    """The path by which a ticket was completed."""

    routes: list[str]
    trains: int
    borrowed: list[str]


class TicketsTally(TallyModel):
    points: int
    completed: list[str]
    failed: list[str]
    journeys: dict[str, Journey]


class StationsTally(TallyModel):
    points: int | None
    built: list[str]
    uses: dict[str, str]
    saved: dict[str, list[str]]


class LongestPath(TallyModel):
    length: int
    exact: bool
    routes: list[str]
    cities: list[str]


class PlayerTally(TallyModel):
    color: str
    name: str
    rank: int
    total: int
    routes: RoutesTally
    tickets: TicketsTally
    stations: StationsTally | None = None  # where the board has any
    longest_path: LongestPath
    bonuses: dict[str, int]
    reasons: dict[str, str]
    counts: dict[str, int] | None = None  # everything that was counted or taken, where the board knows any


class TallyWarning(TallyModel):
    """Something for the table to settle."""

    code: str
    players: list[str]
    tickets: list[str] | None = None
    entry: int | None = None
    routes: list[str] | None = None
    things: list[str] | None = None
    message: str


class Tally(TallyModel):
    """The tally, as `companion score --json` prints it."""

    map: str
    variant: str
    phase: str
    final_round: FinalRound | None
    winners: list[str]
    decided_by: str
    because: str
    players: list[PlayerTally]
    warnings: list[TallyWarning]


def tally_json(result: Result) -> dict[str, Any]:
    """The tally as plain data, in the format of `companion score --json`."""
    return tally_model(result).model_dump(exclude_defaults=True)


def tally_model(result: Result) -> Tally:
    """The tally as other programs read it."""
    table = result.table
    return Tally(
        map=table.board.id,
        variant=table.setup.variant,
        phase=table.phase,
        final_round=FinalRound.of(table),
        winners=list(result.winners),
        decided_by=result.decided_by,
        because=verdict(result),
        players=[_player(result, line) for line in result.lines],
        warnings=[_warning(table, notice) for notice in result.warnings],
    )


def _player(result: Result, line: Line) -> PlayerTally:
    """A player's part of the tally."""
    own, board = line.score, result.table.board
    return PlayerTally(
        color=own.color,
        name=own.name,
        rank=line.rank,
        total=line.total,
        routes=_routes(result.table, line),
        tickets=_tickets(line),
        stations=_stations(line) if board.stations else None,
        longest_path=LongestPath(
            length=own.path.length,
            exact=own.path.exact,
            routes=list(own.path.routes),
            cities=list(own.path.cities),
        ),
        bonuses={item.kind: item.points for item in line.bonuses},
        reasons={item.kind: reasons.reason(board, item) for item in line.bonuses},
        counts=_counts(result.table, own.color),
    )


def _routes(table: Table, line: Line) -> RoutesTally:
    """The routes of one player's tally."""
    own = line.score
    kinds = table.pieces_left(own.color)
    return RoutesTally(
        points=_points(line)["routes"],
        count=len(own.routes),
        trains_left=own.trains_left,
        claimed=list(own.routes),
        pieces_left=None if kinds is None else dict(kinds),
    )


def _tickets(line: Line) -> TicketsTally:
    """The tickets of one player's tally."""
    own, points = line.score, _points(line)
    return TicketsTally(
        points=points["won"] + points["lost"],
        completed=[ticket.id for ticket in own.completed],
        failed=[ticket.id for ticket in own.failed],
        journeys={
            name: Journey(routes=list(way.routes), trains=way.trains, borrowed=list(way.borrowed))
            for name, way in own.journeys.items()
        },
    )


def _stations(line: Line) -> StationsTally:
    """The stations of one player's tally."""
    own = line.score
    return StationsTally(
        points=_points(line).get("stations"),
        built=list(own.stations),
        uses=dict(own.loans.uses),
        saved={route: list(tickets) for route, tickets in own.loans.saved.items()},
    )


def _points(line: Line) -> dict[str, int]:
    """A player's points by kind of item, such as `routes`."""
    return {item.kind: item.points for item in line.items}


def _counts(table: Table, color: str) -> dict[str, int] | None:
    """Everything that was counted or taken; None where the board counts nothing."""
    things = table.counters
    if not things:
        return None
    return {name: table.count(color, name) for name in things if table.has_count(color, name)}


def _warning(table: Table, notice: Notice) -> TallyWarning:
    """A warning, with its message in words."""
    return TallyWarning(
        code=notice.code,
        players=list(notice.players),
        tickets=list(notice.tickets) or None,
        entry=notice.entry,
        routes=list(notice.routes) or None,
        things=list(notice.things) or None,
        message=clause(table, notice),
    )
