"""What a board demands of its picture, as arrays."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import LABEL_HEIGHT
from companion.boards.model import Board
from companion.picture.lettering import text_width

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

WIDTH: Final = 720.0
HEIGHT: Final = 480.0
LONG: Final = 20.0
WIDE: Final = 6.6
DOT: Final = 4.5
FONT: Final = 11.0
TRACK_GAP: Final = 1.6
BEST_PITCH: Final = LONG + 3.2


@dataclass(frozen=True)
class Problem:
    """Cities, and the pairs of cities that are joined, by number. Sizes are in units of the picture."""

    cities: tuple[str, ...]
    earth: Floats  # (cities, 2): equirectangular, x east and y south
    labels: Floats  # (cities, 2): width and height
    pairs: tuple[tuple[str, str], ...]
    ends: Ints  # (pairs, 2): numbers of cities
    lengths: Ints  # (pairs,)
    tracks: Ints  # (pairs,)

    @property
    def directions(self) -> Floats:
        """The direction of every pair on the Earth, in radians."""
        across = self.earth[self.ends[:, 1]] - self.earth[self.ends[:, 0]]
        return np.arctan2(across[:, 1], across[:, 0])


def problem(board: Board) -> Problem:
    """A board's demands."""
    number = {city.id: i for i, city in enumerate(board.cities)}
    shrink = np.cos(np.radians(np.mean([city.lat for city in board.cities])))
    pairs = [board.pairs[pair] for pair in sorted(board.pairs)]
    height = LABEL_HEIGHT * FONT
    return Problem(
        cities=tuple(number),
        earth=np.array([(city.lon * shrink, -city.lat) for city in board.cities]),
        labels=np.array([(text_width(city.name, FONT), height) for city in board.cities]),
        pairs=tuple(routes[0].ends for routes in pairs),
        ends=np.array([[number[end] for end in routes[0].ends] for routes in pairs]),
        lengths=np.array([max(route.length for route in routes) for routes in pairs]),
        tracks=np.array([len(routes) for routes in pairs]),
    )
