"""The Globetrotter (1910 and Mega): a bonus for the most completed tickets.

The number of tickets counts, not their value. All tied players score.
"""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(_table: Table, player: PlayerScore) -> Item:
    """How many tickets the player completed, and which."""
    return Item("globetrotter", len(player.completed), tickets=tuple(ticket.id for ticket in player.completed))


BONUS: Final = Bonus(
    id="globetrotter",
    order=20,
    name=N_("Globetrotter"),
    measure=measure,
    pay=TO_THE_MOST,
    note=NN_("{n} ticket", "{n} tickets"),
    reason=NN_("{n} ticket completed", "{n} tickets completed"),
    rules=lambda _board: [N_("For the most completed tickets, whatever they're worth.")],
)
