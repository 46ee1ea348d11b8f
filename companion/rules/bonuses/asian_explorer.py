"""The Asian Explorer: a bonus for the most cities in one connected network. All tied players score."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.network import Joined
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """The number of cities in the player's largest network, and its routes; borders and junctions do not count."""
    board = table.board
    own = [board.route[route] for route in player.routes]
    joined = Joined(own)
    networks: dict[str, list[str]] = {}
    for route in own:
        networks.setdefault(joined.home(route.nodes[0]), []).append(route.id)
    best: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    for network in networks.values():
        cities = tuple(end for end in board.ends_of(network) if board.city[end].kind == "city")
        if len(cities) > len(best):
            best, routes = cities, tuple(network)
    return Item("asian-explorer", len(best), routes=routes)


BONUS: Final = Bonus(
    id="asian-explorer",
    name=N_("Asian Explorer"),
    measure=measure,
    pay=TO_THE_MOST,
    note=NN_("{n} city", "{n} cities"),
    reason=NN_("{n} city in one network", "{n} cities in one network"),
    rules=lambda _board: [
        N_("For connecting the most cities in one network."),
        N_("Each city counts once, and only your largest network counts."),
    ],
)
