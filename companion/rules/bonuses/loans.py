"""Loans (Nederland): each one costs points."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import FOR_EACH
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How many loans the player took."""
    return Item("loans", table.count(player.color, "loans"), things=("loans",))


BONUS: Final = Bonus(
    id="loans",
    order=60,
    name=N_("Loans"),
    measure=measure,
    pay=FOR_EACH,
    note=NN_("{n} loan", "{n} loans"),
    reason=NN_("{n} loan", "{n} loans"),
    rules=lambda _board: [N_("If you can't pay a toll, take a loan. Each loan costs points at the end.")],
)
