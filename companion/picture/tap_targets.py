"""Finds the routes that a tap may mean: the pairs of cities whose train spaces are nearest to a point. Pure.

`nearest` and `clear` in static/js/board.js do the same with the same numbers: middles and angles to a tenth, and
squares of distances to a thousandth, so that both get the same order. The middle of a route would be no good measure,
since long routes are far from their own ends. Parallel tracks are one candidate: a finger cannot tell them apart.
"""

from bisect import insort
from collections.abc import Collection
from dataclasses import dataclass
from math import cos, degrees, floor, hypot, radians, sin, sqrt
from typing import Final, NamedTuple

from companion.boards.geometry import Point, Space
from companion.picture.track_shapes import Shapes

# A tap clearly means a pair that is at most this far away, and this much nearer than any other, in screen pixels.
# With a finger's error of 1.5 mm that is wrong in fewer than 1 of 200 taps; `bench.picking` counts it.
REACH: Final = 12.0
MARGIN: Final = 22.0


class Candidate(NamedTuple):
    """A pair of cities, and the distance of its nearest train space from the tap."""

    distance: float
    pair: str


class Box(NamedTuple):
    """A train space for measuring: its middle, and its direction in degrees."""

    x: float
    y: float
    degrees: float

    @property
    def direction(self) -> tuple[float, float]:
        """The cosine and sine of its angle, rounded so that all machines get the same numbers."""
        angle = radians(self.degrees)
        return round(cos(angle), 6), round(sin(angle), 6)


def box(space: Space) -> Box:
    """A train space rounded for measuring, the same on server and browser."""
    return Box(round(space.x, 1), round(space.y, 1), round(degrees(space.angle), 1))


@dataclass(frozen=True, slots=True)
class _Round:
    """A circle around all train spaces of a pair, for a quick lower bound of the distance."""

    pair: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Picker:
    """The train spaces of a board, prepared for finding the nearest pairs."""

    half: tuple[float, float]  # of a space's length and width
    boxes: dict[str, list[Box]]
    _turned_spaces: dict[str, list[tuple[float, float, float, float]]]  # the same with their directions worked out
    _rounds: list[_Round]

    @classmethod
    def of(cls, shapes: Shapes) -> "Picker":
        """The picker of a board."""
        long, wide = shapes.layout.space
        boxes = {
            pair: [box(space) for track in tracks for space in track.spaces] for pair, tracks in shapes.pairs.items()
        }
        seats = {pair: [(one.x, one.y, *one.direction) for one in some] for pair, some in boxes.items()}
        half = (long / 2, wide / 2)
        return cls(half, boxes, seats, [_round(pair, some, hypot(*half)) for pair, some in boxes.items()])

    def nearest(self, point: Point, count: int = 5) -> list[Candidate]:
        """The nearest pairs, nearest first; equally near ones by name."""
        x, y = point
        candidates: list[tuple[int, str]] = []
        for least, pair in sorted((hypot(x - each.x, y - each.y) - each.radius, each.pair) for each in self._rounds):
            if len(candidates) == count and least > 0 and least * least * 1000 - 1 > candidates[-1][0]:
                break
            insort(candidates, (self._squared(pair, point), pair))
            del candidates[count:]
        return [Candidate(sqrt(squared / 1000), pair) for squared, pair in candidates]

    def clear(self, point: Point, scale: float, unlikely: Collection[str] = ()) -> str | None:
        """The pair that a tap clearly means, or None; `scale` is the number of pixels per unit of the picture.

        Pairs that are hardly meant may be as near as they like, but none of them is the answer.
        """
        nearest, *others = self.nearest(point, len(self.boxes) if unlikely else 2)
        second = next((other for other in others if other.pair not in unlikely), None)
        near = nearest.distance * scale <= REACH and nearest.pair not in unlikely
        alone = second is None or (second.distance - nearest.distance) * scale >= MARGIN
        return nearest.pair if near and alone else None

    def _squared(self, pair: str, point: Point) -> int:
        """The square of the distance to the nearest space of a pair, in thousandths."""
        (x, y), (long, wide) = point, self.half
        best = float("inf")
        for middle_x, middle_y, along, across in self._turned_spaces[pair]:
            dx, dy = x - middle_x, y - middle_y
            beyond = max(abs(dx * along + dy * across) - long, 0.0)
            beside = max(abs(dy * along - dx * across) - wide, 0.0)
            best = min(best, beyond * beyond + beside * beside)
        return floor(best * 1000 + 0.5)


def _round(pair: str, boxes: list[Box], beyond: float) -> _Round:
    x, y = sum(box.x for box in boxes) / len(boxes), sum(box.y for box in boxes) / len(boxes)
    return _Round(pair, x, y, max(hypot(box.x - x, box.y - y) for box in boxes) + beyond)
