"""A circle: a group of people who play together, and their games. Plain data."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from companion.history.summary import GameSummary
from companion.rules.free_text import appearance


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle as a device in it may know it, and what that device is there."""

    id: str
    name: str
    role: str  # "reader", "member" or "keeper"

    @property
    def belongs(self) -> bool:
        """Whether the device may add games and people, and change what is remembered of them."""
        return self.role in ("member", "keeper")

    @property
    def keeps(self) -> bool:
        """Whether it may also renew the links and delete everything."""
        return self.role == "keeper"


@dataclass(frozen=True, slots=True)
class Person:
    """A name that somebody typed, with the look it had. `same_as` points to another that is the same person."""

    id: str
    name: str
    color: str = ""
    shape: str = ""
    letter: str = ""
    same_as: str | None = None
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """A finished game of a circle: who sat where, how it ended, and what was said about it afterwards."""

    game: str
    day: str  # such as 2026-11-20
    people: Mapping[str, str]  # colour -> person, already the one that others point to
    summary: GameSummary
    place: str = ""
    note: str = ""
    counts: bool = True
    order: tuple[int, ...] = ()  # of games of the same day


@dataclass(frozen=True, slots=True)
class People:
    """The people of a circle, each of them once, and the names that stand for each."""

    rows: Mapping[str, Person] = field(default_factory=dict)

    def root(self, person: str) -> str:
        """The person that this one is the same as: the last one that is reached by following `same_as`."""
        seen = set()
        while person in self.rows and person not in seen:
            seen.add(person)
            same_as = self.rows[person].same_as
            if same_as is None or same_as not in self.rows:
                break
            person = same_as
        return person

    def aliases(self, person: str) -> list[Person]:
        """The other names of a person."""
        return [row for row in self.rows.values() if row.id != person and self.root(row.id) == person]

    def roots(self) -> list[Person]:
        """Everybody once: those that do not point to another."""
        return [row for row in self.rows.values() if self.root(row.id) == row.id]


def matched(
    people: People, typed_here: Collection[str], names: Mapping[str, str], seats: Mapping[str, str]
) -> dict[str, str | None]:
    """For each colour that is not in `seats` yet the person with that name, or None where it is a new one.

    Somebody whose name was typed on the same phone comes before others, and nobody sits in two seats of a game.
    """
    found: dict[str, str | None] = {}
    seated = {people.root(person) for person in seats.values()}
    for color, name in names.items():
        if color in seats:
            continue
        known = [row for row in people.rows.values() if not row.forgotten and _compared(row.name) == _compared(name)]
        free = [row.id for row in known if people.root(row.id) not in seated]
        person = min(free, key=lambda one: one not in typed_here, default=None)
        found[color] = person
        if person is not None:
            seated.add(people.root(person))
    return found


def _compared(name: str) -> str:
    """A name as it is compared: by how it looks, in whichever case."""
    return appearance(name).casefold()


def with_letter(text: str, name: str, letter: str) -> str:
    """A text with a letter in place of a name, wherever that is a whole word."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: letter, text, flags=re.IGNORECASE)


def in_order(evenings: Iterable[Evening]) -> list[Evening]:
    """The games as they were played, the oldest first."""
    return sorted(evenings, key=lambda one: (one.day, one.order, one.game))
