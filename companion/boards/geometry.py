"""Shapes on a board's picture: the spaces of a track, and how far things are apart. Pure.

Plain numbers, so that no library is needed. Angles are in radians, clockwise, since y grows downwards. Distances are
exact and never negative: 0 is touching or overlapping.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, inf, sin
from typing import Final, NamedTuple

from companion.boards.layout import Bend, Layout, Line

Point = tuple[float, float]
Polygon = Sequence[Point]
Bounds = tuple[float, float, float, float]  # left, top, right, bottom

STEPS: Final = 24  # of the table of a curve's lengths
# How much farther apart the spaces are on a track that is shorter than the one beside it.
WIDER: Final = 1.12


class Space(NamedTuple):
    """A train space: its middle and its direction."""

    x: float
    y: float
    angle: float


class Curve:
    """A cubic Bézier curve on which points are found by their distance along it, with a table of lengths.

    `t` goes from 0 to 1 along the curve, as in its formula, and not in proportion to the length.
    """

    def __init__(self, path: Sequence[Point], steps: int = STEPS) -> None:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = path
        # The polynomial's coefficients, highest power first.
        self._x = (x3 - 3 * x2 + 3 * x1 - x0, 3 * (x2 - 2 * x1 + x0), 3 * (x1 - x0), x0)
        self._y = (y3 - 3 * y2 + 3 * y1 - y0, 3 * (y2 - 2 * y1 + y0), 3 * (y1 - y0), y0)
        self._steps = steps
        between = [self._point(i / steps) for i in range(1, steps)]
        self.points: list[Point] = [(x0, y0), *between, (x3, y3)]
        self._lengths = [0.0]
        for i in range(steps):
            self._lengths.append(self._lengths[-1] + self._span(i / steps, 1 / steps))

    @property
    def length(self) -> float:
        """The length of the whole curve."""
        return self._lengths[-1]

    def at(self, along: float) -> Space:
        """The point and direction at a length along the curve; beyond its ends the curve continues straight."""
        inside = min(max(along, 0.0), self.length)
        i = min(bisect_right(self._lengths, inside), self._steps) - 1
        span = self._lengths[i + 1] - self._lengths[i]
        part_of_step = (inside - self._lengths[i]) / span if span else 0.0
        t = (i + part_of_step) / self._steps
        (x, y), (dx, dy) = self._point(t), self._slope(t)
        angle, beyond = atan2(dy, dx), along - inside
        return Space(x + beyond * cos(angle), y + beyond * sin(angle), angle)

    def _point(self, t: float) -> Point:
        """The point at `t`."""
        (a, b, c, d), (e, f, g, h) = self._x, self._y
        return ((a * t + b) * t + c) * t + d, ((e * t + f) * t + g) * t + h

    def _slope(self, t: float) -> Point:
        """How fast x and y change at `t`."""
        (a, b, c, _x), (e, f, g, _y) = self._x, self._y
        return (3 * a * t + 2 * b) * t + c, (3 * e * t + 2 * f) * t + g

    def _span(self, t: float, step: float) -> float:
        """The length of a short piece from `t` on, by Simpson's rule on the speed."""
        speeds = [hypot(*self._slope(u)) for u in (t, t + step / 2, t + step)]
        return (speeds[0] + 4 * speeds[1] + speeds[2]) * step / 6


def spaces(
    layout: Layout, bend: Bend, length: int, track: int = 0, tracks: int = 1, longest_length: int | None = None
) -> list[Space]:
    """The train spaces of one of the `tracks` between two cities, from a to b.

    Tracks lie side by side at a constant distance, numbered from 0: from the left, seen in the direction from a to b.
    On a track shorter than the longest of them the spaces are farther apart; `longest_length` is the length of that
    one, or None if all are equally long.
    """
    return beside(row(bend, length, longest_length), aside(layout, track, tracks))


def row(bend: Bend, length: int, longest_length: int | None = None) -> list[Space]:
    """The spaces of a track of a pair, as if the track lay on the pair's middle line."""
    return [curve.at(along) for curve, distances in rows(bend, length, longest_length) for along in distances]


def rows(bend: Bend, length: int, longest_length: int | None = None) -> list[tuple[Curve, list[float]]]:
    """Each line of a pair as a curve, and how far along it the middle of each space is.

    The spaces of a track that is shorter than the longest one beside it are farther apart.
    """
    wider = WIDER if length < (longest_length or length) else 1.0
    return [_row(line, count, wider) for line, count in zip(bend.lines, bend.shares(length), strict=True)]


def _row(line: Line, count: int, wider: float) -> tuple[Curve, list[float]]:
    """A line as a curve, and how far along it the middles of `count` spaces are."""
    curve, pitch = Curve(line.path), line.pitch * wider
    first = curve.length / 2 + line.shift - pitch * (count - 1) / 2
    return curve, [first + i * pitch for i in range(count)]


def aside(layout: Layout, track: int, tracks: int) -> float:
    """How far a track, numbered from 0, lies to the right of its pair's middle line; negative on the left."""
    return (track - (tracks - 1) / 2) * (layout.space[1] + layout.track_gap)


def beside(row: Sequence[Space], offset: float) -> list[Space]:
    """The same spaces, moved to their right by the offset."""
    return [Space(x - offset * sin(angle), y + offset * cos(angle), angle) for x, y, angle in row]


def corners(space: Space, size: tuple[float, float]) -> list[Point]:
    """The corners of a train space of a length and width, in the order of drawing."""
    x, y, angle = space
    length, width = size
    along_x, along_y = length / 2 * cos(angle), length / 2 * sin(angle)
    across_x, across_y = -width / 2 * sin(angle), width / 2 * cos(angle)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [(x + s * along_x + t * across_x, y + s * along_y + t * across_y) for s, t in signs]


def box(x: float, y: float, width: float, height: float) -> list[Point]:
    """The corners of an upright rectangle, from its upper left one on clockwise."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def to_segment(point: Point, a: Point, b: Point) -> float:
    """The distance from a point to the straight piece between two points."""
    (x, y), (ax, ay) = point, a
    dx, dy = b[0] - ax, b[1] - ay
    square = dx * dx + dy * dy
    t = min(max(((x - ax) * dx + (y - ay) * dy) / square, 0.0), 1.0) if square else 0.0
    return hypot(x - ax - t * dx, y - ay - t * dy)


def contains(polygon: Polygon, point: Point) -> bool:
    """Whether a point is inside a convex polygon or on its edge."""
    sides = [_side(a, b, point) for a, b in _edges(polygon)]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def to_polygon(polygon: Polygon, point: Point) -> float:
    """The distance from a point to a convex polygon."""
    if contains(polygon, point):
        return 0.0
    return min(to_segment(point, a, b) for a, b in _edges(polygon))


def apart(one: Polygon, other: Polygon) -> float:
    """The distance between two convex polygons."""
    if overlap(one, other):
        return 0.0
    to_other = [to_segment(corner, a, b) for corner in one for a, b in _edges(other)]
    to_one = [to_segment(corner, a, b) for corner in other for a, b in _edges(one)]
    return min(to_other + to_one, default=inf)


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons touch or overlap: no edge of either separates them."""
    return not _edge_separates(one, other) and not _edge_separates(other, one)


def line_to_polygon(line: Sequence[Point], polygon: Polygon) -> float:
    """The distance between a line of straight pieces and a convex polygon."""
    if any(contains(polygon, point) for point in line):
        return 0.0
    return min(pieces_apart(*piece, *edge) for piece in pairwise(line) for edge in _edges(polygon))


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight pieces cross; meeting at an end is not crossing."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def pieces_apart(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between two straight pieces."""
    if cross(a, b, c, d):
        return 0.0
    return min(to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b))


def lines_cross(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two lines of straight pieces cross anywhere."""
    around_one, around_other = bounds(one), bounds(other)
    near_other = [piece for piece in pairwise(one) if within(bounds(piece), around_other)]
    if not near_other:
        return False
    near_one = [piece for piece in pairwise(other) if within(bounds(piece), around_one)]
    return any(cross(*a, *b) for a in near_other for b in near_one)


def bounds(points: Sequence[Point]) -> Bounds:
    """The upright rectangle around some points."""
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def within(one: Bounds, other: Bounds, reach: float = 0.0) -> bool:
    """Whether two upright rectangles are at most `reach` apart in both directions; a cheap first test."""
    return (
        one[0] - other[2] <= reach
        and other[0] - one[2] <= reach
        and one[1] - other[3] <= reach
        and other[1] - one[3] <= reach
    )


def _edges(polygon: Polygon) -> list[tuple[Point, Point]]:
    """The edges of a polygon, each from one corner to the next."""
    return [(polygon[i - 1], point) for i, point in enumerate(polygon)]


def _side(a: Point, b: Point, point: Point) -> float:
    """On which side of the line from a to b a point lies: positive on one, negative on the other, 0 on the line."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _edge_separates(one: Polygon, other: Polygon) -> bool:
    """Whether some edge of the first polygon, which is convex, has the whole second polygon on its outer side."""
    for a, b in _edges(one):
        # The corner farthest from the edge: the edge's own two are on neither side.
        inner_side = max((_side(a, b, corner) for corner in one), key=abs)
        if all(_side(a, b, corner) * inner_side < 0 for corner in other):
            return True
    return False
