"""The places of everything in a picture, as numbers and path data: the same in every state. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, dist, radians, sin
from statistics import fmean
from typing import Final, NamedTuple

from companion.boards.geometry import Point, Space, aside, beside, rows
from companion.boards.layout import Layout, Place
from companion.boards.model import Board, Route
from companion.picture.element import numbers
from companion.picture.looks import Look
from companion.picture.palette import Palette
from companion.picture.sign import Row, Sign, seconds, signs

# The outlines of a space, in parts of its length and width: of a car, and of a ship with bow and stern.
BOX: Final = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
HULL: Final = ((-0.37, -0.5), (0.3, -0.5), (0.5, 0.0), (0.3, 0.5), (-0.37, 0.5), (-0.5, 0.0))


@dataclass(frozen=True, slots=True)
class Run:
    """A route as it lies on the picture, its spaces from left to right.

    `line` leads from city to city through the middle of every space; `sign` is where the owner's letter stands.
    A route that goes round the edge of the picture has as many spaces on this side of it as `cut` says.
    """

    spaces: tuple[Space, ...]
    line: tuple[Point, ...]
    sign: Sign
    cars: str
    start: str
    cut: int | None = None

    @property
    def row(self) -> Row:
        """What letters stand on."""
        return Row(self.spaces, self.spaces[: self.cut], (self.line[0], self.line[-1]))

    @property
    def data(self) -> str:
        """The line as path data."""
        if self.cut is None:
            return line_data(self.line)
        return line_data(self.line[: self.cut + 1]) + line_data(self.line[self.cut + 1 :])

    def gaps(self, length: float) -> list[tuple[Point, Point]]:
        """The pieces of the line between the spaces, if each space had this length."""
        places = ((a, a if i == self.cut else b) for i, (a, b) in enumerate(pairwise(self.line)))
        last = len(self.line) - 2
        return [
            (_toward(a, b, length / 2 if i else 0.0), _toward(b, a, length / 2 if i < last else 0.0))
            for i, (a, b) in enumerate(places)
        ]

    def dashes(self, length: float) -> str:
        """The line as dashes that leave out the spaces, to be drawn over them; where it is cut, nothing of it."""
        if self.cut is not None:
            return "0 999"
        first, *inner, last = (dist(*gap) for gap in self.gaps(length))
        # One number for all gaps between spaces: they are alike, and the same text again is sent for nothing.
        between = f" {numbers(length)} {numbers(fmean(inner))}" * len(inner) if inner else ""
        return f"{round(first)}{between} {numbers(length)} {round(last)}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is settled before a state is known. `name` begins every id in the picture."""

    board: Board
    layout: Layout
    runs: Mapping[str, Run]
    looks: Mapping[str, Look]
    palette: Palette
    name: str

    def tag(self, route: str) -> Point:
        """Where a route's number stands: in its middle, but on tracks side by side not beside one another."""
        others, run = self.board.route[route].beside, self.runs[route]
        spaces = run.spaces[: run.cut]
        part = (1 + sum(other < route for other in others)) / (2 + len(others))
        first, last = spaces[0], spaces[-1]
        ends = (_along(first, -self.layout.space[0] / 2), _along(last, self.layout.space[0] / 2))
        points = [ends[0], *((space.x, space.y) for space in spaces), ends[1]]
        place = part * (len(points) - 1)
        return _between(points[int(place)], points[int(place) + 1], place % 1)

    @property
    def letters(self) -> dict[str, Sign]:
        """Where the letter of every route's owner stands."""
        return {route: run.sign for route, run in self.runs.items()}

    @property
    def second_letters(self) -> dict[str, Sign]:
        """Where that of a second owner stands, whichever other routes have one."""
        return seconds({route: run.row for route, run in self.runs.items()}, self.letters, self.runs)

    def at(self, city: str) -> Point:
        """Where a city is."""
        place = self.layout.place[city]
        return place.x, place.y

    def places(self) -> list[Place]:
        """The spots of the board's places."""
        return [place for place in self.layout.spots if place.id in self.board.city]


def runs(board: Board, layout: Layout) -> dict[str, Run]:
    """Every route of a board that its layout has a bend for."""
    lying = {
        route.id: lies
        for pair, routes in board.pairs.items()
        if pair in layout.bend
        for route, lies in zip(routes, _pair(layout, pair, routes), strict=True)
    }
    letters = signs(
        {route: lies.row for route, lies in lying.items()}, (spot.label for spot in layout.spots if spot.label)
    )
    return {route: _run(layout, board.route[route], lies, letters[route]) for route, lies in lying.items()}


class _Lies(NamedTuple):
    """Where the spaces of a track lie, and what its letter stands on: of a track that is cut, its first part."""

    line: tuple[Space, ...]
    row: Row
    start: str
    cut: int | None


def _pair(layout: Layout, pair: str, routes: Sequence[Route]) -> Iterable[_Lies]:
    bend = layout.bend[pair]
    longest = max(route.length for route in routes)
    for track, route in enumerate(routes):
        parts, by = rows(bend, route.length, longest), aside(layout, track, len(routes))
        lines = [beside([curve.at(length) for length in along], by) for curve, along in parts]
        first, last = beside([parts[0][0].at(0.0)], by), beside([parts[-1][0].at(parts[-1][0].length)], by)
        turned = first[0].x > lines[0][-1].x if bend.rest else first[0].x > last[0].x
        if turned:
            first, last, lines = last, first, [line[::-1] for line in reversed(lines)]
        line = tuple(seat for part in (first, *lines, last) for seat in part)
        row = Row(line[1:-1], lines[0], [(s.x, s.y) for s in (line[0], line[-1])], track, len(routes))
        yield _Lies(line, row, bend.b if turned else bend.a, len(lines[0]) if bend.rest else None)


def _run(layout: Layout, route: Route, lies: _Lies, letter: Sign) -> Run:
    seats = lies.line[1:-1]
    outline = HULL if route.pieces == "ship" else BOX
    line = tuple((seat.x, seat.y) for seat in lies.line)
    return Run(seats, line, letter, _cars(seats, layout.space, outline), lies.start, lies.cut)


def _cars(spaces: Iterable[Space], size: tuple[float, float], outline: Sequence[Point]) -> str:
    """Spaces of an outline, each begun from where the one before it was."""
    text, at = "", (0.0, 0.0)
    for x, y, exact in spaces:
        angle = _rounded(exact, 3)
        along = size[0] * cos(angle), size[0] * sin(angle)
        across = -size[1] * sin(angle), size[1] * cos(angle)
        corners = [(u * along[0] + v * across[0], u * along[1] + v * across[1]) for u, v in outline]
        # From what was written, not from what was meant: the parts left off must not add up.
        step = _fifths(x + corners[0][0] - at[0]), _fifths(y + corners[0][1] - at[1])
        at = at[0] + step[0], at[1] + step[1]
        sides = (part for (u, v), (p, q) in pairwise(corners) for part in (p - u, q - v))
        text += f"{'m' if text else 'M'}{numbers(*step)}l{numbers(*sides)}z"
    return text


def line_data(points: Sequence[Point]) -> str:
    """A line through points to the nearest half, as path data."""
    halves = [(round(2 * x) / 2, round(2 * y) / 2) for x, y in points]
    steps = (part for (x, y), (px, py) in pairwise(halves) for part in (px - x, py - y))
    return f"M{numbers(*halves[0])}l{numbers(*steps)}"


def spots(points: Iterable[Point]) -> str:
    """Points that a round line cap makes visible."""
    return "".join(f"M{numbers(x, y)}h.1" for x, y in points)


def rings(points: Iterable[Point], radius: float) -> str:
    """Circles around points."""
    r, d = numbers(radius), numbers(2 * radius)
    return "".join(f"M{numbers(x - radius, y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z" for x, y in points)


def arrow(tail: Point, head: Point, size: float = 3.4) -> str:
    """An open arrow head in the middle of a gap, pointing along it."""
    angle = _rounded(atan2(head[1] - tail[1], head[0] - tail[0]), 5)
    ux, uy = size * cos(angle), size * sin(angle)
    x, y = (tail[0] + head[0]) / 2 - ux * 0.3, (tail[1] + head[1]) / 2 - uy * 0.3
    wing = numbers(x - uy, y + ux)
    return f"M{wing}l{numbers(ux * 0.6 + uy, uy * 0.6 - ux, -ux * 0.6 + uy, -uy * 0.6 - ux)}"


def _fifths(length: float) -> float:
    """A length to a fifth of a unit, for the same reason."""
    return round(5 * length) / 5


def _rounded(angle: float, step: int) -> float:
    """An angle to so many degrees: what lies alike is then the same text, sent again for little."""
    return radians(step * round(degrees(angle) / step))


def _along(space: Space, by: float) -> Point:
    return space.x + by * cos(space.angle), space.y + by * sin(space.angle)


def _toward(a: Point, b: Point, by: float) -> Point:
    return _between(a, b, by / (dist(a, b) or 1.0))


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
