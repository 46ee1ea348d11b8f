"""Maps places on the Earth to a board's picture so that its cities land where the picture has them.

The mapping is a thin-plate spline: a stretched map, bent as little as its cities allow.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Label, Layout, Place
from companion.boards.model import Board

Floats = NDArray[np.float64]

# How far the plate may miss a city: if it went exactly through all of them, two cities that the picture pushes apart
# would fold the coast between them.
SMOOTHING: Final = 0.02
# Where there are no cities, points of the plain stretched map hold the plate: a frame of them around the cities, so
# many times as wide and high as the area of the cities, with so many points on each side.
FRAME: Final = 1.6
POINTS_A_SIDE: Final = 7


class Bending:
    """Maps longitude and latitude to positions in a board's picture."""

    def __init__(self, board: Board, layout: Layout) -> None:
        # Only cities count: a sign at the border is where there is room for it, and so is whatever is in an inset.
        shown = {place.id for place in layout.cities if not any(_within(place, inset) for inset in layout.insets)}
        cities = [city for city in board.cities if city.id in shown and city.kind == "city"]
        self.shrink = float(np.cos(np.radians(np.mean([city.lat for city in cities]))))
        earth = self._flat(np.array([(city.lon, city.lat) for city in cities]))
        picture = np.array([(layout.place[city.id].x, layout.place[city.id].y) for city in cities])
        plain = np.linalg.lstsq(_with_one(earth), picture, rcond=None)[0]
        frame = _frame(earth)
        self._scale = float(np.ptp(earth, axis=0).max())
        self._knots = np.concatenate([earth, frame]) / self._scale
        targets = np.concatenate([picture, _with_one(frame) @ plain])
        smoothing = np.concatenate([np.full(len(earth), SMOOTHING), np.full(len(frame), 5 * SMOOTHING)])
        self._weights = _spline_weights(self._knots, targets, smoothing / len(targets))

    def __call__(self, places: Floats) -> Floats:
        """The positions in the picture of places, given as an (n, 2) array of longitude and latitude."""
        points = self._flat(places) / self._scale
        return _bulges(points, self._knots) @ self._weights[:-3] + _with_one(points) @ self._weights[-3:]

    def _flat(self, places: Floats) -> Floats:
        """Places on a flat map, on which a degree is as long to the east as to the south near the cities."""
        return np.column_stack([places[:, 0] * self.shrink, -places[:, 1]])


def _within(place: Place, box: Label) -> bool:
    """Whether a place is inside a box."""
    x, y, across, down = box
    return x <= place.x <= x + across and y <= place.y <= y + down


def _with_one(points: Floats) -> Floats:
    """Points with a 1 as third coordinate, so that a matrix can shift them as well as stretch them."""
    return np.column_stack([points, np.ones(len(points))])


def _frame(earth: Floats) -> Floats:
    """Points on the sides of a rectangle around the cities."""
    low, high = earth.min(axis=0), earth.max(axis=0)
    middle, half = (low + high) / 2, (high - low) / 2 * FRAME
    side = np.linspace(-1, 1, POINTS_A_SIDE)
    ring = [(u, v) for u in side for v in side if max(abs(u), abs(v)) > 0.99]
    return np.asarray(middle + half * np.array(ring))


def _bulges(points: Floats, knots: Floats) -> Floats:
    """How strongly each knot bends the plate at each point: r² log r for a distance of r."""
    distance = np.hypot(*np.moveaxis(points[:, None] - knots[None], 2, 0))
    return np.asarray(distance**2 * np.log(distance + 1e-12))


def _spline_weights(knots: Floats, targets: Floats, smoothing: Floats) -> Floats:
    """The weights of a thin-plate spline from knots to targets: one for each knot, then three for the flat part."""
    count = len(knots)
    left = np.zeros((count + 3, count + 3))
    left[:count, :count] = _bulges(knots, knots) + np.diag(smoothing)
    left[:count, count:] = _with_one(knots)
    left[count:, :count] = _with_one(knots).T
    return np.linalg.solve(left, np.concatenate([targets, np.zeros((3, 2))]))
