"""Passengers (Germany): in each colour whoever has most is paid, and the second."""

from collections.abc import Sequence
from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import BY_RANK, Paid, Pay, by_rank, part_by_part
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How many of each colour the player has, and of all together."""
    counted = [(thing, table.count(player.color, thing)) for thing in table.counters]
    parts = tuple(Item("passengers/part", n, things=(thing,)) for thing, n in counted)
    return Item("passengers", sum(part.n for part in parts), parts=parts)


def share(by_place: Sequence[int], items: Sequence[Item]) -> list[Paid]:
    """The prizes of a place in every colour: equals share one, and the next is skipped."""
    return part_by_part(by_rank)({part.things[0]: by_place for part in items[0].parts}, items)


BONUS: Final = Bonus(
    id="passengers",
    name=N_("Passengers"),
    measure=measure,
    pay=Pay(share, BY_RANK.worth, contest=False, rules=BY_RANK.rules),
    note=NN_("{n} passenger", "{n} passengers"),
    reason=NN_("{n} passenger in all", "{n} passengers in all"),
    part=N_("{things}: {n}"),
    rules=lambda _board: [
        N_("When you claim a route, take a passenger from each end, if any are left."),
        N_("In each colour, the players with the most and second most score."),
    ],
)
