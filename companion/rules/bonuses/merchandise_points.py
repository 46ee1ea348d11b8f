"""Merchandise (Märklin): the sum of the tokens that a player's passengers took."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import LISTS, Paid, Pay
from companion.rules.mechanics.merchandise import VALUE
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """The sum of the player's tokens, as it was typed last."""
    return Item(VALUE, table.count(player.color, VALUE), things=(VALUE,))


def share(_worth: Mapping[str, list[int]], items: Sequence[Item]) -> list[Paid]:
    """The points on the tokens, which are already in the items."""
    return [Paid(item.n) for item in items]


BONUS: Final = Bonus(
    id=VALUE,
    name=N_("Merchandise"),
    measure=measure,
    pay=Pay(share, LISTS, contest=False),
    note=NN_("{n} point", "{n} points"),
    reason=NN_("merchandise worth {n} point", "merchandise worth {n} points"),
    rules=lambda _board: [
        N_(
            "Instead of drawing or claiming, you may send a passenger along your own routes, using each only "
            "once; take the top token of every city it passes or reaches."
        ),
        N_("Type the new total of your tokens after each journey, or once at the end."),
    ],
)
