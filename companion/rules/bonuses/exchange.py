"""Exchanges: each exchanged piece costs points."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import FOR_EACH
from companion.rules.mechanics.piece_kinds import stock
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How many pieces the player exchanged."""
    return Item("exchange", stock(table, player.color).exchanged)


BONUS: Final = Bonus(
    id="exchange",
    order=60,
    name=N_("Exchanges"),
    measure=measure,
    pay=FOR_EACH,
    note=NN_("{n} piece", "{n} pieces"),
    reason=NN_("{n} piece exchanged", "{n} pieces exchanged"),
    rules=lambda _board: [N_("You lose points for each piece exchanged.")],
)
