"""The longest path (on Europe the European Express): a bonus for the longest walk over a player's own routes.

Cities may be repeated, routes not. All tied players score.
"""

from collections.abc import Iterator
from typing import Final

from companion.boards.model import Board
from companion.i18n import N_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.network import Journey
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(_table: Table, player: PlayerScore) -> Item:
    """The length of the player's longest path, and the walk."""
    path = player.path
    walks = (Journey(path.routes, path.cities, path.length),) if path.routes else ()
    return Item("longest-path", path.length, walks=walks, exact=path.exact)


def rules(board: Board) -> Iterator[str]:
    """The rules of the longest path, in sentences."""
    yield N_("For the longest path of your own routes, counted in trains.")
    yield N_("Each route counts once. You can pass through a city as often as you like, so loops count.")
    yield N_("Branches don't count: it must be one continuous path.")
    if board.stations:
        yield N_("Stations and borrowed routes don't count.")


BONUS: Final = Bonus(
    id="longest-path",
    order=10,
    name=N_("Longest path"),
    heading=N_("The longest path"),
    measure=measure,
    pay=TO_THE_MOST,
    note="{trains}",
    # Translators: the trains of the longest path and its cities, such as: 23 trains: Denver – Omaha – Chicago
    reason=N_("{trains}: {way}"),
    rules=rules,
)
