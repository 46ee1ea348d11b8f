"""The ways to pay a bonus: one prize to all tied, prizes by rank, a table by number, or so much for each.

What has parts can be paid part by part, each as if it were a bonus of its own. A bonus that is paid in another way
has a `Pay` of its own in its file, made of these.
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
    """What a player gets, below nothing where it costs; the place, where players compete for it; and what it is
    made of, where that is known only when it is paid."""

    points: int
    place: int | None = None
    parts: tuple[Item, ...] | None = None  # where each part is paid by itself: the parts with what they bring


@dataclass(frozen=True, slots=True)
class Pay:
    """A way to pay. `worth` is the type of what a variant says the bonus is worth, as its board's file has it."""

    share: Callable[[Any, Sequence[Item]], list[Paid]]
    worth: Any
    contest: bool = True  # whether players compete for it, so that there are winners
    rules: tuple[str, ...] = ()  # of equals


def places(keys: Sequence[Any]) -> list[int | None]:
    """The rank of each, the greatest first: equals share one, and the next is skipped. None takes none."""
    ranked = [key for key in keys if key is not None]
    return [None if key is None else 1 + sum(other > key for other in ranked) for key in keys]


def prizes(by_place: Sequence[int], ranks: Sequence[int | None]) -> list[Paid]:
    """The prize of each place; there is nothing behind the last one."""
    return [
        Paid(by_place[place - 1], place) if place is not None and place <= len(by_place) else Paid(0)
        for place in ranks
    ]


def _counts(items: Sequence[Item]) -> list[int | None]:
    """The numbers to compete with: nobody wins anything with nothing."""
    return [item.n or None for item in items]


def to_the_most(prize: int, items: Sequence[Item]) -> list[Paid]:
    """One prize, and all who are tied for the most get it."""
    return prizes([prize], places(_counts(items)))


def by_rank(by_place: Sequence[int], items: Sequence[Item]) -> list[Paid]:
    """A prize for each place. Those who share one all get its prize, and the next is skipped."""
    return prizes(by_place, places(_counts(items)))


def by_number(table: Mapping[str, int], items: Sequence[Item]) -> list[Paid]:
    """A value for having so many; between two numbers of the table the lower one counts, above the last the last."""
    values = sorted((int(number), points) for number, points in table.items())
    return [Paid(next((points for n, points in reversed(values) if n <= item.n), 0)) for item in items]


def by_list(values: Sequence[int], items: Sequence[Item]) -> list[Paid]:
    """A value for one, for two and so on; above the last the last."""
    return [Paid(values[min(item.n, len(values)) - 1] if item.n else 0) for item in items]


def part_by_part(share: Callable[[Any, Sequence[Item]], list[Paid]]) -> Callable[[Any, Sequence[Item]], list[Paid]]:
    """Everybody's items have the same parts. Each is paid by itself, and its worth is by the thing it is about."""

    def shared(worth: Mapping[str, Any], items: Sequence[Item]) -> list[Paid]:
        rows = [
            [part._replace(points=paid.points, place=paid.place) for part, paid in zip(row, shares, strict=True)]
            for row in zip(*(item.parts for item in items), strict=True)
            for shares in [share(worth[row[0].things[0]], row)]
        ]
        each = zip(*rows, strict=True) if rows else [()] * len(items)
        return [
            Paid(sum(part.points for part in parts), parts=tuple(part for part in parts if part.n or part.points))
            for parts in each
        ]

    return shared


def for_each(points: int, items: Sequence[Item]) -> list[Paid]:
    """Pays each player the same points for every one they have."""
    return [Paid(points * item.n) for item in items]


EQUAL_PLACES: Final = N_("Players tied for a place each get its full prize, and the next place is skipped.")
TO_THE_MOST: Final = Pay(to_the_most, Prize, rules=(N_("Tied players all get the full bonus."),))
BY_RANK: Final = Pay(
    by_rank,
    Annotated[list[Points], Field(min_length=1, max_length=9)],
    rules=(EQUAL_PLACES,),
)
BY_NUMBER: Final = Pay(by_number, Annotated[dict[Number, Points], Field(min_length=1, max_length=60)], contest=False)
# Of several things, each with its own list: what one, two and so on are worth.
LISTS: Final = Annotated[dict[Id, Annotated[list[Points], Field(min_length=1, max_length=20)]], Field(min_length=1)]
FOR_EACH: Final = Pay(for_each, Points, contest=False)
