"""Call of the Wild: a bonus for the most locomotives in hand at the end, which are counted at the table."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How many locomotives the player counted."""
    return Item("call-of-the-wild", table.count(player.color, "locomotives"), things=("locomotives",))


BONUS: Final = Bonus(
    id="call-of-the-wild",
    name=N_("Call of the Wild"),
    measure=measure,
    pay=TO_THE_MOST,
    note=NN_("{n} locomotive", "{n} locomotives"),
    reason=NN_("{n} locomotive in hand", "{n} locomotives in hand"),
    rules=lambda _board: [
        N_("For the most locomotives in hand at the end; two cards of one colour count as one locomotive.")
    ],
)
