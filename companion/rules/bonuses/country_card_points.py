"""Country cards (Poland): the points of the cards that players took for connecting neighbouring countries."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import LISTS, Paid, Pay
from companion.rules.mechanics.country_cards import POINTS, cards
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """The points of a player's cards: the typed number, or else computed from the order of the claims.

    A computed item has a part for each country.
    """
    if table.has_count(player.color, POINTS):
        return Item("country-cards", table.count(player.color, POINTS), things=(POINTS,))
    stacks = table.bonuses["country-cards"]
    own = [card for card in cards(table, stacks) if card.player == player.color]
    parts = []
    for country in stacks:
        points = [card.points for card in own if card.country == country]
        if points:
            parts.append(Item("country-cards/part", len(points), sum(points), cities=(country,)))
    cities = tuple(city for part in parts for city in part.cities)
    return Item("country-cards", sum(part.points for part in parts), cities=cities, parts=tuple(parts))


def share(_worth: Mapping[str, list[int]], items: Sequence[Item]) -> list[Paid]:
    """The points of the cards, which are already in the items."""
    return [Paid(item.n) for item in items]


BONUS: Final = Bonus(
    id="country-cards",
    name=N_("Country cards"),
    measure=measure,
    pay=Pay(share, LISTS, contest=False),
    note=NN_("{n} point", "{n} points"),
    reason=NN_("country cards worth {n} point", "country cards worth {n} points"),
    part=NN_("{cities}: {n} card", "{cities}: {n} cards"),
    rules=lambda _board: [
        N_(
            "You take country cards when your claim adds a neighbouring country to a network that "
            "then has at least two countries."
        ),
        N_(
            "Take the top card of each neighbouring country in that network: the most valuable one "
            "left. An empty stack gives none."
        ),
    ],
)
