"""Regions (Italy): each separate network scores by how many regions it connects.

One city of a region is enough. A region whose cities have the tag "whole-region" counts twice if all of them are in
the network. Border places are in no region.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import BY_NUMBER, Paid, Pay, by_number
from companion.rules.network import Joined
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

WHOLE: Final = "whole-region"


def measure(table: Table, player: PlayerScore) -> Item:
    """The player's separate networks as parts, each with its number of regions; `n` is the highest of these."""
    own = [table.board.route[name] for name in player.routes]
    joined = Joined(own)
    networks: dict[str, list[str]] = {}
    for route in own:
        networks.setdefault(joined.home(route.nodes[0]), []).append(route.id)
    parts = sorted((_network(table, routes) for routes in networks.values()), key=lambda part: -part.n)
    routes = tuple(name for part in parts for name in part.routes)
    return Item("regions", max((part.n for part in parts), default=0), routes=routes, parts=tuple(parts))


def _network(table: Table, routes: Sequence[str]) -> Item:
    """One network with its number of regions. Some regions count twice if all of their cities are in it."""
    board = table.board
    places = board.ends_of(routes)
    cities = tuple(place for place in places if board.city[place].region and board.city[place].kind != "border")
    regions = {board.city[city].region for city in cities}
    twice = {board.city[city].region for city in cities if WHOLE in board.city[city].tags}
    whole = sum(all(city.id in places for city in board.cities if city.region == region) for region in twice)
    return Item("regions/part", len(regions) + whole, routes=tuple(routes), cities=cities)


def share(worth: Mapping[str, int], items: Sequence[Item]) -> list[Paid]:
    """Pays each network by its number of regions, and adds them up."""
    paid = []
    for item in items:
        values = by_number(worth, item.parts)
        parts = tuple(part._replace(points=each.points) for part, each in zip(item.parts, values, strict=True))
        paid.append(Paid(sum(part.points for part in parts), parts=parts))
    return paid


PAY: Final = Pay(share, BY_NUMBER.worth, contest=False)


def rules(_board: Any) -> list[str]:
    """The sentences for the rulebook."""
    return [
        N_("Score for the regions your network connects: one city in a region is enough."),
        N_("Puglia, Sardegna and Sicilia count twice if all their cities are in the network."),
        N_("Separate networks are counted separately. Countries across the border aren't regions."),
    ]


BONUS: Final = Bonus(
    id="regions",
    name=N_("Regions"),
    measure=measure,
    pay=PAY,
    note=NN_("{n} region", "{n} regions"),
    number=NN_("{n} region", "{n} regions"),
    reason=NN_("{n} region in the best network", "{n} regions in the best network"),
    part=NN_("a network with {n} region: {cities}", "a network with {n} regions: {cities}"),
    rules=rules,
)
