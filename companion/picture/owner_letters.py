"""The position of the owner's letter on a route: between two cars, so that no shape is hidden. Pure.

On a short route, or where routes cross, the usual position may be on a city's dot, on a car or on another letter;
then the next best free position is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, dist, floor, hypot, pi, sin
from typing import Final, NamedTuple

from companion.boards.geometry import Point, Space
from companion.boards.layout import Label

# From the middle of a route's only car to its letter, which stands at that car's end.
BESIDE: Final = 7.9
# How far the letters of two tracks of two cars step aside from one another.
APART: Final = 3.3
# How near a letter may come to a city's dot, to the middle of a car, and to another letter.
FROM_DOT: Final = 9.6
FROM_CAR: Final = 7.75
FROM_LETTER: Final = 8.4
# From a letter's middle to the rim of its disc.
DISC: Final = 5.0
# The angle by which positions around the end of a car differ.
STEP: Final = pi / 12
CELL: Final = 12.0


class Sign(NamedTuple):
    """A letter's place, and which gap it fills, counted from the city on the left."""

    x: float
    y: float
    gap: int


class Row(NamedTuple):
    """One track among some side by side: its spaces, the cars among which its letter stands, the ends of its line."""

    spaces: Sequence[Space]
    cars: Sequence[Space]
    ends: Sequence[Point]
    track: int = 0
    tracks: int = 1


def signs(rows: Mapping[str, Row], names: Iterable[Label] = ()) -> dict[str, Sign]:
    """The position of each route's letter: the usual one if it is free, else the best one left, off the names."""
    taken = _lying(rows)
    placed = {name: usual(row) for name, row in rows.items()}
    moving = [name for name, sign in placed.items() if not taken.free(sign[:2])]
    taken.add((sign[:2] for name, sign in placed.items() if name not in moving), FROM_LETTER)
    boxes = list(names) if moving else []
    for name in moving:
        free = [sign for sign in _others(rows[name]) if taken.free(sign[:2])]
        unnamed = (sign for sign in free if not any(_on(sign, box) for box in boxes))
        placed[name] = next(unnamed, next(iter(free), placed[name]))
        taken.add([placed[name][:2]], FROM_LETTER)
    return placed


def seconds(rows: Mapping[str, Row], letters: Mapping[str, Sign], shared: Iterable[str]) -> dict[str, Sign]:
    """The positions of second owners' letters: as near to the first owners' as possible."""
    taken = _lying(rows)
    taken.add((sign[:2] for sign in letters.values()), FROM_LETTER)
    placed: dict[str, Sign] = {}
    for name in shared:
        free = (sign for sign in _others(rows[name]) if taken.free(sign[:2]))
        placed[name] = next(free, letters[name])
        taken.add([placed[name][:2]], FROM_LETTER)
    return placed


def _lying(rows: Mapping[str, Row]) -> Taken:
    """The dots and cars that letters must not cover."""
    taken = Taken()
    for row in rows.values():
        taken.add(row.ends, FROM_DOT)
        taken.add(((car.x, car.y) for car in row.spaces), FROM_CAR)
    return taken


def usual(row: Row) -> Sign:
    """The usual position on a track; on parallel tracks the positions alternate, so that letters do not touch."""
    cars, right = row.cars, _right(row)
    if len(cars) == 1:
        return _along(cars[0], BESIDE if right else -BESIDE, int(right))
    gap = min(len(cars) // 2 + row.track % 2, len(cars) - 1)
    aside = APART if right else -APART
    return _between(cars, gap, aside if len(cars) == 2 and row.tracks > 1 else 0.0)


def _right(row: Row) -> bool:
    return (row.tracks - row.track) % 2 == 1  # neighbours stand apart, whatever their number


def _others(row: Row) -> Iterator[Sign]:
    """Other positions for a letter, best first: in another gap, beside the track, at either end."""
    cars, first = row.cars, usual(row)
    if len(cars) == 1:
        yield from _around(cars[0], _right(row))
        return
    gaps = sorted(range(1, len(cars)), key=lambda gap: abs(gap - first.gap))
    for across in (0.0, *(side * by for by in (2.0, 4.0, 6.0, 8.0) for side in (1, -1))):
        yield from (_between(cars, gap, 0.0, across) for gap in gaps)
    yield from _around(cars[0], False)
    yield from (sign._replace(gap=sign.gap + len(cars) - 1) for sign in _around(cars[-1], True))


def _around(car: Space, right: bool) -> Iterator[Sign]:
    """Positions around a single car: from its ends step by step to its sides."""
    for step in range(round(pi / 2 / STEP) + 1):
        for ahead in (right, not right):
            for side in (1, -1):
                turn = side * step * STEP
                along = BESIDE * cos(turn) * (1 if ahead else -1)
                yield _along(car, along, int(ahead), BESIDE * sin(turn))


def _on(sign: Sign, box: Label) -> bool:
    """Whether a letter's disc lies on a name."""
    left, top, width, height = box
    aside = max(left - sign.x, 0.0, sign.x - left - width)
    return hypot(aside, max(top - sign.y, 0.0, sign.y - top - height)) < DISC


def _between(cars: Sequence[Space], gap: int, along: float, across: float = 0.0) -> Sign:
    one, other = cars[gap - 1], cars[gap]
    return _along(Space((one.x + other.x) / 2, (one.y + other.y) / 2, one.angle), along, gap, across)


def _along(space: Space, by: float, gap: int, across: float = 0.0) -> Sign:
    x, y = cos(space.angle), sin(space.angle)
    return Sign(space.x + by * x - across * y, space.y + by * y + across * x, gap)


@dataclass
class Taken:
    """Points that letters must keep away from, each with its distance, in a grid for fast lookup."""

    cells: dict[tuple[int, int], list[tuple[Point, float]]] = field(default_factory=dict)

    def add(self, points: Iterable[Point], distance: float) -> None:
        for point in points:
            self.cells.setdefault(_cell(point), []).append((point, distance))

    def free(self, place: Point) -> bool:
        x, y = _cell(place)
        near = (self.cells.get((x + a, y + b), ()) for a in (-1, 0, 1) for b in (-1, 0, 1))
        return all(dist(place, point) >= distance for some in near for point, distance in some)


def _cell(point: Point) -> tuple[int, int]:
    return floor(point[0] / CELL), floor(point[1] / CELL)
