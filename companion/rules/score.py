"""What one player has, line by line, each with its reasons. What players have of one another is in `tally`."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.tickets import Goal, Ticket
from companion.rules.network import Journey, Network
from companion.rules.stations import NONE, Loans, best_loans
from companion.rules.table import Table
from companion.rules.trail import longest_trail


@dataclass(frozen=True, slots=True)
class Path:
    """A longest path: its routes in walking order, and the cities on the way."""

    length: int
    exact: bool
    routes: tuple[str, ...]
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's own lines of the tally, before bonuses and ranks."""

    color: str
    name: str
    routes: tuple[str, ...]
    route_points: int
    trains_left: int
    completed: tuple[Ticket, ...]
    failed: tuple[Ticket, ...]
    goals: Mapping[str, Goal]  # completed ticket -> what of it counts
    journeys: Mapping[str, Journey]  # completed ticket -> its shortest way
    stations: tuple[str, ...]
    station_points: int
    loans: Loans
    path: Path

    @property
    def ticket_points(self) -> int:
        """A completed ticket adds its value, a failed one takes it away."""
        return sum(self.points_of(ticket) for ticket in (*self.completed, *self.failed))

    def points_of(self, ticket: Ticket) -> int:
        """What a ticket brings, or costs."""
        goal = self.goals.get(ticket.id)
        return goal.points if goal else -ticket.penalty


def score(table: Table, color: str) -> PlayerScore:
    """A player's lines, as if the game ended now."""
    board, tickets = table.board, table.tickets_of(color)
    own = [board.route[name] for name in table.routes_of(color)]
    built = table.built_by(color)
    others = [board.route[name] for name, owner in table.owners.items() if owner != color]
    used = table.network_of(color)
    loans = best_loans(board, built, tickets, used, others) if built else NONE
    network = Network(board, used, [board.route[name] for name in loans.uses.values()])
    goals = {ticket.id: goal for ticket in tickets if (goal := network.reached(ticket))}
    ways = {name: network.way(goal) for name, goal in goals.items()}
    unbuilt = board.stations.count - len(built) if board.stations else 0
    return PlayerScore(
        color=color,
        name=table.setup.name(color),
        routes=tuple(route.id for route in own),
        route_points=table.route_points(color),
        trains_left=table.trains[color],
        completed=tuple(t for t in tickets if t.id in goals),
        failed=tuple(t for t in tickets if t.id not in goals),
        goals=goals,
        journeys={name: way for name, way in ways.items() if way},
        stations=tuple(built),
        station_points=unbuilt * board.stations.unused_points if board.stations else 0,
        loans=loans,
        path=_longest_path(table, [route.id for route in own]),
    )


def _longest_path(table: Table, routes: list[str]) -> Path:
    """The rule of the longest path, on the player's own routes; what a station borrows does not count.

    A border can be its first place or its last, or both; every route has a node of its own there.
    """
    own = [table.board.route[name] for name in sorted(routes)]
    place = {node: end for route in own for node, end in zip(route.nodes, route.ends, strict=True)}
    names = sorted(place)
    number = {node: n for n, node in enumerate(names)}
    trail = longest_trail([(number[r.nodes[0]], number[r.nodes[1]], r.length) for r in own])
    walked = tuple(own[n].id for n in trail.tracks)
    return Path(trail.length, trail.exact, walked, tuple(place[names[n]] for n in trail.cities))
