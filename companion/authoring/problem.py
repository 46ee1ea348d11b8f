"""The facts of a board that its layout depends on, as arrays."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import LABEL_HEIGHT
from companion.boards.model import Board
from companion.picture.lettering import text_width
from companion.rules.mechanics import pairs_that_cross

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Sizes in units of the picture, before it is scaled.
LONG: Final = 20.0  # a train space
WIDE: Final = 6.6
DOT: Final = 4.5  # the radius of a city's dot
FONT: Final = 11.0
TRACK_GAP: Final = 1.6
BEST_PITCH: Final = LONG + 3.2  # from the middle of a space to that of the next
UNLIKE: Final = 8.0  # how much earlier a shorter parallel track ends, for each space that it has fewer
# The area that a picture needs for every train space and every place; and the least there is.
ROOM_PER_SPACE: Final = 700.0
ROOM_PER_PLACE: Final = 3200.0
LEAST_ROOM: Final = 140_000.0
SHAPES: Final = (0.62, 1.7)  # the least and the greatest width of a picture, in parts of its height
Size = tuple[float, float]
Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Problem:
    """The places and pairs of a board, by number. Sizes are in units of the picture."""

    size: Floats  # (2,): width and height of the picture
    scale: float  # how much larger everything but the type is drawn; during the search the type is smaller instead
    cities: tuple[str, ...]
    earth: Floats  # (cities, 2): equirectangular, x east and y south
    borders: Ints  # numbers of the places that are borders
    named: Ints  # (labels,): numbers of the places that have a label
    labels: Floats  # (labels, 2): width and height
    pairs: tuple[tuple[str, str], ...]
    ends: Ints  # (pairs, 2): numbers of cities
    lengths: Ints  # (pairs,)
    tracks: Ints  # (pairs,)
    unlike: Floats  # (pairs,): how far a shorter track's row ends from the longest one's, at either end
    may_cross: NDArray[np.bool_]  # (pairs, pairs): whether two pairs cross on the board itself
    loose: Ints  # numbers of the pairs with an end that is no city: their direction on the Earth is vague

    @property
    def directions(self) -> Floats:
        """The direction of every pair on the Earth, in radians."""
        across = self.earth[self.ends[:, 1]] - self.earth[self.ends[:, 0]]
        return np.arctan2(across[:, 1], across[:, 0])


def problem(board: Board, size: Size | None = None, scale: float = 1.0, may_cross: Pairs = frozenset()) -> Problem:
    """What the search for a board's layout is given, for a picture of this size or else of a suitable one.

    `scale` draws routes larger than usual, for boards with long names and short routes. `may_cross` are pairs that
    may cross beside those that cross on the board itself.
    """
    number = {city.id: i for i, city in enumerate(board.cities)}
    shrink = np.cos(np.radians(np.mean([city.lat for city in board.cities])))
    earth = np.array([(city.lon * shrink, -city.lat) for city in board.cities])
    pairs = [board.pairs[pair] for pair in sorted(board.pairs)]
    font = FONT / scale
    crossing = pairs_that_cross(board) | may_cross
    height = LABEL_HEIGHT * font
    named = [city for city in board.cities if city.kind != "junction"]
    lengths = [[route.length for route in routes] for routes in pairs]
    loose = [i for i, routes in enumerate(pairs) if any(board.city[end].kind != "city" for end in routes[0].ends)]
    return Problem(
        size=np.array(size) / scale if size else np.array(suitable_size(board, earth)),
        scale=scale,
        cities=tuple(number),
        earth=earth,
        borders=np.array([number[city.id] for city in board.cities if city.kind == "border"], dtype=np.int64),
        named=np.array([number[city.id] for city in named]),
        labels=np.array([(text_width(city.name, font), height) for city in named]),
        pairs=tuple(routes[0].ends for routes in pairs),
        ends=np.array([[number[end] for end in routes[0].ends] for routes in pairs]),
        lengths=np.array([max(each) for each in lengths]),
        tracks=np.array([len(each) for each in lengths]),
        unlike=np.array([(max(each) - min(each)) * UNLIKE for each in lengths]),
        may_cross=np.array([[(a[0].pair, b[0].pair) in crossing for b in pairs] for a in pairs]),
        loose=np.array(loose, dtype=np.int64),
    )


def suitable_size(board: Board, earth: Floats) -> Size:
    """A suitable width and height: enough room for everything, in about the proportions of the map."""
    spaces = sum(route.length for route in board.routes)
    area = max(spaces * ROOM_PER_SPACE + len(board.cities) * ROOM_PER_PLACE, LEAST_ROOM)
    across, down = np.maximum(np.ptp(earth, axis=0), 1e-3)
    shape = float(np.clip(across / down, *SHAPES))
    return _in_tens((area * shape) ** 0.5), _in_tens((area / shape) ** 0.5)


def _in_tens(length: float) -> float:
    """A length rounded to tens."""
    return float(round(length / 10) * 10)
