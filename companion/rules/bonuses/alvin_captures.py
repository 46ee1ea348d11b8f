"""Alvin the Alien: points for each time a player captured him, and once more for having him at the end."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import FOR_EACH
from companion.rules.mechanics.alvin import CAPTURES, HELD
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How often the player captured him, plus one for having him at the end."""
    captures = table.typed.get((player.color, CAPTURES), 0)
    held = table.typed.get((player.color, HELD), 0)
    return Item("alvin", captures + held)


BONUS: Final = Bonus(
    id="alvin",
    name=N_("Alvin the Alien"),
    measure=measure,
    pay=FOR_EACH,
    note=NN_("{n} time", "{n} times"),
    reason=NN_(
        "{n} time: for a capture, or for having Alvin at the end",
        "{n} times: once for each capture, and once for having Alvin at the end",
    ),
    rules=lambda _board: [
        N_("Alvin starts in Roswell. Claim a route to his city and you capture him, unless he's already yours."),
        N_("Then Alvin moves to a city of yours. Whoever has him at the end scores once more."),
    ],
)
