"""Where everything in a picture is, as numbers and path data, independent of the state. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, dist, radians, sin
from statistics import fmean
from typing import Final, NamedTuple

from companion.boards.geometry import Point, Space, aside, beside, rows
from companion.boards.layout import Bend, Layout, Place
from companion.boards.model import Board, Route
from companion.picture.element import numbers
from companion.picture.looks import Look
from companion.picture.owner_letters import Row, Sign, seconds, signs
from companion.picture.palette import Palette

# The outlines of a car and of a ship, relative to the length and width of a space.
BOX: Final = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
HULL: Final = ((-0.37, -0.5), (0.3, -0.5), (0.5, 0.0), (0.3, 0.5), (-0.37, 0.5), (-0.5, 0.0))


@dataclass(frozen=True, slots=True)
class Run:
    """A route on the picture, its spaces from left to right.

    `line` leads from city to city through the middle of every space, and begins at the city `start`; `sign` is the
    position of the owner's letter; `cars` is the path data of all spaces. If the route continues at another edge of
    the picture, `cut` is the number of spaces in its first part.
    """

    spaces: tuple[Space, ...]
    line: tuple[Point, ...]
    sign: Sign
    cars: str
    start: str
    cut: int | None = None

    @property
    def row(self) -> Row:
        """The spaces and ends, to position letters."""
        return Row(self.spaces, self.spaces[: self.cut], (self.line[0], self.line[-1]))

    @property
    def data(self) -> str:
        """The line as path data."""
        if self.cut is None:
            return line_data(self.line)
        return line_data(self.line[: self.cut + 1]) + line_data(self.line[self.cut + 1 :])

    def gaps(self, length: float) -> list[tuple[Point, Point]]:
        """The pieces of the line between the spaces, if each space had this length; the one at the cut is a point."""
        last = len(self.line) - 2
        gaps = []
        for number, (before, after) in enumerate(pairwise(self.line)):
            end = before if number == self.cut else after
            # The first piece begins and the last one ends at a city, the others half a space from a middle.
            from_start = length / 2 if number > 0 else 0.0
            from_end = length / 2 if number < last else 0.0
            gaps.append((_toward(before, end, from_start), _toward(end, before, from_end)))
        return gaps

    def dashes(self, length: float) -> str:
        """A dash array that leaves out the spaces, to draw the line over them; nothing is drawn of a cut route."""
        if self.cut is not None:
            return "0 999"
        first, *inner, last = (dist(*gap) for gap in self.gaps(length))
        # One number for all gaps: they are nearly equal, and repeated text compresses well.
        between = f" {numbers(length)} {numbers(fmean(inner))}" * len(inner) if inner else ""
        return f"{round(first)}{between} {numbers(length)} {round(last)}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything in a picture that does not depend on the state. `name` is the prefix of all its ids."""

    board: Board
    layout: Layout
    runs: Mapping[str, Run]
    looks: Mapping[str, Look]
    palette: Palette
    name: str

    def tag(self, route: str) -> Point:
        """Where a route's number is when it is offered: in its middle, but staggered on parallel tracks."""
        others, run = self.board.route[route].beside, self.runs[route]
        spaces = run.spaces[: run.cut]
        half = self.layout.space[0] / 2
        points = [
            _along(spaces[0], -half),
            *((space.x, space.y) for space in spaces),
            _along(spaces[-1], half),
        ]
        tracks_before = sum(other < route for other in others)
        share_of_way = (1 + tracks_before) / (2 + len(others))
        place = share_of_way * (len(points) - 1)
        return _between(points[int(place)], points[int(place) + 1], place % 1)

    @property
    def letters(self) -> dict[str, Sign]:
        """The position of the owner's letter, by route."""
        return {route: run.sign for route, run in self.runs.items()}

    @property
    def second_letters(self) -> dict[str, Sign]:
        """The position of a second owner's letter, by route; they never overlap."""
        return seconds({route: run.row for route, run in self.runs.items()}, self.letters, self.runs)

    def at(self, city: str) -> Point:
        """Where a city is."""
        place = self.layout.place[city]
        return place.x, place.y

    def places(self) -> list[Place]:
        """The spots of the board's places."""
        return [place for place in self.layout.spots if place.id in self.board.city]


def runs(board: Board, layout: Layout) -> dict[str, Run]:
    """The runs of all routes for which the layout has a bend."""
    tracks: dict[str, _Track] = {}
    for pair, routes in board.pairs.items():
        if pair in layout.bend:
            tracks |= {route.id: track for route, track in zip(routes, _tracks(layout, pair, routes), strict=True)}
    names = (spot.label for spot in layout.spots if spot.label)
    letters = signs({route: track.row for route, track in tracks.items()}, names)
    return {route: _run(layout, board.route[route], track, letters[route]) for route, track in tracks.items()}


class _Track(NamedTuple):
    """A route's line: its first end, the middles of its spaces from left to right, and its last end.

    `row` is where its letter may be (of a cut track, in its first part); `start` and `cut` are those of a `Run`.
    """

    line: tuple[Space, ...]
    row: Row
    start: str
    cut: int | None


def _tracks(layout: Layout, pair: str, routes: Sequence[Route]) -> Iterable[_Track]:
    """The tracks of a pair's routes, side by side."""
    bend = layout.bend[pair]
    is_cut = bend.rest is not None
    longest = max(route.length for route in routes)
    for number, route in enumerate(routes):
        parts = _parts_of_track(bend, route.length, longest, aside(layout, number, len(routes)))
        leads_left = _leads_left(parts, is_cut)
        if leads_left:
            parts = [part[::-1] for part in reversed(parts)]
        first_line = parts[1]
        line = tuple(space for part in parts for space in part)
        ends = [(end.x, end.y) for end in (line[0], line[-1])]
        row = Row(line[1:-1], first_line, ends, number, len(routes))
        cut_after = len(first_line) if is_cut else None
        yield _Track(line, row, bend.b if leads_left else bend.a, cut_after)


def _parts_of_track(bend: Bend, length: int, longest: int, offset: float) -> list[list[Space]]:
    """The points of a track from a to b, in parts: its first end, the spaces of each of its lines, its last end."""
    lines = rows(bend, length, longest)
    first_curve, last_curve = lines[0][0], lines[-1][0]
    middles = [[curve.at(along) for along in distances] for curve, distances in lines]
    parts = [[first_curve.at(0.0)], *middles, [last_curve.at(last_curve.length)]]
    return [beside(part, offset) for part in parts]


def _leads_left(parts: Sequence[Sequence[Space]], is_cut: bool) -> bool:
    """Whether a track, in parts from a to b, leads to the left."""
    # A cut track leaves the picture after its first line, so only that shows which way it goes.
    toward = parts[1] if is_cut else parts[-1]
    return parts[0][0].x > toward[-1].x


def _run(layout: Layout, route: Route, track: _Track, letter: Sign) -> Run:
    """A route on the picture, from its track and the position of its letter."""
    spaces = track.line[1:-1]
    outline = HULL if route.pieces == "ship" else BOX
    line = tuple((point.x, point.y) for point in track.line)
    return Run(spaces, line, letter, _cars(spaces, layout.space, outline), track.start, track.cut)


def _cars(spaces: Iterable[Space], size: tuple[float, float], outline: Sequence[Point]) -> str:
    """Path data of spaces with this outline, each relative to the one before."""
    length, width = size
    text, at = "", (0.0, 0.0)
    for x, y, exact_angle in spaces:
        angle = _rounded(exact_angle, 3)
        along = length * cos(angle), length * sin(angle)
        across = -width * sin(angle), width * cos(angle)
        corners = [(u * along[0] + v * across[0], u * along[1] + v * across[1]) for u, v in outline]
        # Relative to the rounded position, so that rounding errors do not add up.
        step = _fifths(x + corners[0][0] - at[0]), _fifths(y + corners[0][1] - at[1])
        at = at[0] + step[0], at[1] + step[1]
        text += f"{'m' if text else 'M'}{numbers(*step)}l{numbers(*_steps(corners))}z"
    return text


def _steps(points: Sequence[Point]) -> Iterator[float]:
    """What leads from each point to the next: across, down, across, down, …"""
    for (x, y), (next_x, next_y) in pairwise(points):
        yield next_x - x
        yield next_y - y


def line_data(points: Sequence[Point]) -> str:
    """Path data of a line through points, rounded to halves."""
    halves = [(round(2 * x) / 2, round(2 * y) / 2) for x, y in points]
    return f"M{numbers(*halves[0])}l{numbers(*_steps(halves))}"


def spots(points: Iterable[Point]) -> str:
    """Path data of dots, which round line caps make visible."""
    return "".join(f"M{numbers(x, y)}h.1" for x, y in points)


def rings(points: Iterable[Point], radius: float) -> str:
    """Path data of circles around points."""
    r, d = numbers(radius), numbers(2 * radius)
    return "".join(f"M{numbers(x - radius, y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z" for x, y in points)


def arrow(tail: Point, head: Point, size: float = 3.4) -> str:
    """Path data of an open arrow head in the middle between two points, pointing to `head`."""
    angle = _rounded(atan2(head[1] - tail[1], head[0] - tail[0]), 5)
    ux, uy = size * cos(angle), size * sin(angle)
    x, y = (tail[0] + head[0]) / 2 - ux * 0.3, (tail[1] + head[1]) / 2 - uy * 0.3
    wing = numbers(x - uy, y + ux)
    return f"M{wing}l{numbers(ux * 0.6 + uy, uy * 0.6 - ux, -ux * 0.6 + uy, -uy * 0.6 - ux)}"


def _fifths(length: float) -> float:
    """A length rounded to a fifth of a unit, which compresses well."""
    return round(5 * length) / 5


def _rounded(angle: float, step: int) -> float:
    """An angle rounded to a multiple of `step` degrees, so that similar spaces have equal text."""
    return radians(step * round(degrees(angle) / step))


def _along(space: Space, by: float) -> Point:
    """The point that far from the middle of a space in its direction."""
    return space.x + by * cos(space.angle), space.y + by * sin(space.angle)


def _toward(a: Point, b: Point, by: float) -> Point:
    """The point that far from a on the way to b."""
    return _between(a, b, by / (dist(a, b) or 1.0))


def _between(a: Point, b: Point, part: float) -> Point:
    """The point after this part of the way from a to b."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
