"""Technologies that score: for claims made after buying them, for completed tickets, or for having the most.

What a card scores for is defined with the card (see the mechanic); here are the points, and the loss of a lost bet.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.boards.base import Id
from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import Paid, Pay, Prize
from companion.rules.mechanics.technologies import Card, Technologies, bought
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

# What a card bets on -> the name of the number in the item that decides the bet.
BETS: Final = {"most-tickets": "completed", "longest-path": "longest"}


def measure(table: Table, player: PlayerScore) -> Item:
    """The player's scoring cards as parts, each with its number; and the two numbers that bets are decided by."""
    cards = next(m.cards for m in table.mechanics if isinstance(m, Technologies))
    places = bought(table).places
    own = [(name, card) for name, card in cards.items() if card.scores and (player.color, name) in places]
    parts = tuple(_part(table, player, name, card, places[player.color, name]) for name, card in own)
    numbers = (("completed", len(player.completed)), ("longest", player.path.length))
    return Item("technologies", len(parts), numbers=numbers, parts=parts)


def _part(table: Table, player: PlayerScore, name: str, card: Card, place: int) -> Item:
    """One card with the number that it counts; `place` is where in the log it was bought."""
    after = [route for (route, owner), made in table.claims.items() if owner == player.color and made.place > place]
    counted = {
        "route": len(after),
        "ferry": sum(table.board.route[route].ferry > 0 for route in after),
        "longest-path": player.path.length,
    }
    n = counted.get(str(card.scores), len(player.completed))
    return Item(f"technologies/{card.scores}", n, things=(name,))


def share(worth: Mapping[str, int], items: Sequence[Item]) -> list[Paid]:
    """The points of each card. A bet is won with the most, ties included, but never with 0."""
    most = {name: max(dict(item.numbers)[figure] for item in items) for name, figure in BETS.items()}
    paid = []
    for item in items:
        parts = tuple(part._replace(points=_points(worth, most, part)) for part in item.parts)
        paid.append(Paid(sum(part.points for part in parts), parts=parts))
    return paid


def _points(worth: Mapping[str, int], most: Mapping[str, int], part: Item) -> int:
    """The points of one card: so many for each thing it counts, or for a bet all of them won or lost.

    `most` has the highest number of any player for each kind of bet.
    """
    (name,) = part.things
    kind = part.kind.removeprefix("technologies/")
    if kind not in most:
        return worth[name] * part.n
    is_won = part.n > 0 and part.n == most[kind]
    return worth[name] if is_won else -worth[name]


BONUS: Final = Bonus(
    id="technologies",
    name=N_("Technologies"),
    measure=measure,
    pay=Pay(share, dict[Id, Prize], contest=False),
    note=NN_("{n} card", "{n} cards"),
    reason=NN_("{n} technology that scores", "{n} technologies that score"),
    parts={
        "route": NN_("{things}: {n} route claimed afterwards", "{things}: {n} routes claimed afterwards"),
        "ferry": NN_("{things}: {n} ferry claimed afterwards", "{things}: {n} ferries claimed afterwards"),
        "ticket": NN_("{things}: {n} completed ticket", "{things}: {n} completed tickets"),
        "most-tickets": NN_("{things}: {n} completed ticket", "{things}: {n} completed tickets"),
        "longest-path": NN_("{things}: a path of {n} train", "{things}: a path of {n} trains"),
    },
    rules=lambda _board: [
        N_("Boiler Lagging scores for each route you claim after buying it, Steam Turbines for each ferry."),
        N_("Double Heading scores for each completed ticket at the end."),
        N_(
            "With the advanced set you can bet on having the most completed tickets or the longest path. "
            "A tie counts as a win."
        ),
    ],
)
