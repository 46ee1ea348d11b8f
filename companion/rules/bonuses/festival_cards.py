"""Festivals (Iberia): each stack of cards scores by how many of its cards a player has."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import LISTS, Paid, Pay, by_list, part_by_part
from companion.rules.mechanics.festivals import stacks
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How many cards of each stack the player has, and their total."""
    names = stacks(table.board, table.setup.variant)
    parts = tuple(_stack(table, player.color, stack) for stack in names)
    return Item("festivals", sum(part.n for part in parts), parts=parts)


def _stack(table: Table, player: str, stack: str) -> Item:
    """The player's cards of one stack, its cities, and the routes whose claims brought the cards."""
    n, routes = table.count(player, stack), table.taken_on(player, stack)
    cities = tuple(city.id for city in table.board.cities if stack in city.tags) if n else ()
    return Item("festivals/part", n, things=(stack,), routes=routes, cities=cities)


def share(worth: Mapping[str, list[int]], items: Sequence[Item]) -> list[Paid]:
    """Pays each stack by its own list of values."""
    return part_by_part(by_list)({f"festival-{name}": values for name, values in worth.items()}, items)


BONUS: Final = Bonus(
    id="festivals",
    name=N_("Festivals"),
    measure=measure,
    pay=Pay(share, LISTS, contest=False),
    note=NN_("{n} card", "{n} cards"),
    reason=NN_("{n} festival card", "{n} festival cards"),
    thing="festival-{n}",
    part=NN_("{things}: {n} card", "{things}: {n} cards"),
    rules=lambda _board: [
        N_("When you claim a route, take all the festival cards at one of its ends."),
        N_("At the end, each city's cards score by how many of them you have."),
    ],
)
