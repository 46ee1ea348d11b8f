"""The ways to pay a bonus: one prize for the most, prizes by rank, a table by number, or points for each.

An item with parts can be paid part by part, each like a bonus of its own. A bonus that is paid differently
defines its own `Pay` in its file, made of these functions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field, StringConstraints

from companion.boards.base import Id
from companion.i18n import N_
from companion.rules.score import Item

Points = Annotated[int, Field(ge=-99, le=99)]
Prize = Annotated[int, Field(ge=1, le=99)]
Number = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}$")]


class Paid(NamedTuple):
    """What a player is paid: the points (negative if it costs), the rank if players compete, and changed parts."""

    points: int
    place: int | None = None
    parts: tuple[Item, ...] | None = None  # the parts with their points, if each is paid by itself


@dataclass(frozen=True, slots=True)
class Pay:
    """A way to pay: `share` gives each player's payment; `worth` is the type of the worth in a board file."""

    share: Callable[[Any, Sequence[Item]], list[Paid]]
    worth: Any
    contest: bool = True  # whether players compete for it, so that there are winners
    rules: tuple[str, ...] = ()  # sentences about ties, for the rulebook


def places(keys: Sequence[Any]) -> list[int | None]:
    """The rank of each key, greatest first. Equal keys share a rank and the next is skipped; None has no rank."""
    ranked = [key for key in keys if key is not None]
    return [None if key is None else 1 + sum(other > key for other in ranked) for key in keys]


def prizes(by_place: Sequence[int], ranks: Sequence[int | None]) -> list[Paid]:
    """The prize for each rank; nothing for ranks below the last prize, nor for players without a rank."""
    paid = []
    for rank in ranks:
        if rank is None or rank > len(by_place):
            paid.append(Paid(0))
        else:
            paid.append(Paid(by_place[rank - 1], rank))
    return paid


def _counts(items: Sequence[Item]) -> list[int | None]:
    """The numbers that players compete with; None for 0, which wins nothing."""
    return [item.n or None for item in items]


def to_the_most(prize: int, items: Sequence[Item]) -> list[Paid]:
    """Pays one prize to each player with the most."""
    return prizes([prize], places(_counts(items)))


def by_rank(by_place: Sequence[int], items: Sequence[Item]) -> list[Paid]:
    """Pays a prize for each rank. Tied players all get the prize of their rank, and the next is skipped."""
    return prizes(by_place, places(_counts(items)))


def by_number(table: Mapping[str, int], items: Sequence[Item]) -> list[Paid]:
    """Pays by a table from numbers to points: the entry with the highest number that the player reaches."""
    highest_first = sorted(((int(number), points) for number, points in table.items()), reverse=True)
    return [Paid(next((points for number, points in highest_first if number <= item.n), 0)) for item in items]


def by_list(values: Sequence[int], items: Sequence[Item]) -> list[Paid]:
    """Pays by a list of points for 1, 2, …; numbers beyond the list get its last points, and 0 gets none."""
    return [Paid(values[min(item.n, len(values)) - 1] if item.n else 0) for item in items]


def part_by_part(share: Callable[[Any, Sequence[Item]], list[Paid]]) -> Callable[[Any, Sequence[Item]], list[Paid]]:
    """A way to pay each part by itself, by `share`.

    All items have the same parts, one for each thing that is counted; the worth has an entry for each thing.
    """

    def shared(worth: Mapping[str, Any], items: Sequence[Item]) -> list[Paid]:
        """Each player's points from all parts, and those of their parts that count something or have points."""
        won: list[list[Item]] = [[] for _item in items]
        for same_part in zip(*(item.parts for item in items), strict=True):
            (thing,) = same_part[0].things
            for own, part, paid in zip(won, same_part, share(worth[thing], same_part), strict=True):
                own.append(part._replace(points=paid.points, place=paid.place))
        return [
            Paid(sum(part.points for part in own), parts=tuple(part for part in own if part.n or part.points))
            for own in won
        ]

    return shared


def for_each(points: int, items: Sequence[Item]) -> list[Paid]:
    """Pays each player these points times their number."""
    return [Paid(points * item.n) for item in items]


EQUAL_PLACES: Final = N_("Players tied for a place each get its full prize, and the next place is skipped.")
TO_THE_MOST: Final = Pay(to_the_most, Prize, rules=(N_("Tied players all get the full bonus."),))
BY_RANK: Final = Pay(
    by_rank,
    Annotated[list[Points], Field(min_length=1, max_length=9)],
    rules=(EQUAL_PLACES,),
)
BY_NUMBER: Final = Pay(by_number, Annotated[dict[Number, Points], Field(min_length=1, max_length=60)], contest=False)
# For several things, each with its own list of points for 1, 2, …
LISTS: Final = Annotated[dict[Id, Annotated[list[Points], Field(min_length=1, max_length=20)]], Field(min_length=1)]
FOR_EACH: Final = Pay(for_each, Points, contest=False)
