"""Technologies that score: for claims made after buying them, for completed tickets, or for having the most.

Which card scores for what stands with the card; here is what it brings, and costs who bet on the most in vain.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.boards.base import Id
from companion.i18n import N_, NN_, Text
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import Paid, Pay, Prize
from companion.rules.mechanics.technologies import Card, Technologies, bought
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

BETS: Final = {"most-tickets": "completed", "longest-path": "longest"}  # what a card bets on, and the figure it looks at
SAYS: Final[Mapping[str, Text]] = {
    "route": NN_("{card}: {n} route claimed after it", "{card}: {n} routes claimed after it"),
    "ferry": NN_("{card}: {n} ferry claimed after it", "{card}: {n} ferries claimed after it"),
    "ticket": NN_("{card}: {n} completed ticket", "{card}: {n} completed tickets"),
    "most-tickets": NN_("{card}: {n} completed ticket", "{card}: {n} completed tickets"),
    "longest-path": NN_("{card}: a path of {n} train", "{card}: a path of {n} trains"),
}


def measure(table: Table, player: PlayerScore) -> Item:
    """The player's cards that score, each with what it counts; and what others' bets are measured by."""
    cards = next(m.cards for m in table.mechanics if isinstance(m, Technologies))
    places = bought(table).places
    own = [(name, card) for name, card in cards.items() if card.scores and (player.color, name) in places]
    parts = tuple(_part(table, player, name, card, places[player.color, name]) for name, card in own)
    numbers = (("completed", len(player.completed)), ("longest", player.path.length))
    return Item("technologies", len(parts), numbers=numbers, parts=parts)


def _part(table: Table, player: PlayerScore, name: str, card: Card, place: int) -> Item:
    made = [made for (__, owner), made in table.claims.items() if owner == player.color and made.place > place]
    after = [made.claim.route for made in made]
    ferries = [route for route in after if table.board.route[route].ferry]
    tickets = len(player.completed)
    n = {"route": len(after), "ferry": len(ferries), "longest-path": player.path.length}.get(str(card.scores), tickets)
    names = (("card", card.name), ("id", name), ("scores", str(card.scores)))
    return Item("technologies", n, names=names, says=SAYS[str(card.scores)])


def share(worth: Mapping[str, int], items: Sequence[Item]) -> list[Paid]:
    """What each card brings. A bet is won by whoever has the most, also together with others, and never with nothing."""
    most = {name: max(dict(item.numbers)[figure] for item in items) for name, figure in BETS.items()}
    found = []
    for item in items:
        parts = tuple(part._replace(points=_points(worth, most, part)) for part in item.parts)
        found.append(Paid(sum(part.points for part in parts), parts=parts))
    return found


def _points(worth: Mapping[str, int], most: Mapping[str, int], part: Item) -> int:
    names = dict(part.names)
    points, bet = worth.get(names["id"], 0), most.get(names["scores"])
    if bet is None:
        return points * part.n
    return points if part.n and part.n == bet else -points


BONUS: Final = Bonus(
    id="technologies",
    name=N_("Technologies"),
    measure=measure,
    pay=Pay(share, dict[Id, Prize], contest=False),
    note=NN_("{n} card", "{n} cards"),
    reason=NN_("{n} technology that scores", "{n} technologies that score"),
    rules=lambda _board: [
        N_("Boiler Lagging scores for each route that you claim after buying it, Steam Turbines for each ferry."),
        N_("Double Heading scores for each completed ticket at the end."),
        N_("With the advanced set you can bet on the most completed tickets or the longest path. A tie still wins."),
    ],
)
