"""Harbours: each scores by how many completed tickets name its city; one that was not built costs points."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import Field

from companion.boards.base import Frozen
from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import Paid, Pay, Points
from companion.rules.mechanics.harbours import Harbours
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


class Worth(Frozen):
    """The points of a harbour with 0, 1, 2, … tickets, and of one that was not built."""

    values: Annotated[list[Points], Field(min_length=1, max_length=9)]
    unbuilt: Points


def measure(table: Table, player: PlayerScore) -> Item:
    """The player's harbours, each with the completed tickets that name its city."""
    board, cities = table.board, table.marked_by(player.color)
    count = next(m.count for m in table.mechanics if isinstance(m, Harbours))
    parts = []
    for city in cities:
        tickets = tuple(ticket.id for ticket in player.completed if city in board.places_of(ticket))
        parts.append(Item("harbours/built", len(tickets), cities=(city,)))
    numbers = (("unbuilt", count - len(cities)),)
    return Item("harbours", len(cities), cities=tuple(cities), numbers=numbers, parts=tuple(parts))


def share(worth: Mapping[str, Any], items: Sequence[Item]) -> list[Paid]:
    """The points of each player's harbours, built and not built."""
    return [_paid(worth["values"], worth["unbuilt"], item) for item in items]


def _paid(values: Sequence[int], unbuilt: int, item: Item) -> Paid:
    """One player's points: each harbour by its number of tickets, and `unbuilt` for each one not built."""
    left = dict(item.numbers)["unbuilt"]
    parts = [part._replace(points=values[min(part.n, len(values) - 1)]) for part in item.parts]
    if left:
        parts.append(Item("harbours/unbuilt", left, left * unbuilt))
    return Paid(sum(part.points for part in parts), parts=tuple(parts))


BONUS: Final = Bonus(
    id="harbours",
    name=N_("Harbours"),
    measure=measure,
    pay=Pay(share, Worth, contest=False),
    note=NN_("{n} harbour", "{n} harbours"),
    reason=NN_("{n} harbour built", "{n} harbours built"),
    members={"values": N_("by number of tickets"), "unbuilt": N_("each harbour not built")},
    parts={
        "built": NN_("{cities}: {n} ticket", "{cities}: {n} tickets"),
        "unbuilt": NN_("{n} harbour not built", "{n} harbours not built"),
    },
    rules=lambda board: [
        N_("Each harbour scores by how many of your completed tickets name its city."),
        *([N_("Every stop of a completed tour counts as well.")] if board.has_tours else []),
        N_("You lose points for each harbour you didn't build."),
    ],
)
