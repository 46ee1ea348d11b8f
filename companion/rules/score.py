"""What one player has: routes, tickets, stations, longest path, and the lines of the tally that these make.

What players have of one another, bonuses and ranks, is in `tally`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.boards.model import Board, Route, Ticket
from companion.rules.network import Joined, Journey, journey
from companion.rules.stations import NONE, Loans, best_loans
from companion.rules.table import Table
from companion.rules.trail import longest_trail


class Item(NamedTuple):
    """A line of a player's tally, or a part of one: its points, `n` of what it counts, and what shows it.

    `kind` is "routes", "won" (tickets), "lost", "stations" or the id of a bonus; a part of one is a "route",
    a "ticket" or a "station". What it is about are walks through a network, city by city, or else routes, cities and
    tickets. `numbers` are figures beside `n`, by the names that words have for them.
    """

    kind: str
    n: int = 0
    points: int = 0
    walks: tuple[Journey, ...] = ()
    routes: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    tickets: tuple[str, ...] = ()
    exact: bool = True  # where not, `n` is the least that it can be
    numbers: tuple[tuple[str, int], ...] = ()
    parts: tuple["Item", ...] = ()
    place: int | None = None  # among those who compete for a bonus; None for whoever gets nothing of it


@dataclass(frozen=True, slots=True)
class Path:
    """A longest path: its routes in walking order, and the cities on the way."""

    length: int
    exact: bool
    routes: tuple[str, ...]
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What a player has, before bonuses and ranks."""

    color: str
    name: str
    routes: tuple[str, ...]
    route_points: int
    trains_left: int
    completed: tuple[Ticket, ...]
    failed: tuple[Ticket, ...]
    journeys: Mapping[str, Journey]  # completed ticket -> its shortest way
    stations: tuple[str, ...]
    station_points: int
    loans: Loans
    path: Path

    @property
    def ticket_points(self) -> int:
        """A completed ticket adds its value, a failed one takes it away."""
        return sum(t.points for t in self.completed) - sum(t.points for t in self.failed)


def score(table: Table, color: str) -> PlayerScore:
    """What a player has, as if the game ended now."""
    board, tickets = table.board, table.tickets_of(color)
    own = [board.route[name] for name in table.routes_of(color)]
    built = table.built_by(color)
    loans, borrowed = NONE, []
    if built:
        others = [board.route[name] for name, owner in table.owners.items() if owner != color]
        loans = best_loans(built, tickets, own, others)
        borrowed = [board.route[name] for name in loans.uses.values()]
    joined = Joined([*own, *borrowed])
    completed: list[Ticket] = []
    failed: list[Ticket] = []
    for ticket in tickets:
        (completed if joined.home(ticket.a) == joined.home(ticket.b) else failed).append(ticket)
    ways = {t.id: journey(t.a, t.b, own, borrowed) for t in completed}
    unbuilt = board.stations.count - len(built) if board.stations else 0
    return PlayerScore(
        color=color,
        name=table.setup.name(color),
        routes=tuple(route.id for route in own),
        route_points=sum(route_points(board, own)),
        trains_left=table.trains[color],
        completed=tuple(completed),
        failed=tuple(failed),
        journeys={name: way for name, way in ways.items() if way},
        stations=tuple(built),
        station_points=unbuilt * board.stations.unused_points if board.stations else 0,
        loans=loans,
        path=_longest_path(table, [route.id for route in own]),
    )


def route_points(board: Board, routes: Iterable[Route]) -> list[int]:
    """What each of these routes is worth to whoever claims it."""
    worth = board.points_for
    return [worth[route.length] for route in routes]


def items(board: Board, own: PlayerScore) -> tuple[Item, ...]:
    """The lines of a player's tally but for the bonuses, in the order in which they are read."""
    won, lost = sum(ticket.points for ticket in own.completed), sum(ticket.points for ticket in own.failed)
    lines = (
        Item("routes", len(own.routes), own.route_points, routes=own.routes, numbers=(("left", own.trains_left),)),
        Item("won", len(own.completed), won, tickets=tuple(ticket.id for ticket in own.completed)),
        Item("lost", len(own.failed), -lost, tickets=tuple(ticket.id for ticket in own.failed)),
    )
    if not board.stations:
        return lines
    kept = (("kept", board.stations.count - len(own.stations)),)
    return *lines, Item("stations", len(own.stations), own.station_points, cities=own.stations, numbers=kept)


def parts(board: Board, own: PlayerScore, item: Item) -> tuple[Item, ...]:
    """The single routes, tickets or stations that a line is made of. Worked out only for whoever looks into it."""
    if item.kind == "routes":
        routes = [board.route[name] for name in item.routes]
        worth = zip(routes, route_points(board, routes), strict=True)
        return tuple(Item("route", route.length, points, routes=(route.id,)) for route, points in worth)
    if item.kind == "stations":
        return tuple(_station(own, city) for city in item.cities)
    held = {ticket.id: ticket for ticket in (*own.completed, *own.failed)}
    return *item.parts, *(_ticket(own, held[name]) for name in item.tickets)


def _ticket(own: PlayerScore, ticket: Ticket) -> Item:
    """A ticket: completed once, by a walk, or not at all."""
    walk, name = own.journeys.get(ticket.id), (ticket.id,)
    if walk is None:
        return Item("ticket", 0, -ticket.points, cities=(ticket.a, ticket.b), tickets=name)
    return Item("ticket", 1, ticket.points, walks=(walk,), cities=(ticket.a, ticket.b), tickets=name)


def _station(own: PlayerScore, city: str) -> Item:
    """A station: the route that it borrows, and the tickets that fail without it."""
    route = own.loans.uses.get(city)
    if route is None:
        return Item("station", cities=(city,))
    saved = own.loans.saved.get(route, ())
    return Item("station", len(saved), cities=(city,), routes=(route,), tickets=saved)


def _longest_path(table: Table, routes: list[str]) -> Path:
    """The rule of the longest path, on the player's own routes; what a station borrows does not count."""
    board = table.board
    names = sorted({end for name in routes for end in board.route[name].ends})
    number = {city: n for n, city in enumerate(names)}
    own = [board.route[name] for name in sorted(routes)]
    trail = longest_trail([(number[r.a], number[r.b], r.length) for r in own])
    walked = tuple(own[n].id for n in trail.tracks)
    return Path(trail.length, trail.exact, walked, tuple(names[n] for n in trail.cities))
