"""Destination tickets: how a board file writes them, and what a player has to reach for their points. Pure.

A card has one of three forms. A pair names two ends. A choice names one end and several others; the one worth most
that is reached counts. A tour names stops to pass in order. An end is a place or a country.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from companion.boards.base import Frozen, Id, Line, Points, joined
from companion.validation import wrong

Form = Literal["pair", "choice", "tour"]


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
        allowed = {
            "pair": ({"a", "b", "points"}, {"a", "b", "points"}),
            "choice": ({"a", "options"}, {"a", "options"}),
            "tour": ({"stops", "points"}, {"stops", "points", "points_unordered", "penalty"}),
        }
        least, most = allowed[self.form]
        if not least <= given <= most:
            wrong("wrong-value", "no-form-of-ticket")
        if self.form != "pair" and len(self.options or self.stops) < 2:
            wrong("wrong-value", "one-goal")
        return self

    @property
    def form(self) -> Form:
        return "choice" if self.options else "tour" if self.stops else "pair"

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
        penalty = self.penalty or (goals[0] if self.form == "tour" else goals[-1]).points
        for n in range(1, self.copies + 1):
            number = f"-{n}" if self.copies > 1 else ""
            yield Ticket(self.id + number, self.id, self.form, goals, penalty, self.sets)

    def _goals(self) -> Iterator[Goal]:
        """What a ticket asks for: each goal that would complete it, and its points."""
        match self.form:
            case "tour":
                yield Goal(self.stops, self.points or 0, in_order=True)
                if self.points_unordered:
                    yield Goal(self.stops, self.points_unordered)
            case "choice":
                yield from (Goal((str(self.a), option.b), option.points) for option in self.options)
            case _:
                yield Goal((str(self.a), str(self.b)), self.points or 0)
