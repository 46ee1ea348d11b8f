"""What a tap on the picture or a typed text may mean: pairs of cities, and cities. No Flask."""

from dataclasses import dataclass
from math import hypot
from typing import Final

from companion.boards.layout import Place
from companion.boards.model import Board
from companion.boards.search import search
from companion.picture.tap_targets import Picker
from companion.prose.names import pair_name

MOST_ROWS: Final = 5
# So near to a city's middle, in the picture's units, a finger means the city.
CITY: Final = 9.0
# Cities so near are offered beside the routes.
NEARBY: Final = 18.0


@dataclass(frozen=True, slots=True)
class Meant:
    """Pairs and cities, the likeliest first; `alone` where one city was meant and these are its pairs."""

    pairs: list[str]
    cities: list[str]
    alone: bool = False


def nearest(board: Board, picker: Picker, x: float, y: float) -> Meant:
    """What a tap on the picture may mean; on a city it means that city."""
    near = _cities_near(board, x, y)
    if near and near[0][0] <= CITY:
        city = near[0][1]
        return Meant(pairs_at(board, city, picker, x, y), [city], True)
    pairs = [candidate.pair for candidate in picker.nearest((x, y), MOST_ROWS)]
    return Meant(pairs, [city for _distance, city in near[:2]])


def pairs_at(board: Board, city: str, picker: Picker | None = None, x: float = 0, y: float = 0) -> list[str]:
    """The pairs of a city: the nearest to a tap first, else by the other city's name."""
    pairs = dict.fromkeys(route.pair for route in board.route.values() if city in route.ends)
    if picker:
        near = [candidate.pair for candidate in picker.nearest((x, y), len(board.route))]
        return sorted(pairs, key=near.index)
    return sorted(pairs, key=lambda pair: pair_name(board, pair))


def typed(board: Board, text: str) -> Meant:
    """What a typed text may mean; of one city alone its routes."""
    found = search(board, text)
    if not found.pairs and len(found.cities) == 1:
        return Meant(pairs_at(board, found.cities[0]), [*found.cities], True)
    return Meant([*found.pairs[:MOST_ROWS]], [*found.cities[:MOST_ROWS]])


def _cities_near(board: Board, x: float, y: float) -> list[tuple[float, str]]:
    """Cities by their distance; who taps on a name is near as well."""
    if board.layout is None:
        return []
    places = [(_distance(place, x, y), place.id) for place in board.layout.cities if place.id in board.city]
    return sorted(near for near in places if near[0] <= NEARBY)


def _distance(place: Place, x: float, y: float) -> float:
    left, top, width, height = place.label
    on_name = left <= x <= left + width and top <= y <= top + height
    return min(hypot(place.x - x, place.y - y), CITY + 1 if on_name else NEARBY + 1)
