"""What readers of a board give differently and nobody has decided: named, so that people look at their box. Pure."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from companion.boards.base import Color, Frozen, Id, Length, Line, joined
from companion.validation import wrong


class Reading(Frozen):
    """Two places, and what another reader gave their tracks: this length, this colour, or that there is only one."""

    a: Id
    b: Id
    length: Length | None = None
    color: Color | None = None
    single: bool = False

    @model_validator(mode="after")
    def _has_a_reading(self) -> Self:
        if self.length is None and self.color is None and not self.single:
            wrong("wrong-value", "no-reading")
        return self

    @property
    def pair(self) -> str:
        return joined(self.a, self.b)


class Undecided(Frozen):
    """All that people should look at: tracks, cards by their ids, and how many tickets the leaflet says there are."""

    tracks: tuple[Reading, ...] = Field(default=(), max_length=50, strict=False)
    cards: tuple[Line, ...] = Field(default=(), max_length=50, strict=False)
    tickets: Annotated[int, Field(ge=1, le=300)] | None = None
