"""Bends places on the Earth to where a board's picture has its cities: a thin plate through all of them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Label, Layout, Place
from companion.boards.model import Board

Floats = NDArray[np.float64]

# The plate gives way a little, or two cities pushed apart would fold the coast between them.
STIFF: Final = 0.02
# Around the cities, points of the plain stretched map hold the plate where no city does.
HOLD: Final = 1.6
HELD_A_SIDE: Final = 7


class Bending:
    """From longitude and latitude to the picture."""

    def __init__(self, board: Board, layout: Layout) -> None:
        # A sign at the border stands where there is room, and says nothing of the Earth.
        # Nor does what is in an inset.
        shown = {place.id for place in layout.cities if not any(_within(place, inset) for inset in layout.insets)}
        cities = [city for city in board.cities if city.id in shown and city.kind == "city"]
        self.shrink = float(np.cos(np.radians(np.mean([city.lat for city in cities]))))
        earth = self._flat(np.array([(city.lon, city.lat) for city in cities]))
        picture = np.array([(layout.place[city.id].x, layout.place[city.id].y) for city in cities])
        plain = np.linalg.lstsq(_with_one(earth), picture, rcond=None)[0]
        held = _frame(earth)
        self._scale = float(np.ptp(earth, axis=0).max())
        self._from = np.concatenate([earth, held]) / self._scale
        to = np.concatenate([picture, _with_one(held) @ plain])
        give = np.concatenate([np.full(len(earth), STIFF), np.full(len(held), 5 * STIFF)])
        self._plate = _solve(self._from, to, give / len(to))

    def __call__(self, places: Floats) -> Floats:
        """(n, 2) of longitude and latitude to (n, 2) of the picture."""
        at = self._flat(places) / self._scale
        return _bulge(at, self._from) @ self._plate[:-3] + _with_one(at) @ self._plate[-3:]

    def _flat(self, places: Floats) -> Floats:
        return np.column_stack([places[:, 0] * self.shrink, -places[:, 1]])


def _within(place: Place, box: Label) -> bool:
    x, y, across, down = box
    return x <= place.x <= x + across and y <= place.y <= y + down


def _with_one(points: Floats) -> Floats:
    return np.column_stack([points, np.ones(len(points))])


def _frame(earth: Floats) -> Floats:
    """Points all around the cities."""
    low, high = earth.min(axis=0), earth.max(axis=0)
    middle, half = (low + high) / 2, (high - low) / 2 * HOLD
    side = np.linspace(-1, 1, HELD_A_SIDE)
    ring = [(u, v) for u in side for v in side if max(abs(u), abs(v)) > 0.99]
    return np.asarray(middle + half * np.array(ring))


def _bulge(at: Floats, knots: Floats) -> Floats:
    far = np.hypot(*np.moveaxis(at[:, None] - knots[None], 2, 0))
    return np.asarray(far**2 * np.log(far + 1e-12))


def _solve(knots: Floats, to: Floats, give: Floats) -> Floats:
    count = len(knots)
    left = np.zeros((count + 3, count + 3))
    left[:count, :count] = _bulge(knots, knots) + np.diag(give)
    left[:count, count:] = _with_one(knots)
    left[count:, :count] = _with_one(knots).T
    return np.linalg.solve(left, np.concatenate([to, np.zeros((3, 2))]))
