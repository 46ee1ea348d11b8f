"""The position of the owner's letter on a route: between two cars, so that no shape is hidden. Pure.

On a short route, or where routes cross, the usual position may be on a city's dot, on a car or on another letter;
then the next best free position is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import cos, dist, floor, hypot, pi, sin
from typing import Final, NamedTuple

from companion.boards.geometry import Point, Space
from companion.boards.layout import Label

# From the middle of a route's only car to its letter, which is at that car's end.
BESIDE: Final = 7.9
# How far the letters on two parallel tracks of two cars each are moved, in opposite directions.
APART: Final = 3.3
# How near a letter may come to a city's dot, to the middle of a car, and to another letter.
FROM_DOT: Final = 9.6
FROM_CAR: Final = 7.75
FROM_LETTER: Final = 8.4
# From a letter's middle to the rim of its disc.
DISC: Final = 5.0
# The angle between one position around the end of a car and the next.
STEP: Final = pi / 12
# The side of a cell in the grid of `Taken`, larger than any of the distances.
CELL: Final = 12.0


class Sign(NamedTuple):
    """A letter's position, and the gap between cars that it is in, counted from the city on the left."""

    x: float
    y: float
    gap: int


class Row(NamedTuple):
    """One of some parallel tracks: its spaces, the cars among which its letter may be, and the ends of its line."""

    spaces: Sequence[Space]
    cars: Sequence[Space]
    ends: Sequence[Point]
    track: int = 0
    tracks: int = 1


def signs(rows: Mapping[str, Row], names: Iterable[Label] = ()) -> dict[str, Sign]:
    """The position of each route's letter: the usual one if it is free, else the best free one.

    Among the free ones those that cover no name of a place come first. `names` are the boxes of those names.
    """
    taken = _dots_and_cars(rows)
    placed = {route: usual(row) for route, row in rows.items()}
    moving = [route for route, sign in placed.items() if not taken.is_free(sign[:2])]
    taken.add((sign[:2] for route, sign in placed.items() if route not in moving), FROM_LETTER)
    boxes = list(names) if moving else []
    for route in moving:
        free = [sign for sign in _others(rows[route]) if taken.is_free(sign[:2])]
        off_names = [sign for sign in free if not any(_covers(sign, box) for box in boxes)]
        placed[route] = next(iter(off_names or free), placed[route])
        taken.add([placed[route][:2]], FROM_LETTER)
    return placed


def seconds(rows: Mapping[str, Row], letters: Mapping[str, Sign], shared: Iterable[str]) -> dict[str, Sign]:
    """The positions of second owners' letters on the shared routes: as near to the first owners' as possible."""
    taken = _dots_and_cars(rows)
    taken.add((sign[:2] for sign in letters.values()), FROM_LETTER)
    placed: dict[str, Sign] = {}
    for route in shared:
        free = (sign for sign in _others(rows[route]) if taken.is_free(sign[:2]))
        placed[route] = next(free, letters[route])
        taken.add([placed[route][:2]], FROM_LETTER)
    return placed


def _dots_and_cars(rows: Mapping[str, Row]) -> Taken:
    """The dots of cities and the cars, which letters must not cover."""
    taken = Taken()
    for row in rows.values():
        taken.add(row.ends, FROM_DOT)
        taken.add(((car.x, car.y) for car in row.spaces), FROM_CAR)
    return taken


def usual(row: Row) -> Sign:
    """The usual position on a track; on parallel tracks the positions alternate, so that letters do not touch."""
    cars, to_the_right = row.cars, _is_moved_right(row)
    if len(cars) == 1:
        return _beside(cars[0], BESIDE if to_the_right else -BESIDE, int(to_the_right))
    gap = min(len(cars) // 2 + row.track % 2, len(cars) - 1)
    apart = APART if to_the_right else -APART
    return _between(cars, gap, apart if len(cars) == 2 and row.tracks > 1 else 0.0)


def _is_moved_right(row: Row) -> bool:
    """Whether a track's letter is moved to the right, if at all: every other one, so that neighbours differ."""
    return (row.tracks - row.track) % 2 == 1


def _others(row: Row) -> Iterator[Sign]:
    """Other positions for a letter, best first: in another gap, beside the track, at either end."""
    cars, first = row.cars, usual(row)
    if len(cars) == 1:
        yield from _around(cars[0], _is_moved_right(row))
        return
    gaps = sorted(range(1, len(cars)), key=lambda gap: abs(gap - first.gap))
    for across in (0.0, 2.0, -2.0, 4.0, -4.0, 6.0, -6.0, 8.0, -8.0):
        yield from (_between(cars, gap, 0.0, across) for gap in gaps)
    yield from _around(cars[0], False)
    yield from (sign._replace(gap=sign.gap + len(cars) - 1) for sign in _around(cars[-1], True))


def _around(car: Space, right_first: bool) -> Iterator[Sign]:
    """Positions around a single car: from its ends, the right or the left one first, step by step to its sides."""
    for step in range(round(pi / 2 / STEP) + 1):
        for at_right_end in (right_first, not right_first):
            for side in (1, -1):
                turn = side * step * STEP
                along = BESIDE * cos(turn) * (1 if at_right_end else -1)
                yield _beside(car, along, int(at_right_end), BESIDE * sin(turn))


def _covers(sign: Sign, box: Label) -> bool:
    """Whether a letter's disc lies on the box of a name."""
    left, top, width, height = box
    beside = max(left - sign.x, 0.0, sign.x - left - width)
    above_or_below = max(top - sign.y, 0.0, sign.y - top - height)
    return hypot(beside, above_or_below) < DISC


def _between(cars: Sequence[Space], gap: int, along: float, across: float = 0.0) -> Sign:
    """A position in a gap between two cars, moved from its middle along the track and across it."""
    one, other = cars[gap - 1], cars[gap]
    return _beside(Space((one.x + other.x) / 2, (one.y + other.y) / 2, one.angle), along, gap, across)


def _beside(space: Space, along: float, gap: int, across: float = 0.0) -> Sign:
    """A position moved from the middle of a space along the track and across it."""
    x, y = cos(space.angle), sin(space.angle)
    return Sign(space.x + along * x - across * y, space.y + along * y + across * x, gap)


@dataclass
class Taken:
    """Points that letters must keep away from, each with its distance, in a grid for fast lookup."""

    cells: dict[tuple[int, int], list[tuple[Point, float]]] = field(default_factory=dict)

    def add(self, points: Iterable[Point], distance: float) -> None:
        """Adds points from which letters must keep this distance."""
        for point in points:
            self.cells.setdefault(_cell(point), []).append((point, distance))

    def is_free(self, place: Point) -> bool:
        """Whether a letter at this place keeps its distance from all points; only cells next to its own matter."""
        column, row = _cell(place)
        for near in product((column - 1, column, column + 1), (row - 1, row, row + 1)):
            if any(dist(place, point) < distance for point, distance in self.cells.get(near, ())):
                return False
        return True


def _cell(point: Point) -> tuple[int, int]:
    """The column and row of the cell that a point is in."""
    return floor(point[0] / CELL), floor(point[1] / CELL)
