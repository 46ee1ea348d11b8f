"""The tally: every player's lines, the bonuses, the ranks, and what decided.

As if the game ended now: open tickets count as failed, unbuilt stations and bonuses count.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.rules.bonuses import BONUSES
from companion.rules.score import PlayerScore, score
from companion.rules.table import Table
from companion.rules.warnings import Notice, warnings


@dataclass(frozen=True, slots=True)
class Award:
    """A bonus: its points, what was enough to win it, and who did. Nobody wins a bonus with nothing."""

    bonus: str
    points: int
    best: int
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A player's place in the tally."""

    score: PlayerScore
    bonuses: Mapping[str, int]
    total: int
    rank: int
    key: tuple[int, ...]  # what players are compared by, in the board's order; more is better


@dataclass(frozen=True, slots=True)
class Tally:
    """The whole result of a table, with what is needed to explain it."""

    table: Table
    lines: tuple[Line, ...]  # in seating order
    awards: tuple[Award, ...]
    longest: tuple[str, ...]  # who has the longest path of the table, also where it pays nothing
    winners: tuple[str, ...]
    decided_by: str  # a name in CRITERIA, or "shared"
    warnings: tuple[Notice, ...]

    def line(self, color: str) -> Line:
        """The line of a player."""
        return next(line for line in self.lines if line.score.color == color)

    @property
    def by_rank(self) -> list[Line]:
        """The lines, best first; equals in seating order."""
        return sorted(self.lines, key=lambda line: line.rank)


def tally(table: Table) -> Tally:
    """Counts a table."""
    scores = [score(table, color) for color in table.setup.colors]
    paid = table.board.variants[table.setup.variant].bonuses
    awards = tuple(award(bonus, paid[bonus], scores) for bonus in BONUSES if bonus in paid)
    longest = award("longest-path", 0, scores).winners
    lines = [_unranked(table, s, awards, s.color in longest) for s in scores]
    ranked = tuple(replace(line, rank=1 + sum(other.key > line.key for other in lines)) for line in lines)
    winners = tuple(line.score.color for line in ranked if line.rank == 1)
    decided = _decided_by(table.board.tie_break, sorted((line.key for line in lines), reverse=True))
    return Tally(table, ranked, awards, longest, winners, decided, tuple(warnings(table)))


def _unranked(table: Table, own: PlayerScore, awards: Sequence[Award], has_longest: bool) -> Line:
    bonuses = {a.bonus: a.points if own.color in a.winners else 0 for a in awards}
    total = own.route_points + own.ticket_points + own.station_points + sum(bonuses.values())
    key = tuple(CRITERIA[name](own, total, has_longest) for name in table.board.tie_break)
    return Line(own, bonuses, total, 0, key)


def award(bonus: str, points: int, scores: Sequence[PlayerScore]) -> Award:
    """Who wins a bonus: all who share the best measure, where it is more than nothing."""
    measures = {s.color: BONUSES[bonus](s) for s in scores}
    best = max(measures.values())
    return Award(bonus, points, best, tuple(c for c, value in measures.items() if value == best > 0))


def _decided_by(order: Sequence[str], keys: Sequence[tuple[int, ...]]) -> str:
    """The first thing in the board's order of tie-breaks that sets the best apart from the next."""
    first, second = keys[0], keys[1]
    return next((name for name, a, b in zip(order, first, second, strict=True) if a != b), "shared")


# What a board's tie-break may name: a measure of a player's score and total, and of having the longest path.
# More is better.
CRITERIA: Final[Mapping[str, Callable[[PlayerScore, int, bool], int]]] = {
    "points": lambda _own, total, _longest: total,
    "tickets": lambda own, _total, _longest: len(own.completed),
    "stations": lambda own, _total, _longest: -len(own.stations),  # fewer built is better
    "longest-path": lambda _own, _total, longest: longest,
}
