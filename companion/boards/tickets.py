"""Destination tickets: how a board file writes them, and what a player has to reach for their points. Pure.

A card has one of three forms. A pair names two ends. A choice names one end and several others; the one worth most
that is reached counts. A tour names stops to pass in order. An end is a place or a country.

Where the cards of a board are unknown, players type a ticket: two ends, and the points on the card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from companion.boards.base import Frozen, Id, Line, Points, joined
from companion.validation import wrong

Form = Literal["pair", "choice", "tour"]

MOST_TYPED: Final = 40  # the most points of a typed ticket
TYPED_ID: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)--([a-z0-9]+(?:-[a-z0-9]+)*)--([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Goal:
    """One way to complete a ticket: the ends that a network has to connect, and the points for it.

    With `in_order` it has to be a path that passes the ends in this order and no city twice.
    """

    ends: tuple[str, ...]
    points: int
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket card. The reached goal worth most counts; if none is reached, the ticket costs its penalty."""

    id: str
    card: str  # the same for all copies of one card
    form: Form
    goals: tuple[Goal, ...]  # worth most first
    penalty: int
    sets: tuple[str, ...]

    @property
    def points(self) -> int:
        """The most points that the ticket can score."""
        return self.goals[0].points

    @property
    def ends(self) -> tuple[str, ...]:
        """The places and countries that the card names, in reading order."""
        if self.form != "choice":
            return self.goals[0].ends
        return tuple(dict.fromkeys(end for goal in self.goals for end in goal.ends))


class Option(Frozen):
    """One of the ends that a choice offers."""

    b: Id
    points: Points


class Card(Frozen):
    """A line of `tickets` in a board file: a ticket card, and the sets of cards it is printed in."""

    a: Id | None = None
    b: Id | None = None
    points: Points | None = None
    options: tuple[Option, ...] = Field(default=(), max_length=9, strict=False)
    stops: tuple[Id, ...] = Field(default=(), max_length=9, strict=False)
    points_unordered: Points | None = None  # if all stops are connected, but not by one path in order
    penalty: Points | None = None  # what a failed tour costs, if not its points
    copies: Annotated[int, Field(ge=1, le=9)] = 1
    sets: tuple[Id, ...] = Field(min_length=1, strict=False)
    low: Line | None = None  # why it is worth less than its shortest path

    @model_validator(mode="after")
    def _has_one_form(self) -> Self:
        """Refuses a ticket that mixes the members of several forms, or lacks one."""
        given = {name for name, value in self if value not in (None, ())} - {"sets", "copies", "low"}
        required_and_allowed = {
            "pair": ({"a", "b", "points"}, {"a", "b", "points"}),
            "choice": ({"a", "options"}, {"a", "options"}),
            "tour": ({"stops", "points"}, {"stops", "points", "points_unordered", "penalty"}),
        }
        required, allowed = required_and_allowed[self.form]
        if not required <= given <= allowed:
            wrong("wrong-value", "no-form-of-ticket")
        if self.form != "pair" and len(self.options or self.stops) < 2:
            wrong("wrong-value", "one-goal")
        return self

    @property
    def form(self) -> Form:
        """The form of the card, by the members that it has."""
        if self.options:
            return "choice"
        return "tour" if self.stops else "pair"

    @property
    def id(self) -> str:
        """The id of the card in game records, without the number that tells copies apart."""
        match self.form:
            case "tour":
                return f"tour--{self.stops[0]}--{self.stops[-1]}"
            case "choice":
                return f"{self.a}--choice"
            case _:
                return joined(str(self.a), str(self.b))

    def tickets(self) -> Iterator[Ticket]:
        """A ticket for every copy of the card; copies are numbered."""
        goals = tuple(sorted(self._goals(), key=lambda goal: -goal.points))
        most, least = goals[0].points, goals[-1].points
        penalty = self.penalty or (most if self.form == "tour" else least)
        for n in range(1, self.copies + 1):
            number = f"-{n}" if self.copies > 1 else ""
            yield Ticket(self.id + number, self.id, self.form, goals, penalty, self.sets)

    def _goals(self) -> Iterator[Goal]:
        """Each goal that would complete a ticket of this card."""
        match self.form:
            case "tour":
                yield Goal(self.stops, self.points or 0, in_order=True)
                if self.points_unordered:
                    yield Goal(self.stops, self.points_unordered)
            case "choice":
                yield from (Goal((str(self.a), option.b), option.points) for option in self.options)
            case _:
                yield Goal((str(self.a), str(self.b)), self.points or 0)


class TypedDeck(Mapping[str, Ticket]):
    """The tickets of a board whose cards are unknown. None can be listed, but any that may exist can be looked up."""

    def __init__(self, may_join: Callable[[str, str], bool]) -> None:
        self._may_join = may_join

    def __getitem__(self, name: str) -> Ticket:
        parts = typed_parts(name)
        if parts is None or not self._may_join(*parts[:2]):
            raise KeyError(name)
        a, b, points = parts
        return Ticket(name, name, "pair", (Goal((a, b), points),), points, ())

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def typed_id(pair: str, points: int) -> str:
    """The id of a typed ticket: its two ends and the points on the card."""
    return f"{pair}--{points}"


def typed_parts(name: str) -> tuple[str, str, int] | None:
    """The two ends, in alphabetical order, and the points in the id of a typed ticket; None if it is no such id."""
    match = TYPED_ID.fullmatch(name)
    if match is None:
        return None
    a, b, points = match[1], match[2], int(match[3])
    return (a, b, points) if a < b and points <= MOST_TYPED else None
