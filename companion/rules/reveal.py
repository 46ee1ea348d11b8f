"""The end of a game, step by step: a tally told in the order in which a table wants to hear it. Pure.

Whoever has least on the board turns their tickets over first, and of those the smallest first, so that it
stays open for as long as it can be. Points move with each step; after the last they are those of the tally.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.boards.model import Board
from companion.boards.tickets import Goal, Ticket
from companion.rules.network import Journey, Network
from companion.rules.tally import Award, Line, Tally

Kind = Literal["start", "ticket", "station", "kept", "path", "bonus", "ranks", "winner"]
Points = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is shown: about whom, what it is worth, and where everybody stands then.

    A ticket has its journey, or none where it failed; `detour` is by how many trains that is longer than the
    shortest way on the board. A station has the route it borrows and the tickets that fail without it.
    """

    kind: Kind
    players: tuple[str, ...] = ()
    gains: Points = field(default_factory=dict)
    points: Points = field(default_factory=dict)
    ticket: Ticket | None = None
    journey: Journey | None = None
    detour: int = 0
    city: str = ""
    borrowed: str = ""
    saved: tuple[str, ...] = ()
    bonus: str = ""

    @property
    def of_one(self) -> str | None:
        """Whose network it is about, where it is one player's."""
        return self.players[0] if self.kind in ("ticket", "station", "path") else None


def steps(result: Tally) -> tuple[Step, ...]:
    """The whole reveal."""
    points = {line.score.color: line.score.route_points for line in result.lines}
    told = [Step("start", points=dict(points))]
    for step in _told(result):
        for color, gain in step.gains.items():
            points[color] += gain
        told.append(replace(step, points=dict(points)))
    return tuple(told)


def _told(result: Tally) -> Iterator[Step]:
    board = result.table.board
    for line in sorted(result.lines, key=lambda line: line.score.route_points):
        yield from _tickets(board, line)
        yield from _stations(line)
    if any(line.score.station_points for line in result.lines):
        kept = {line.score.color: line.score.station_points for line in result.lines if line.score.station_points}
        yield Step("kept", tuple(kept), kept)
    for award in result.awards:
        yield from _award(award)
    if result.decided_by == "longest-path" and all(award.bonus != "longest-path" for award in result.awards):
        yield Step("path", result.longest, bonus="longest-path")
    yield Step("ranks", tuple(line.score.color for line in result.by_rank))
    yield Step("winner", result.winners)


def _tickets(board: Board, line: Line) -> Iterator[Step]:
    """A player's tickets, the smallest first."""
    own = line.score
    for ticket in sorted((*own.completed, *own.failed), key=lambda ticket: ticket.points):
        way, goal = own.journeys.get(ticket.id), own.goals.get(ticket.id)
        detour = way.trains - _shortest(board, goal) if way and goal else 0
        gains = {own.color: own.points_of(ticket)}
        yield Step("ticket", (own.color,), gains, ticket=ticket, journey=way, detour=detour)


def _shortest(board: Board, goal: Goal) -> int:
    """How many trains it takes at least to reach what counted of a ticket."""
    way = Network(board, board.route.values()).shortest(goal)
    return way.trains if way else 0


def _stations(line: Line) -> Iterator[Step]:
    own = line.score
    for city in own.stations:
        route = own.loans.uses.get(city, "")
        saved = own.loans.saved.get(route, ())
        yield Step("station", (own.color,), city=city, borrowed=route, saved=saved)


def _award(award: Award) -> Iterator[Step]:
    """A bonus nobody won is not told. The longest path is walked, by each who has one as long."""
    if award.bonus == "longest-path":
        for color in award.winners:
            yield Step("path", (color,), {color: award.points}, bonus=award.bonus)
    elif award.winners:
        gains = dict.fromkeys(award.winners, award.points)
        yield Step("bonus", award.winners, gains, bonus=award.bonus)
