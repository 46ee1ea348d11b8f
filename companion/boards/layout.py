"""Where everything on a board's picture is: the frozen models of a board file's `[layout]`. Pure.

Units are those of the picture; x grows to the right and y downwards. Contradictions within a layout are found by
`authoring.lint`; they do not keep a board from loading.
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

# The height of a letter above the baseline, and of a whole label, relative to the font size.
ASCENT: Final = 0.735
LABEL_HEIGHT: Final = 0.945

_PATH = re.compile(r"[MmLlHhVvCcSsQqZz0-9 ,.\-]*")


def _path_data(text: str) -> str:
    """Refuses what is not the data of an SVG path."""
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


Path = Annotated[tuple[Point, Point, Point, Point], Field(strict=False)]


class Line(Frozen):
    """A row of spaces along a middle line.

    `path` holds the four control points of a cubic Bézier curve. Along it, the middles of the spaces are `pitch`
    apart, and the middle of the row is `shift` beyond the curve's middle, towards its end.
    """

    path: Path
    pitch: Size
    shift: Unit = 0.0


class Rest(Line):
    """The second part of a route that continues at another edge of the picture: its last `spaces` spaces."""

    spaces: Annotated[int, Field(ge=1, le=9)]


class Bend(Line):
    """The course of the routes between two cities: the middle line of all their tracks, from a to b."""

    a: Id
    b: Id
    rest: Rest | None = None

    @property
    def pair(self) -> str:
        """The name of the pair of cities."""
        return joined(self.a, self.b)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The one line, or both lines of a route that continues at another edge."""
        return (self, self.rest) if self.rest else (self,)

    @property
    def ends(self) -> tuple[tuple[str, Point], tuple[str, Point]]:
        """Where the route begins and ends, and at which place."""
        return (self.a, self.path[0]), (self.b, self.lines[-1].path[-1])

    def shares(self, length: int) -> tuple[int, ...]:
        """How many of a route's spaces lie on each line."""
        return (length - self.rest.spaces, self.rest.spaces) if self.rest else (length,)


class Turned(Frozen):
    """Two cities whose direction on the picture differs from that on the Earth, with the reason."""

    a: Id
    b: Id
    reason: Plain

    @property
    def pair(self) -> str:
        """The name of the pair of cities."""
        return joined(self.a, self.b)


class Across(Frozen):
    """Two pairs (each as `a--b`) whose routes cross on the picture, with the reason."""

    one: Plain
    other: Plain
    reason: Plain


class Layout(Frozen):
    """The picture of a board as data: sizes, the places of cities, the bends of routes, the land behind."""

    width: Size
    height: Size
    space: tuple[Size, Size] = Field(strict=False)
    dot: Size
    font: Size
    track_gap: Size
    cities: tuple[Place, ...] = Field(strict=False, max_length=100)
    # Second positions of cities: in an inset, or at the edge where their routes continue.
    again: tuple[Place, ...] = Field(default=(), strict=False, max_length=50)
    pairs: tuple[Bend, ...] = Field(strict=False, max_length=250)
    turned: tuple[Turned, ...] = Field(default=(), strict=False, max_length=250)
    across: tuple[Across, ...] = Field(default=(), strict=False, max_length=50)
    # Insets: parts of the map drawn separately, each a box like that of a label.
    insets: tuple[Label, ...] = Field(default=(), strict=False, max_length=9)
    # One path, filled even-odd: lakes are holes in it. Land may extend beyond the picture.
    land: PathData = ""
    # Lines and green areas on the land.
    borders: PathData = ""
    rivers: PathData = ""
    parks: PathData = ""

    @cached_property
    def place(self) -> Mapping[str, Place]:
        """Every city's place by the city's id."""
        return {place.id: place for place in self.cities}

    @cached_property
    def spots(self) -> tuple[Place, ...]:
        """All dots with their labels, including second positions."""
        return self.cities + self.again

    def at(self, place: str) -> list[Place]:
        """All positions of a place."""
        return [spot for spot in self.spots if spot.id == place]

    @property
    def crossing(self) -> frozenset[tuple[str, str]]:
        """The pairs that may cross, each two in both orders."""
        return frozenset(pair for each in self.across for pair in ((each.one, each.other), (each.other, each.one)))

    def over_the_edge(self, spot: Place) -> bool:
        """Whether a second position is at an edge where a route leaves the picture."""
        edges = (point for bend in self.pairs if bend.rest for point in (bend.path[-1], bend.rest.path[0]))
        return any(abs(spot.x - x) + abs(spot.y - y) < 1 for x, y in edges)

    @cached_property
    def bend(self) -> Mapping[str, Bend]:
        """Every pair's bend by `a--b`, the cities in alphabetical order."""
        return {bend.pair: bend for bend in self.pairs}

    def baseline(self, label: Label) -> tuple[float, float]:
        """Where the text of a label begins, on its baseline."""
        x, y, *_size = label
        return x, y + ASCENT * self.font
