"""Nordic Express: a bonus card for the longest path."""

from typing import Final

from companion.i18n import N_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.longest_path import measure as longest_path
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """The player's longest path."""
    return longest_path(table, player)._replace(kind="nordic-express")


BONUS: Final = Bonus(
    id="nordic-express",
    name=N_("Nordic Express"),
    measure=measure,
    pay=TO_THE_MOST,
    note="{trains}",
    reason=N_("{trains}: {way}"),
    rules=lambda _board: [N_("For the longest path of your own routes, counted in trains, with no branches.")],
)
