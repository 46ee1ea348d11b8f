"""What one player has, line by line, each with its reasons. What players have of one another is in `tally`."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.model import Ticket
from companion.rules.network import Joined, Journey, journey
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
    """A player's lines, as if the game ended now."""
    board, tickets = table.board, table.tickets_of(color)
    own = [board.route[name] for name in table.routes_of(color)]
    built = table.built_by(color)
    others = [board.route[name] for name, owner in table.owners.items() if owner != color]
    loans = best_loans(built, tickets, own, others) if built else NONE
    borrowed = [board.route[name] for name in loans.uses.values()]
    joined = Joined([*own, *borrowed])
    completed = tuple(t for t in tickets if joined.home(t.a) == joined.home(t.b))
    ways = {t.id: journey(t.a, t.b, own, borrowed) for t in completed}
    unbuilt = board.stations.count - len(built) if board.stations else 0
    return PlayerScore(
        color=color,
        name=table.setup.name(color),
        routes=tuple(route.id for route in own),
        route_points=sum(board.points_for[route.length] for route in own),
        trains_left=table.trains[color],
        completed=completed,
        failed=tuple(t for t in tickets if t.id not in ways),
        journeys={name: way for name, way in ways.items() if way},
        stations=tuple(built),
        station_points=unbuilt * board.stations.unused_points if board.stations else 0,
        loans=loans,
        path=_longest_path(table, [route.id for route in own]),
    )


def _longest_path(table: Table, routes: list[str]) -> Path:
    """The rule of the longest path, on the player's own routes; what a station borrows does not count."""
    board = table.board
    names = sorted({end for name in routes for end in board.route[name].ends})
    number = {city: n for n, city in enumerate(names)}
    own = [board.route[name] for name in sorted(routes)]
    trail = longest_trail([(number[r.a], number[r.b], r.length) for r in own])
    walked = tuple(own[n].id for n in trail.tracks)
    return Path(trail.length, trail.exact, walked, tuple(names[n] for n in trail.cities))
