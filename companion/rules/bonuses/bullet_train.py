"""The side track of bullet trains: prizes by how far up each player is, and a loss for those still at the start."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import StringConstraints

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import EQUAL_PLACES, Paid, Pay, Points, places
from companion.rules.mechanics.bullet_routes import TRACK, position
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

# The prizes by number of players, and `none` for players who never moved.
Worth = dict[Annotated[str, StringConstraints(pattern="^([2-9]|none)$")], Points | list[Points]]
LAST_SPACE: Final = 30  # of the side track


def measure(table: Table, player: PlayerScore) -> Item:
    """The player's space on the side track: the typed one, or else the total length of their bullet routes."""
    typed = table.typed.get((player.color, TRACK))
    routes = tuple(route for route in table.common if table.owners[route] == player.color)
    space = position(table, player.color) if typed is None else typed
    return Item("bullet-train", min(space, LAST_SPACE), routes=routes)


def share(worth: Mapping[str, Any], items: Sequence[Item]) -> list[Paid]:
    """The prize for each rank, by number of players; or the loss of players who never moved.

    Tied players share a rank and the next is skipped.
    """
    by_place = worth[str(len(items))]
    paid = []
    for item, rank in zip(items, places([item.n for item in items]), strict=True):
        if rank is None or item.n == 0:
            paid.append(Paid(worth["none"]))
        else:
            paid.append(Paid(by_place[rank - 1], rank))
    return paid


BONUS: Final = Bonus(
    id="bullet-train",
    name=N_("Bullet trains"),
    measure=measure,
    pay=Pay(share, Worth, rules=(EQUAL_PLACES,)),
    note=NN_("{n} space", "{n} spaces"),
    number=NN_("{n} player", "{n} players"),
    reason=NN_("{n} space up the side track", "{n} spaces up the side track"),
    members={"none": N_("still at the start")},
    rules=lambda _board: [
        N_("Each bullet route moves you up the side track by its length, up to 30 in all."),
        N_("The prizes depend on the number of players. Anyone still at the start loses points."),
    ],
)
