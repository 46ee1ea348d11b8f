"""Attractions (New York): points for each attraction that the player's routes touch."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import FOR_EACH
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """The attractions that the player's routes touch, each once."""
    ends = table.board.ends_of(player.routes)
    cities = tuple(end for end in ends if "attraction" in table.board.city[end].tags)
    return Item("attractions", len(cities), cities=cities)


BONUS: Final = Bonus(
    id="attractions",
    name=N_("Attractions"),
    measure=measure,
    pay=FOR_EACH,
    note=NN_("{n} attraction", "{n} attractions"),
    reason=NN_("{n} attraction: {cities}", "{n} attractions: {cities}"),
    rules=lambda _board: [
        N_("Each attraction your routes touch scores once."),
        N_("Attractions needn't be connected to each other."),
    ],
)
