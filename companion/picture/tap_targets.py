"""Which routes a finger may mean: the pairs of cities whose train spaces are nearest to a point. Pure.

The app's script does the same in the browser. A route's middle is no measure, for a long route is nowhere
near its own ends; and two tracks beside each other are one candidate, for no finger tells them apart.
"""

from bisect import insort
from dataclasses import dataclass
from math import cos, hypot, sin
from typing import Final, NamedTuple

from companion.boards.geometry import Point
from companion.picture.tracks import Shapes

# A finger clearly means a pair that is so near to it, and so much nearer than any other, in pixels of its screen.
# With a finger's error of 1.5 mm that is wrong in fewer than 1 of 200 taps; `bench.picking` counts it.
REACH: Final = 12.0
MARGIN: Final = 22.0


class Candidate(NamedTuple):
    """A pair of cities, and how far its nearest train space is from the finger."""

    distance: float
    pair: str


@dataclass(frozen=True, slots=True)
class _Box:
    """A train space with its direction worked out beforehand: a board has hundreds, and a finger asks for all."""

    x: float
    y: float
    cos: float
    sin: float


@dataclass(frozen=True, slots=True)
class _Round:
    """A circle around all train spaces of a pair: none of them is nearer than it is."""

    pair: str
    x: float
    y: float
    radius: float


class Picker:
    """The train spaces of a board, ready to be asked."""

    def __init__(self, shapes: Shapes) -> None:
        self._half = shapes.layout.space[0] / 2, shapes.layout.space[1] / 2
        self._boxes = {
            pair: [_Box(x, y, cos(angle), sin(angle)) for track in tracks for x, y, angle in track.spaces]
            for pair, tracks in shapes.pairs.items()
        }
        self._rounds = [self._round(pair) for pair in self._boxes]

    def nearest(self, point: Point, count: int = 5) -> list[Candidate]:
        """The nearest pairs, the nearest first; of equally near ones the first by name."""
        x, y = point
        found: list[Candidate] = []
        for least, pair in sorted((hypot(x - each.x, y - each.y) - each.radius, each.pair) for each in self._rounds):
            if len(found) == count and least > found[-1].distance:
                break
            insort(found, Candidate(self._distance(pair, point), pair))
            del found[count:]
        return found

    def clear(self, point: Point, scale: float) -> str | None:
        """The pair that a finger clearly means, where a unit of the picture is so many pixels, if it does."""
        found = self.nearest(point, 2)
        near = found[0].distance * scale <= REACH
        alone = len(found) == 1 or (found[1].distance - found[0].distance) * scale >= MARGIN
        return found[0].pair if near and alone else None

    def _round(self, pair: str) -> _Round:
        boxes = self._boxes[pair]
        x, y = sum(box.x for box in boxes) / len(boxes), sum(box.y for box in boxes) / len(boxes)
        reach = max(hypot(box.x - x, box.y - y) for box in boxes)
        return _Round(pair, x, y, reach + hypot(*self._half))

    def _distance(self, pair: str, point: Point) -> float:
        (x, y), (long, wide) = point, self._half
        best = float("inf")
        for box in self._boxes[pair]:
            dx, dy = x - box.x, y - box.y
            along, across = abs(dx * box.cos + dy * box.sin) - long, abs(dy * box.cos - dx * box.sin) - wide
            best = min(best, hypot(max(along, 0.0), max(across, 0.0)))
        return best
