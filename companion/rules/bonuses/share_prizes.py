"""Shares (Pennsylvania): prizes in each railroad by how many shares the players have.

Ties go to the player with the lowest number, so they only remain if numbers are unknown. The imaginary player takes a
rank but no points.
"""

from collections.abc import Sequence
from math import inf
from typing import Annotated, Final

from pydantic import Field

from companion.boards.base import Id
from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import Paid, Pay, Points, part_by_part, places, prizes
from companion.rules.counters import NEUTRAL
from companion.rules.mechanics.shares import lowest
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


def measure(table: Table, player: PlayerScore) -> Item:
    """How many shares of each railroad the player has, and their total."""
    railroads = [thing for thing, counter in table.counters.items() if counter.taken]
    parts = tuple(_railroad(table, player.color, railroad) for railroad in railroads)
    return Item("shares", sum(part.n for part in parts), parts=parts)


def _railroad(table: Table, player: str, railroad: str) -> Item:
    """The player's shares of one railroad, with the numbers that ranks depend on; a lowest number of 0 is unknown."""
    numbers = (
        ("lowest", lowest(table, player, railroad) or 0),
        ("neutral", table.count(NEUTRAL, railroad)),
        ("neutral_lowest", lowest(table, NEUTRAL, railroad) or 0),
    )
    return Item(
        "shares/part",
        table.count(player, railroad),
        things=(railroad,),
        numbers=numbers,
        routes=table.taken_on(player, railroad),
    )


def by_shares(by_place: Sequence[int], parts: Sequence[Item]) -> list[Paid]:
    """What each player is paid in one railroad, given their shares of it.

    The neutral player takes a rank, but is left out of the result.
    """
    numbers = [dict(part.numbers) for part in parts]
    keys = [_rank_key(part.n, own["lowest"]) for part, own in zip(parts, numbers, strict=True)]
    # Each part repeats the neutral player's numbers.
    keys.append(_rank_key(numbers[0]["neutral"], numbers[0]["neutral_lowest"]))
    *paid, _neutral = prizes(by_place, places(keys))
    return paid


def _rank_key(shares: int, lowest_number: int) -> tuple[int, float] | None:
    """What ranks are compared by: more shares, then a lower number, 0 being unknown and worst; None for no shares."""
    if not shares:
        return None
    return shares, -lowest_number if lowest_number else -inf


BONUS: Final = Bonus(
    id="shares",
    name=N_("Shares"),
    measure=measure,
    pay=Pay(
        part_by_part(by_shares),
        Annotated[dict[Id, Annotated[list[Points], Field(min_length=1, max_length=9)]], Field(min_length=1)],
        contest=False,
    ),
    note=NN_("{n} share", "{n} shares"),
    reason=NN_("{n} share in all", "{n} shares in all"),
    part=NN_("{things}: {n} share", "{things}: {n} shares"),
    rules=lambda _board: [
        N_("When you claim a route, you may take a share in a railroad shown on it: always the lowest number left."),
        N_("In each railroad, players score by how many shares they have. If tied, the lowest number comes first."),
        N_("With two players, an imaginary third player is ranked too, but scores nothing."),
    ],
)
