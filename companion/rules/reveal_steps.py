"""The steps in which the result of a game is revealed, made from the items of its tally. Pure.

The player with the fewest route points shows their tickets first, the smallest first, so that the result stays open
as long as possible. Each step adds points; after the last one they are those of the tally.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.rules.network import fewest_trains
from companion.rules.score import Item
from companion.rules.tally import LONGEST, Line, Tally

Kind = Literal["start", "ticket", "station", "kept", "network", "bonus", "ranks", "winner"]
Points = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reveal: the players it is about, the points they gain, and everybody's points after it.

    `items` are items of the tally, one for each of `players`. The kinds "network" and "bonus" both show a bonus:
    "network" that of one player, whose network is shown; "bonus" that of all who are paid for it, at once. For a
    ticket, `detour` is by how many trains its journey is longer than the shortest way on the board.
    """

    kind: Kind
    players: tuple[str, ...] = ()
    gains: Points = field(default_factory=dict)
    points: Points = field(default_factory=dict)
    items: tuple[Item, ...] = ()
    detour: int = 0

    @property
    def of_one(self) -> str | None:
        """The player whose network to show, if the step is about one player's network."""
        return self.players[0] if self.kind in ("ticket", "station", "network") else None


def steps(result: Tally) -> tuple[Step, ...]:
    """All steps of the reveal of a tally."""
    points = {line.score.color: line.score.route_points for line in result.lines}
    all_steps = [Step("start", points=dict(points))]
    for step in _after_the_routes(result):
        for color, gain in step.gains.items():
            points[color] += gain
        all_steps.append(replace(step, points=dict(points)))
    return tuple(all_steps)


def _after_the_routes(result: Tally) -> Iterator[Step]:
    """All steps after the first, which shows the route points; their `points` are still to be filled in."""
    for line in sorted(result.lines, key=lambda line: line.score.route_points):
        yield from _tickets(result, line)
        yield from _stations(result, line)
    unbuilt = {line.score.color: item for line in result.lines for item in _of_kind(line, "stations") if item.points}
    if unbuilt:
        gains = {color: item.points for color, item in unbuilt.items()}
        yield Step("kept", tuple(unbuilt), gains, items=tuple(unbuilt.values()))
    bonuses = [row for row in result.rows if row[0].kind in (*result.bonuses, LONGEST)]
    for row in sorted(bonuses, key=lambda row: row[0].kind not in result.bonuses):  # what pays nothing comes last
        yield from _bonus(result, row)
    yield Step("ranks", tuple(line.score.color for line in result.by_rank))
    yield Step("winner", result.winners)


def _of_kind(line: Line, *kinds: str) -> list[Item]:
    """A player's items of these kinds."""
    return [item for item in line.items if item.kind in kinds]


def _tickets(result: Tally, line: Line) -> Iterator[Step]:
    """A step for each of a player's tickets, the smallest first."""
    color = line.score.color
    tickets = [ticket for item in _of_kind(line, "won", "lost") for ticket in result.parts(line, item)]
    goals = line.score.goals
    for ticket in sorted(tickets, key=lambda ticket: abs(ticket.points)):
        detour = 0
        if ticket.walks:  # it is completed
            (walk,), (name,) = ticket.walks, ticket.tickets
            detour = walk.trains - fewest_trains(result.table.board, goals[name])
        yield Step("ticket", (color,), {color: ticket.points}, items=(ticket,), detour=detour)


def _stations(result: Tally, line: Line) -> Iterator[Step]:
    """A step for each of a player's stations."""
    for item in _of_kind(line, "stations"):
        for station in result.parts(line, item):
            yield Step("station", (line.score.color,), items=(station,))


def _bonus(result: Tally, row: tuple[Item, ...]) -> Iterator[Step]:
    """A step for each player who is paid if the bonus can be shown on the board, else one step for all of them.

    `row` has every player's item for the bonus. There is no step if nobody is paid or ranked.
    """
    players = result.table.setup.colors
    paid = {color: item for color, item in zip(players, row, strict=True) if item.points or item.place}
    if any(item.walks or item.routes or item.cities for item in paid.values()):
        for color, item in paid.items():
            yield Step("network", (color,), {color: item.points} if item.points else {}, items=(item,))
    elif paid:
        gains = {color: item.points for color, item in paid.items()}
        yield Step("bonus", tuple(paid), gains, items=tuple(paid.values()))
