"""The tie-breaks: the common ones, which every board may name, and those that mechanics bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.i18n import N_, NN_, Text
from companion.rules.mechanics import all_mechanics

if TYPE_CHECKING:
    from companion.rules.score import Item, PlayerScore
    from companion.rules.table import Table


class Compared(NamedTuple):
    """The data of a player that tie-breaks compare."""

    table: Table
    score: PlayerScore
    bonuses: tuple[Item, ...]
    longest: Item
    total: int


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break with its texts, which may hold {n}, the number. A board names it in its order of tie-breaks."""

    id: str
    key: Callable[[Compared], int]  # more is better
    most: str  # for the rulebook: the player who wins has …
    decided: str = ""  # how it decided; {others} are those with less
    count: Text = ""  # the text for {count}
    equal: Text = ""  # what equal players have in common, if `count` does not fit
    fewest: bool = False  # whether fewer are better: the key is then the negative of the number

    def in_common(self) -> Text:
        """What equal players have in common; empty if it is not mentioned."""
        return self.equal or self.count


COMMON: Final = (
    TieBreak(
        "points",
        key=lambda one: one.total,
        most=N_("the most points"),
        count=NN_("{n} point", "{n} points"),
    ),
    TieBreak(
        "tickets",
        key=lambda one: len(one.score.completed),
        most=N_("the most completed tickets"),
        # Translators: who won a tie and by what, and what the others have, such as: Ada completed 6 tickets, Bo 5
        decided=N_("{name} completed {count}, {others}"),
        count=NN_("{n} ticket", "{n} tickets"),
        equal=NN_("{n} ticket completed", "{n} tickets completed"),
    ),
    TieBreak(
        "stations",
        key=lambda one: -len(one.score.stations),
        fewest=True,
        most=N_("the fewest stations built"),
        decided=N_("{name} built {count}, {others}"),
        count=NN_("{count} station", "{count} stations"),
        equal=NN_("{n} station built", "{n} stations built"),
    ),
    # No text for equal players: perhaps none of them has the longest path.
    TieBreak(
        "longest-path",
        key=lambda one: one.longest.place == 1,
        most=N_("the longest path"),
        decided=N_("{name} has the longest path"),
    ),
    TieBreak(
        "ticket-points",
        key=lambda one: one.score.won_points,
        most=N_("the most points from completed tickets"),
        decided=N_("{name} has {count} from completed tickets, {others}"),
        count=NN_("{n} point", "{n} points"),
        equal=NN_("{n} point from completed tickets", "{n} points from completed tickets"),
    ),
)


def tie_breaks() -> Mapping[str, TieBreak]:
    """Every tie-break that a board may name, by its id."""
    own = (tie_break for each in all_mechanics().values() for tie_break in each.tie_breaks)
    return {tie_break.id: tie_break for tie_break in (*COMMON, *own)}
