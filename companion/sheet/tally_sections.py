"""The tally on a game's sheet: the table of figures on the first page, and a section for each player."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from companion.i18n import N_, npgettext, pgettext
from companion.i18n import gettext as _
from companion.prose import counts, reasons
from companion.rules.score import Item
from companion.rules.tally import Line, Tally
from companion.sheet.typesetting import (
    NAMES,
    Mark,
    figure,
    figure_or_dash,
    looks_of_players,
    mark,
    right_aligned,
    size_class,
    with_hard_spaces,
    with_sign,
)

LABELS: Final = {
    "routes": N_("Routes"),
    "won": N_("Completed tickets"),
    "lost": N_("Tickets not completed"),
    "stations": N_("Unbuilt stations"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A player at the head of a column."""

    mark: Mark
    name: str
    won: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure, and a few words on where it comes from."""

    figure: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the tally for everybody."""

    label: str
    cells: tuple[Cell, ...]
    kind: Literal["line", "total", "rank"] = "line"


@dataclass(frozen=True, slots=True)
class RouteLine:
    """A route with its points and trains, as digits of a column."""

    name: str
    trains: str
    points: str


@dataclass(frozen=True, slots=True)
class TicketLine:
    """A ticket as a card: its ends, its points, and the path by which it was completed."""

    ends: str
    points: str
    done: bool
    way: str


@dataclass(frozen=True, slots=True)
class BonusLine:
    """A bonus that a player was paid for, with the reason."""

    name: str
    points: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerSection:
    """Everything about one player."""

    mark: Mark
    name: str
    name_size: int
    rank: int
    total: str
    route_points: int
    routes: list[RouteLine]
    ticket_points: str
    tickets: list[TicketLine]
    stations: str
    station_points: int
    bonuses: list[BonusLine]


def columns(result: Tally) -> list[Column]:
    """Everybody, best first."""
    looks = looks_of_players(result.table)
    return [
        Column(mark(line.score.color, looks[line.score.color]), line.score.name, line.rank == 1)
        for line in result.by_rank
    ]


def rows(result: Tally) -> Iterator[Row]:
    """Every line of the tally, with a cell for each player, best first."""
    board, lines = result.table.board, result.by_rank
    for items in zip(*(line.items for line in lines), strict=True):
        kind = items[0].kind
        label = _(LABELS[kind]) if kind in LABELS else reasons.bonus_name(board, kind)
        yield Row(label, tuple(Cell(_figure(item), _note(result, item)) for item in items))
    yield Row(pgettext("column", "Total"), tuple(Cell(figure(line.total)) for line in lines), "total")
    yield Row(pgettext("column", "Place"), tuple(Cell(str(line.rank)) for line in lines), "rank")


def _figure(item: Item) -> str:
    """The points of an item; 0 is a dash, except for routes and stations, which everybody has."""
    return str(item.points) if item.kind in ("routes", "stations") else figure_or_dash(item.points)


def _note(result: Tally, item: Item) -> str:
    """A few words under a figure."""
    if item.kind == "routes":
        return reasons.reason(result.table.board, item)
    if item.kind in ("won", "lost"):
        return counts.tickets(item.n) if item.n else ""
    if item.kind == "stations":
        return npgettext("stations", "{n} built", "{n} built", item.n).format(n=item.n) if item.n else ""
    return reasons.note(result.table.board, item)


def player_sections(result: Tally) -> Iterator[PlayerSection]:
    """Everybody's section, best first."""
    looks = looks_of_players(result.table)
    for line in result.by_rank:
        yield _section(result, line, mark(line.score.color, looks[line.score.color]))


def _section(result: Tally, line: Line, sign: Mark) -> PlayerSection:
    """Everything about one player."""
    items = {item.kind: item for item in line.items}
    tickets = [*result.parts(line, items["won"]), *result.parts(line, items["lost"])]
    stations = items.get("stations")
    return PlayerSection(
        mark=sign,
        name=line.score.name,
        name_size=size_class(line.score.name, NAMES),
        rank=line.rank,
        total=figure(line.total),
        route_points=items["routes"].points,
        routes=[_route(result, route) for route in result.parts(line, items["routes"])],
        ticket_points=figure(items["won"].points + items["lost"].points),
        tickets=[_ticket(result, ticket) for ticket in tickets],
        stations="; ".join(reasons.station_reasons(result, line, stations)) if stations else "",
        station_points=stations.points if stations else 0,
        # Everybody's longest path is printed beside the board.
        bonuses=[_bonus(result, line, item) for item in line.bonuses if item.points and item is not line.longest],
    )


def _route(result: Tally, route: Item) -> RouteLine:
    """The line of a route."""
    return RouteLine(
        reasons.item_name(result.table.board, route), right_aligned(route.n, 3), right_aligned(route.points, 2)
    )


def _ticket(result: Tally, ticket: Item) -> TicketLine:
    """The line of a ticket; with its path if it was completed."""
    board, is_completed = result.table.board, bool(ticket.n)
    way = with_hard_spaces(reasons.reason(board, ticket)) if is_completed else ""
    return TicketLine(reasons.item_name(board, ticket), with_sign(ticket.points), is_completed, way)


def _bonus(result: Tally, line: Line, item: Item) -> BonusLine:
    """The line of a bonus: its name, points and reason."""
    board = result.table.board
    return BonusLine(
        reasons.bonus_name(board, item.kind),
        figure(item.points),
        with_hard_spaces(reasons.bonus_reason(result, line, item)),
    )
