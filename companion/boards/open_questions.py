"""Facts of a board about which sources disagree, so that people can check them in their box. Pure."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from companion.boards.base import Color, Frozen, Id, Length, Line, joined
from companion.validation import wrong


class Reading(Frozen):
    """What another source says about the tracks between two places: another length or colour, or only one track."""

    a: Id
    b: Id
    length: Length | None = None
    color: Color | None = None
    single: bool = False

    @model_validator(mode="after")
    def _has_a_reading(self) -> Self:
        """Refuses a reading that says nothing."""
        if self.length is None and self.color is None and not self.single:
            wrong("wrong-value", "no-reading")
        return self

    @property
    def pair(self) -> str:
        """The name of the pair of places."""
        return joined(self.a, self.b)


class Undecided(Frozen):
    """The doubtful facts: tracks, ticket cards by id, and the number of tickets according to the leaflet."""

    tracks: tuple[Reading, ...] = Field(default=(), max_length=50, strict=False)
    cards: tuple[Line, ...] = Field(default=(), max_length=50, strict=False)
    tickets: Annotated[int, Field(ge=1, le=300)] | None = None
