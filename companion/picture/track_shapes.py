"""A board's layout as exact shapes, for `authoring.lint` and for tap targets. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import NamedTuple

from companion.boards import geometry
from companion.boards.geometry import Bounds, Point, Polygon, Space
from companion.boards.layout import Bend, Layout, Place
from companion.boards.model import Board, Route


class Track(NamedTuple):
    """A route with its spaces, their shapes and bounding boxes, and how many spaces each of its lines has (`shares`).

    It has two lines if it leaves the picture at one edge and continues at another.
    """

    route: Route
    spaces: list[Space]
    shapes: list[Polygon]
    bounds: list[Bounds]
    shares: tuple[int, ...]

    @property
    def rows(self) -> list[list[Polygon]]:
        """The shapes of each line: two lists if the route continues at another edge, else one."""
        first = self.shares[0]
        return [self.shapes[:first], self.shapes[first:]] if len(self.shares) > 1 else [self.shapes]


@dataclass(frozen=True)
class Shapes:
    """The shapes of everything on a board's picture."""

    board: Board
    layout: Layout

    @cached_property
    def tracks(self) -> list[Track]:
        """Every route whose pair has a bend, in the board's order."""
        return [self._track(route) for route in self.board.route.values() if route.pair in self.layout.bend]

    @cached_property
    def pairs(self) -> dict[str, list[Track]]:
        """The tracks that lie side by side, by pair."""
        pairs: dict[str, list[Track]] = {}
        for track in self.tracks:
            pairs.setdefault(track.route.pair, []).append(track)
        return pairs

    @cached_property
    def curves(self) -> list[tuple[Bend, list[Point]]]:
        """The middle lines of all pairs, each as a line of straight pieces."""
        return [(bend, geometry.Curve(line.path).points) for bend in self.layout.pairs for line in bend.lines]

    @cached_property
    def labels(self) -> list[tuple[Place, Polygon]]:
        """The places with a name on the picture, each with the shape of its name."""
        return [(place, geometry.box(*place.label)) for place in self.layout.spots if place.label]

    def name(self, city: str) -> str:
        """The name of a city on the board, or its id where the board does not know it."""
        place = self.board.city.get(city)
        return place.name if place else city

    def names(self, pair: Bend | Route) -> str:
        """The names of the two cities of a pair."""
        return f"{self.name(pair.a)}–{self.name(pair.b)}"

    def near(self, reach: float) -> Iterator[tuple[Track, int, Track, int]]:
        """Every two spaces of different routes whose middles are no farther apart than this.

        Each space is given by its track and its number on it.
        """
        spaces = [
            (track, number, space.x, space.y) for track in self.tracks for number, space in enumerate(track.spaces)
        ]
        spaces.sort(key=lambda item: item[2])  # from left to right, so that only the next few can be near
        for n, (track, number, x, y) in enumerate(spaces):
            for other, other_number, other_x, other_y in spaces[n + 1 :]:
                if other_x - x > reach:
                    break
                if other is not track and hypot(other_x - x, other_y - y) <= reach:
                    yield track, number, other, other_number

    def _track(self, route: Route) -> Track:
        """A route's spaces as shapes, where they are among parallel tracks."""
        number = sum(other < route.id for other in route.beside)
        bend = self.layout.bend[route.pair]
        longest = max(self.board.route[name].length for name in (route.id, *route.beside))
        row = geometry.spaces(self.layout, bend, route.length, number, 1 + len(route.beside), longest)
        shapes: list[Polygon] = [geometry.corners(space, self.layout.space) for space in row]
        return Track(route, row, shapes, [geometry.bounds(shape) for shape in shapes], bend.shares(route.length))
