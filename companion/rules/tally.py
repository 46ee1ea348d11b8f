"""The tally: every player's lines, the bonuses, the ranks, and what decided the game.

It is computed as if the game ended now: open tickets count as failed, unbuilt stations and bonuses count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Final

from companion.rules.bonuses import BONUSES
from companion.rules.bonuses.pay import Paid, to_the_most
from companion.rules.notices import Notice, notices
from companion.rules.score import Item, PlayerScore, items, parts, score
from companion.rules.table import Table
from companion.rules.tie_breaks import Compared, tie_breaks

LONGEST: Final = "longest-path"  # also a tie-break, whether or not the variant pays for it


@dataclass(frozen=True, slots=True)
class Line:
    """A player's place in the tally: the items that bring points, and what follows from them."""

    score: PlayerScore
    own: tuple[Item, ...]  # routes, tickets, stations
    bonuses: tuple[Item, ...]  # all bonuses of the variant, in their order
    longest: Item  # the longest path: one of the items where the variant pays for it, else without points
    total: int
    rank: int
    key: tuple[int, ...]  # a number for each of the board's tie-breaks; more is better

    @property
    def items(self) -> tuple[Item, ...]:
        """All items with points, in reading order; the total is their sum."""
        return self.own + self.bonuses


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why the winners won: the tie-breaks in which their rivals were equal, and the one that decided."""

    decided_by: str
    winners: tuple[Line, ...]
    rivals: tuple[Line, ...]  # who were equal until then; if points decided, the next best
    level: tuple[str, ...]  # the tie-breaks in which they were equal


@dataclass(frozen=True, slots=True)
class Tally:
    """The whole result of a table, with what is needed to explain it."""

    table: Table
    lines: tuple[Line, ...]  # in seating order
    winners: tuple[str, ...]
    decided_by: str
    warnings: tuple[Notice, ...]

    def line(self, color: str) -> Line:
        """The line of a player."""
        return next(line for line in self.lines if line.score.color == color)

    def parts(self, line: Line, item: Item) -> tuple[Item, ...]:
        """The parts of an item of a line."""
        return parts(self.table, line.score, item)

    @property
    def by_rank(self) -> list[Line]:
        """The lines, best first; equals in seating order."""
        return sorted(self.lines, key=lambda line: line.rank)

    @property
    def bonuses(self) -> tuple[str, ...]:
        """The ids of the bonuses that this variant pays, in their order."""
        return tuple(item.kind for item in self.lines[0].bonuses)

    @property
    def rows(self) -> tuple[tuple[Item, ...], ...]:
        """The rows of the tally, each with one item per player in seating order.

        The longest path has a row even if it pays nothing, provided it decided who won.
        """
        rows = list(zip(*(line.items for line in self.lines), strict=True))
        if self.decided_by == LONGEST and LONGEST not in self.bonuses:
            place = len(rows) - len(self.bonuses)
            rows.insert(place, tuple(line.longest for line in self.lines))
        return tuple(rows)

    @property
    def longest(self) -> tuple[str, ...]:
        """The players with the longest path of the table, even if the variant does not pay for it."""
        return tuple(line.score.color for line in self.lines if line.longest.place == 1)

    @property
    def verdict(self) -> Verdict:
        """What decided the game, and against whom."""
        order, winners = self.table.board.tie_break, tuple(line for line in self.lines if line.rank == 1)
        if self.decided_by == "shared":
            return Verdict("shared", winners, (), order)
        level = order[: order.index(self.decided_by)]
        in_common = winners[0].key[: len(level)]
        rivals = [line for line in self.lines if line.rank > 1 and line.key[: len(level)] == in_common]
        if not level:
            rivals = [line for line in rivals if line.rank == 2]
        return Verdict(self.decided_by, winners, tuple(rivals), level)


def tally(table: Table) -> Tally:
    """The tally of a table. Its lists have one element for each player, in seating order."""
    order = table.board.tie_break
    scores = [score(table, color) for color in table.setup.colors]
    worth = table.bonuses
    by_bonus = {name: bonus(table, name, worth[name], scores) for name in BONUSES if name in worth}
    longest = by_bonus.get(LONGEST) or _unpaid(table, scores)
    own = [items(table.board, player) for player in scores]
    bonuses = list(zip(*by_bonus.values(), strict=True)) or [()] * len(scores)
    totals = [sum(item.points for item in (*lines, *more)) for lines, more in zip(own, bonuses, strict=True)]
    compared = starmap(Compared, zip([table] * len(scores), scores, bonuses, longest, totals, strict=True))
    compare_by = [tie_breaks()[name].key for name in order]
    keys = [tuple(key(player) for key in compare_by) for player in compared]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    lines = tuple(starmap(Line, zip(scores, own, bonuses, longest, totals, ranks, keys, strict=True)))
    winners = tuple(line.score.color for line in lines if line.rank == 1)
    return Tally(table, lines, winners, _decided_by(order, sorted(keys, reverse=True)), tuple(notices(table)))


def bonus(table: Table, name: str, worth: object, scores: Sequence[PlayerScore]) -> list[Item]:
    """Each player's item for a bonus with its points, in the order of the scores."""
    items = [BONUSES[name].measure(table, own) for own in scores]
    return _paid(items, BONUSES[name].pay.share(worth, items))


def _unpaid(table: Table, scores: Sequence[PlayerScore]) -> list[Item]:
    """Each player's longest path without points, for variants that do not pay for it."""
    items = [BONUSES[LONGEST].measure(table, own) for own in scores]
    return _paid(items, to_the_most(0, items))


def _paid(items: Sequence[Item], shares: Sequence[Paid]) -> list[Item]:
    """The items with the points and ranks that each was given."""
    return [
        item._replace(points=paid.points, place=paid.place, parts=item.parts if paid.parts is None else paid.parts)
        for item, paid in zip(items, shares, strict=True)
    ]


def _decided_by(order: Sequence[str], keys: Sequence[tuple[int, ...]]) -> str:
    """The first of the board's tie-breaks in which the two best of all `keys`, best first, differ; or "shared"."""
    first, second = keys[0], keys[1]
    return next((name for name, a, b in zip(order, first, second, strict=True) if a != b), "shared")
