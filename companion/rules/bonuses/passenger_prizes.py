"""Passengers (Germany): prizes for the most, and the second most, passengers of each colour."""

from collections.abc import Sequence
from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import BY_RANK, Paid, Pay, by_rank, part_by_part
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How many passengers of each colour the player has, and their total."""
    parts = tuple(_colour(table, player.color, thing) for thing in table.counters)
    return Item("passengers", sum(part.n for part in parts), parts=parts)


def _colour(table: Table, player: str, thing: str) -> Item:
    """The player's passengers of one colour, and the routes whose claims brought them."""
    return Item("passengers/part", table.count(player, thing), things=(thing,), routes=table.taken_on(player, thing))


def share(by_place: Sequence[int], items: Sequence[Item]) -> list[Paid]:
    """What each player is paid: the same prizes in every colour, by the player's rank in that colour.

    Tied players share a rank, and the next one is skipped.
    """
    prizes = {part.things[0]: by_place for part in items[0].parts}
    return part_by_part(by_rank)(prizes, items)


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
        N_("In each colour, the players with the most and the second most passengers score points."),
    ],
)
