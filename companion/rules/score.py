"""The score of one player: routes, tickets, stations, longest path, and their lines of the tally.

What depends on other players (bonuses and ranks) is in `tally`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.boards.model import Board
from companion.boards.tickets import Goal, Ticket
from companion.rules.network import Journey, Network
from companion.rules.station_loans import NONE, Loans, best_loans
from companion.rules.table import Table
from companion.rules.trail import longest_trail


class Item(NamedTuple):
    """A line of a player's tally, or a part of one: its points, the number `n` that it counts, and the evidence.

    `kind` is "routes", "won" or "lost" (tickets), "stations" or the id of a bonus. A part has the kind "route",
    "ticket" or "station", or the id of its bonus followed by "/" and the kind of part. The evidence is walks, or else
    routes, cities, tickets and counted things. `numbers` are further figures, by the names that texts use for them.
    """

    kind: str
    n: int = 0
    points: int = 0
    walks: tuple[Journey, ...] = ()
    routes: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    tickets: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    exact: bool = True  # if not, `n` is only a lower bound
    numbers: tuple[tuple[str, int], ...] = ()
    by: str = ""  # who claimed the route, if that was another player
    parts: tuple["Item", ...] = ()
    place: int | None = None  # rank among those who compete for a bonus; None for players who get nothing


@dataclass(frozen=True, slots=True)
class Path:
    """A longest path: its routes in walking order, and the cities on the way."""

    length: int
    exact: bool
    routes: tuple[str, ...]
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """The score of a player, before bonuses and ranks."""

    color: str
    name: str
    routes: tuple[str, ...]
    route_points: int
    trains_left: int
    completed: tuple[Ticket, ...]
    failed: tuple[Ticket, ...]
    goals: Mapping[str, Goal]  # completed ticket -> the goal that counts
    journeys: Mapping[str, Journey]  # completed ticket -> its shortest way
    stations: tuple[str, ...]
    station_points: int
    loans: Loans
    path: Path

    @property
    def ticket_points(self) -> int:
        """The points of all tickets: completed ones add their value, failed ones subtract it."""
        return sum(self.points_of(ticket) for ticket in (*self.completed, *self.failed))

    @property
    def won_points(self) -> int:
        """The points of the completed tickets."""
        return sum(self.points_of(ticket) for ticket in self.completed)

    def points_of(self, ticket: Ticket) -> int:
        """The points that a ticket adds, or subtracts if it failed."""
        goal = self.goals.get(ticket.id)
        return goal.points if goal else -ticket.penalty


def score(table: Table, color: str) -> PlayerScore:
    """Scores a player as if the game ended now."""
    board, tickets = table.board, table.tickets_of(color)
    own = [board.route[name] for name in table.routes_of(color)]
    built = table.built_by(color)
    usable = table.network_of(color)
    loans, borrowed = NONE, []
    if built:
        others = [board.route[name] for name, owner in table.claims if owner != color]
        loans = best_loans(board, built, tickets, usable, others)
        borrowed = [board.route[name] for name in loans.uses.values()]
    network = Network(board, usable, borrowed)
    goals = {ticket.id: goal for ticket in tickets if (goal := network.reached(ticket))}
    ways = {name: network.way(goal) for name, goal in goals.items()}
    unbuilt = board.stations.count - len(built) if board.stations else 0
    return PlayerScore(
        color=color,
        name=table.setup.name(color),
        routes=tuple(route.id for route in own),
        route_points=table.route_points(color),
        trains_left=table.trains[color],
        completed=tuple(ticket for ticket in tickets if ticket.id in goals),
        failed=tuple(ticket for ticket in tickets if ticket.id not in goals),
        goals=goals,
        journeys={name: way for name, way in ways.items() if way},
        stations=tuple(built),
        station_points=unbuilt * board.stations.unused_points if board.stations else 0,
        loans=loans,
        path=_longest_path(table, [route.id for route in own]),
    )


def items(board: Board, own: PlayerScore) -> tuple[Item, ...]:
    """A player's lines of the tally without the bonuses, in reading order."""
    won, lost = (sum(map(own.points_of, tickets)) for tickets in (own.completed, own.failed))
    lines = (
        Item("routes", len(own.routes), own.route_points, routes=own.routes, numbers=(("left", own.trains_left),)),
        Item("won", len(own.completed), won, tickets=tuple(ticket.id for ticket in own.completed)),
        Item("lost", len(own.failed), lost, tickets=tuple(ticket.id for ticket in own.failed)),
    )
    if not board.stations:
        return lines
    unbuilt = (("kept", board.stations.count - len(own.stations)),)
    return *lines, Item("stations", len(own.stations), own.station_points, cities=own.stations, numbers=unbuilt)


def parts(table: Table, own: PlayerScore, item: Item) -> tuple[Item, ...]:
    """The parts of a line: its routes, tickets or stations, or those of a bonus. Computed when somebody opens it."""
    if item.kind == "routes":
        return tuple(_routes(table, own.color))
    if item.kind == "stations":
        return tuple(_station(own, city) for city in item.cities)
    if item.parts:
        return item.parts
    held = {ticket.id: ticket for ticket in (*own.completed, *own.failed)}
    return tuple(_ticket(table.board, own, held[name]) for name in item.tickets)


def _routes(table: Table, color: str) -> Iterator[Item]:
    """The routes of a player, and routes of others that gave the player points."""
    for (route, owner), made in table.claims.items():
        points = made.points.get(color, 0)
        if owner == color or points:
            by = "" if owner == color else table.setup.name(owner)
            yield Item("route", made.pieces, points, routes=(route,), by=by)


def _ticket(board: Board, own: PlayerScore, ticket: Ticket) -> Item:
    """A ticket as an item: with its walk if it is completed."""
    walk = own.journeys.get(ticket.id)
    walks = () if walk is None else (walk,)
    places = board.places_of(ticket)
    return Item("ticket", len(walks), own.points_of(ticket), walks=walks, cities=places, tickets=(ticket.id,))


def _station(own: PlayerScore, city: str) -> Item:
    """A station as an item: the route that it borrows, and the tickets that would be worth less without it."""
    route = own.loans.uses.get(city)
    if route is None:
        return Item("station", cities=(city,))
    saved = own.loans.saved.get(route, ())
    return Item("station", len(saved), cities=(city,), routes=(route,), tickets=saved)


def _longest_path(table: Table, routes: list[str]) -> Path:
    """The longest path over the player's own routes; borrowed ones do not count.

    It may begin or end at a border but not pass it, so each route has a node of its own there.
    """
    own = [table.board.route[name] for name in sorted(routes)]
    place_of = {node: place for route in own for node, place in zip(route.nodes, route.ends, strict=True)}
    nodes = sorted(place_of)
    number = {node: n for n, node in enumerate(nodes)}
    trail = longest_trail([(number[route.nodes[0]], number[route.nodes[1]], route.length) for route in own])
    walked = tuple(own[n].id for n in trail.tracks)
    return Path(trail.length, trail.exact, walked, tuple(place_of[nodes[n]] for n in trail.cities))
