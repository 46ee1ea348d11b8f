"""The place of the owner's letter on a route: between two cars, so that no shape is hidden. Pure."""

from collections.abc import Sequence
from math import cos, sin
from typing import Final, NamedTuple

from companion.boards.geometry import Space

# From the middle of a route's only car to its letter, which stands at that car's end.
BESIDE: Final = 7.9
# How far the letters of two tracks of two cars step aside from one another.
APART: Final = 3.3


class Sign(NamedTuple):
    """A letter's place, and which gap it fills, counted from the city on the left."""

    x: float
    y: float
    gap: int


def sign(cars: Sequence[Space], track: int, tracks: int) -> Sign:
    """The place on one of some tracks side by side, whose letters must not lie on one another."""
    right = (tracks - track) % 2 == 1  # neighbours stand apart, whatever their number
    if len(cars) == 1:
        return _along(cars[0], BESIDE if right else -BESIDE, int(right))
    gap = min(len(cars) // 2 + track % 2, len(cars) - 1)
    one, other = cars[gap - 1], cars[gap]
    middle = Space((one.x + other.x) / 2, (one.y + other.y) / 2, one.angle)
    aside = APART if right else -APART
    return _along(middle, aside if len(cars) == 2 and tracks > 1 else 0.0, gap)


def _along(space: Space, by: float, gap: int) -> Sign:
    return Sign(space.x + by * cos(space.angle), space.y + by * sin(space.angle), gap)
