"""Toll money (Nederland): players without a loan are paid by how much of it they have left."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from pydantic import Field

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import BY_RANK, Number, Paid, Pay, Points, places, prizes
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

Prizes = Annotated[list[Points], Field(min_length=1, max_length=9)]


def measure(table: Table, player: PlayerScore) -> Item:
    """How much money the player has left. Players with a loan, or who did not count, are not ranked."""
    loans = table.count(player.color, "loans")
    numbers = ("ranked", table.has_count(player.color, "money") and not loans), ("loans", loans)
    return Item("money", table.count(player.color, "money"), numbers=numbers, things=("money",))


def share(worth: Mapping[str, Sequence[int]], items: Sequence[Item]) -> list[Paid]:
    """The prize for each rank, by number of players. Tied players share a rank and the next is skipped."""
    ranked = [item.n if dict(item.numbers)["ranked"] else None for item in items]
    return prizes(worth.get(str(len(items)), ()), places(ranked))


BONUS: Final = Bonus(
    id="money",
    name=N_("Toll money"),
    measure=measure,
    pay=Pay(share, Annotated[dict[Number, Prizes], Field(min_length=1)], rules=BY_RANK.rules),
    note=N_("{n} left"),
    number=NN_("{n} player", "{n} players"),
    reason=N_("toll money left: {n}"),
    instead={"loans": N_("toll money left: {n}; players with a loan aren't ranked")},
    rules=lambda _board: [
        N_("At the end, players are ranked by the toll money they have left."),
        N_("Points for each place depend on the number of players."),
        N_("Players with a loan aren't ranked."),
    ],
)
