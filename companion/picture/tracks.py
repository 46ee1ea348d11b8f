"""A board's layout as exact shapes: what `lint` looks over and what a finger points at. Pure."""

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
    """A route with its spaces, those as shapes, and the upright rectangles around them."""

    route: Route
    spaces: list[Space]
    shapes: list[Polygon]
    bounds: list[Bounds]


@dataclass(frozen=True)
class Shapes:
    """Everything of a board that has a place on its picture."""

    board: Board
    layout: Layout

    @cached_property
    def tracks(self) -> list[Track]:
        """Every route whose pair has a bend, in the board's order."""
        return [self._track(route) for route in self.board.route.values() if route.pair in self.layout.bend]

    @cached_property
    def pairs(self) -> dict[str, list[Track]]:
        """The tracks that lie side by side, by pair."""
        found: dict[str, list[Track]] = {}
        for track in self.tracks:
            found.setdefault(track.route.pair, []).append(track)
        return found

    @cached_property
    def curves(self) -> list[tuple[Bend, list[Point]]]:
        """The middle lines of all pairs, each as a line of straight pieces."""
        return [(bend, geometry.Curve(bend.path).points) for bend in self.layout.pairs]

    @cached_property
    def labels(self) -> list[tuple[Place, Polygon]]:
        return [(place, geometry.box(*place.label)) for place in self.layout.cities]

    def name(self, city: str) -> str:
        """The name of a city on the board, or its id where the board does not know it."""
        known = self.board.city.get(city)
        return known.name if known else city

    def names(self, pair: Bend | Route) -> str:
        """The two cities of a pair, as people say it."""
        return f"{self.name(pair.a)}–{self.name(pair.b)}"

    def near(self, reach: float) -> Iterator[tuple[Track, int, Track, int]]:
        """Spaces of different routes whose middles are no farther apart than this."""
        every = [(track, i, *track.spaces[i][:2]) for track in self.tracks for i in range(len(track.spaces))]
        every.sort(key=lambda item: item[2])
        for n, (track, i, x, y) in enumerate(every):
            for other, j, u, v in every[n + 1 :]:
                if u - x > reach:
                    break
                if other is not track and hypot(u - x, v - y) <= reach:
                    yield track, i, other, j

    def _track(self, route: Route) -> Track:
        place = sum(other < route.id for other in route.beside)
        bend = self.layout.bend[route.pair]
        row = geometry.spaces(self.layout, bend, route.length, place, 1 + len(route.beside))
        shapes: list[Polygon] = [geometry.corners(space, self.layout.space) for space in row]
        return Track(route, row, shapes, [geometry.bounds(shape) for shape in shapes])
