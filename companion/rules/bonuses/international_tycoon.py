"""International Tycoon: a bonus for the most countries that own routes touch."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How many countries the player's routes touch, and a place in each of them."""
    ends = [end for name in player.routes for end in table.board.route[name].ends]
    first = {table.board.city[end].region: end for end in reversed(ends) if table.board.city[end].region}
    return Item("international-tycoon", len(first), cities=tuple(sorted(first.values())))


BONUS: Final = Bonus(
    id="international-tycoon",
    name=N_("International Tycoon"),
    measure=measure,
    pay=TO_THE_MOST,
    note=NN_("{n} country", "{n} countries"),
    reason=NN_("{n} country", "{n} countries"),
    rules=lambda _board: [N_("For the most countries your routes touch.")],
)
