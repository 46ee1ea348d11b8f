"""Cost Efficiency: a bonus for the most trains left."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(_table: Table, player: PlayerScore) -> Item:
    """How many trains the player has left."""
    return Item("cost-efficiency", player.trains_left)


BONUS: Final = Bonus(
    id="cost-efficiency",
    name=N_("Cost Efficiency"),
    measure=measure,
    pay=TO_THE_MOST,
    note=NN_("{n} train left", "{n} trains left"),
    reason=NN_("{n} train left", "{n} trains left"),
    rules=lambda _board: [N_("For the most trains left at the end.")],
)
