"""Districts (London): each pays its number to every player whose own routes connect all its locations.

Other locations may lie between, and several players may score the same district.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import BY_NUMBER, Paid, Pay
from companion.rules.network import Joined
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """The districts whose locations the player's routes all connect, with the routes of that network."""
    board = table.board
    own = [board.route[name] for name in player.routes]
    joined, reached = Joined(own), set(board.ends_of(player.routes))
    parts = []
    for district in sorted({city.region for city in board.cities if city.region}):
        cities = tuple(city.id for city in board.cities if city.region == district)
        homes = joined.homes(cities)
        if len(homes) == 1 and reached.issuperset(cities):
            routes = tuple(route.id for route in own if joined.home(route.nodes[0]) in homes)
            parts.append(
                Item("districts/part", 1, routes=routes, cities=cities, numbers=(("district", int(district)),))
            )
    return Item("districts", len(parts), parts=tuple(parts))


def share(worth: Mapping[str, int], items: Sequence[Item]) -> list[Paid]:
    """Pays each player the numbers of their districts."""
    paid = []
    for item in items:
        parts = tuple(part._replace(points=worth[str(dict(part.numbers)["district"])]) for part in item.parts)
        paid.append(Paid(sum(part.points for part in parts), parts=parts))
    return paid


BONUS: Final = Bonus(
    id="districts",
    name=N_("Districts"),
    measure=measure,
    pay=Pay(share, BY_NUMBER.worth, contest=False),
    note=NN_("{n} district", "{n} districts"),
    number=N_("district {n}"),
    reason=NN_("{n} district connected", "{n} districts connected"),
    part=N_("district {district}: {cities}"),
    rules=lambda _board: [
        N_("Score a district's number if your own routes connect all its locations with one another."),
        N_("Other locations may lie between. Several players may score the same district."),
    ],
)
