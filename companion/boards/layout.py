"""Where everything on a board's picture is: the frozen models of a board file's `[layout]`. Pure.

Units are those of the picture; x grows to the right and y downwards. What the parts of a
layout say against one another is found by `lint`, and never keeps a board from loading.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from companion.boards.base import Frozen, Id, OneLine, joined
from companion.validation import wrong

Unit = Annotated[float, Field(ge=-2000, le=2000, allow_inf_nan=False)]
Size = Annotated[float, Field(ge=0.1, le=2000, allow_inf_nan=False)]
Point = Annotated[tuple[Unit, Unit], Field(strict=False)]
Plain = Annotated[str, Field(min_length=1, max_length=200), OneLine]

# A letter's height above the line, as a part of the size of the type; and that of the whole label.
ASCENT: Final = 0.735
LABEL_HEIGHT: Final = 0.945

_PATH = re.compile(r"[MmLlHhVvCcSsQqZz0-9 ,.\-]*")


def _path_data(text: str) -> str:
    if not _PATH.fullmatch(text):
        wrong("wrong-value", "not-a-path")
    return text


PathData = Annotated[str, Field(max_length=40_000), AfterValidator(_path_data)]


Label = Annotated[tuple[Unit, Unit, Size, Size], Field(strict=False)]


class Place(Frozen):
    """Where a place's dot is, and the box of its label: upper left corner, width, height. A junction has no label."""

    id: Id
    x: Unit
    y: Unit
    label: Label | None = None


class Bend(Frozen):
    """How the routes between two cities run: the middle line of all their tracks, from a to b.

    `path` holds the four control points of a cubic Bezier. Its spaces stand `pitch` from
    middle to middle along it, the row moved by `shift` from the middle towards b.
    """

    a: Id
    b: Id
    path: tuple[Point, Point, Point, Point] = Field(strict=False)
    pitch: Size
    shift: Unit = 0.0

    @property
    def pair(self) -> str:
        return joined(self.a, self.b)


class Turned(Frozen):
    """Two cities whose direction on the picture is, for a reason, not that on the Earth."""

    a: Id
    b: Id
    reason: Plain

    @property
    def pair(self) -> str:
        return joined(self.a, self.b)


class Layout(Frozen):
    """The picture of a board as data: sizes, the places of cities, the bends of routes, the land behind."""

    width: Size
    height: Size
    space: tuple[Size, Size] = Field(strict=False)
    dot: Size
    font: Size
    track_gap: Size
    cities: tuple[Place, ...] = Field(strict=False, max_length=100)
    pairs: tuple[Bend, ...] = Field(strict=False, max_length=250)
    turned: tuple[Turned, ...] = Field(default=(), strict=False, max_length=250)
    # One path, to be filled even-odd: lakes are holes in it. It runs on beyond the picture where land does.
    land: PathData = ""
    # Lines upon it, and areas of green: quieter than anything that one plays with.
    borders: PathData = ""
    rivers: PathData = ""
    parks: PathData = ""

    @cached_property
    def place(self) -> Mapping[str, Place]:
        """Every city's place by the city's id."""
        return {place.id: place for place in self.cities}

    @cached_property
    def bend(self) -> Mapping[str, Bend]:
        """Every pair's bend by `a--b`, the cities in alphabetical order."""
        return {bend.pair: bend for bend in self.pairs}

    def baseline(self, label: Label) -> tuple[float, float]:
        """Where the text of a label begins, on its baseline."""
        x, y, *_size = label
        return x, y + ASCENT * self.font
