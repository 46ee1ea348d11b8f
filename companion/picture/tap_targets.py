"""Finds the routes that a tap may mean: the pairs of cities whose train spaces are nearest to a point. Pure.

`nearest` and `clear` in static/js/board.js do the same with the same rounding (middles and angles to a tenth, squares
of distances to a thousandth), so that both get the same order. Distances to the middle of a route would not do, since
the ends of a long route are far from it. Parallel tracks are one candidate: a finger cannot tell them apart.
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

    half: tuple[float, float]  # half the length and half the width of a space
    boxes: dict[str, list[Box]]
    _spaces: dict[str, list[tuple[float, float, float, float]]]  # x and y of each box, cosine and sine of its angle
    _rounds: list[_Round]

    @classmethod
    def of(cls, shapes: Shapes) -> "Picker":
        """The picker of a board."""
        length, width = shapes.layout.space
        boxes = {
            pair: [box(space) for track in tracks for space in track.spaces] for pair, tracks in shapes.pairs.items()
        }
        spaces = {pair: [(box.x, box.y, *box.direction) for box in of_pair] for pair, of_pair in boxes.items()}
        half = (length / 2, width / 2)
        rounds = [_round(pair, of_pair, hypot(*half)) for pair, of_pair in boxes.items()]
        return cls(half, boxes, spaces, rounds)

    def nearest(self, point: Point, count: int = 5) -> list[Candidate]:
        """The nearest pairs, nearest first; equally near ones by name."""
        x, y = point
        nearest: list[tuple[int, str]] = []  # the best so far, by the square of their distance in thousandths
        bounds = sorted((hypot(x - each.x, y - each.y) - each.radius, each.pair) for each in self._rounds)
        for at_least, pair in bounds:
            # This pair and all after it are farther away than the worst so far; 1 allows for rounding.
            if len(nearest) == count and at_least > 0 and at_least * at_least * 1000 - 1 > nearest[-1][0]:
                break
            insort(nearest, (self._squared(pair, point), pair))
            del nearest[count:]
        return [Candidate(sqrt(squared / 1000), pair) for squared, pair in nearest]

    def clear(self, point: Point, scale: float, unlikely: Collection[str] = ()) -> str | None:
        """The pair that a tap clearly means, or None; `scale` is the number of pixels per unit of the picture.

        An unlikely pair is never the answer, and does not make a tap on another one unclear either.
        """
        nearest, *others = self.nearest(point, len(self.boxes) if unlikely else 2)
        second = next((other for other in others if other.pair not in unlikely), None)
        is_near = nearest.distance * scale <= REACH and nearest.pair not in unlikely
        is_alone = second is None or (second.distance - nearest.distance) * scale >= MARGIN
        return nearest.pair if is_near and is_alone else None

    def _squared(self, pair: str, point: Point) -> int:
        """The square of the distance to the nearest space of a pair, in thousandths."""
        (x, y), (half_length, half_width) = point, self.half
        best = float("inf")
        for middle_x, middle_y, cosine, sine in self._spaces[pair]:
            dx, dy = x - middle_x, y - middle_y
            beyond = max(abs(dx * cosine + dy * sine) - half_length, 0.0)
            beside = max(abs(dy * cosine - dx * sine) - half_width, 0.0)
            best = min(best, beyond * beyond + beside * beside)
        return floor(best * 1000 + 0.5)


def _round(pair: str, boxes: list[Box], half_diagonal: float) -> _Round:
    """A circle around all spaces of a pair, its middle at their mean."""
    x = sum(box.x for box in boxes) / len(boxes)
    y = sum(box.y for box in boxes) / len(boxes)
    return _Round(pair, x, y, max(hypot(box.x - x, box.y - y) for box in boxes) + half_diagonal)
