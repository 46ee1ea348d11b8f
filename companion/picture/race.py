"""The race chart: each player's route points over the game, as an SVG with literal colours. Pure.

Each player's line climbs at each of their claims, with a stop there, and ends at a sign with their points.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.i18n import gettext as _
from companion.i18n import listed, pgettext
from companion.picture import looks as players
from companion.picture.element import Element, numbers
from companion.picture.layers import FACES
from companion.picture.looks import Look
from companion.picture.palette import LIGHT, Palette
from companion.rules.table import Table

WIDTH: Final = 720.0
HEIGHT: Final = 260.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 74.0, 14.0, 26.0
STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 500)
# The stop of a player without a known shape.
PLATE: Final = "M-8-9H8A3 3 0 0 1 11-6V6A3 3 0 0 1 8 9H-8A3 3 0 0 1-11 6V-6A3 3 0 0 1-8-9z"
SIGN: Final = 17.0  # the least distance of two signs


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's points after each of their claims; a stop is how many claims there were by then, and the points."""

    color: str
    stops: tuple[tuple[int, int], ...]

    @property
    def points(self) -> int:
        """The points at the end."""
        return self.stops[-1][1] if self.stops else 0


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a number of claims and of points is in the chart: `most` points are at its top."""

    claims: int
    most: int
    height: float

    @property
    def floor(self) -> float:
        """Where 0 points are."""
        return self.height - BOTTOM

    def x(self, claims: float) -> float:
        return LEFT + claims * (WIDTH - LEFT - RIGHT) / self.claims

    def y(self, points: float) -> float:
        return self.floor - points * (self.floor - TOP) / self.most


def route_curves(table: Table) -> list[Curve]:
    """The curve of each player's route points, in seating order; claims count in the order of the log."""
    sums = dict.fromkeys(table.setup.colors, 0)
    stops: dict[str, list[tuple[int, int]]] = {color: [] for color in sums}
    for claims, made in enumerate(table.claims.values(), 1):
        for player, points in made.points.items():
            sums[player] += points
            stops[player].append((claims, sums[player]))
    return [Curve(color, tuple(stops_of_player)) for color, stops_of_player in stops.items()]


def race(
    table: Table,
    palette: Palette = LIGHT,
    *,
    looks: Mapping[str, Look] | None = None,
    width: float | None = None,
    height: float = HEIGHT,
    faces: str = FACES,
    other_curves: Sequence[Curve] | None = None,
) -> str:
    """The chart as SVG text, of this `width` or as wide as its container; `height` is relative to a width of 720.

    `looks` is for players who chose their own; `faces` are the fonts of the page. Instead of route points the chart
    may show `other_curves`. It then has a line that a page can move to a claim: its `data-from` is where it is before
    the first claim, and its `data-step` how far it moves for each.
    """
    everyone = players.looks(table.board.colors) | dict(looks or {})
    curves = route_curves(table) if other_curves is None else other_curves
    most = max((run.points for run in curves), default=0)
    scale = _Scale(max(len(table.claims), 1), max(most, STEPS[0]), height)
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH:g} {height:g}", role="img")
    root.put({"font-family": faces})
    if width:
        root.put({"width": f"{width:g}", "height": f"{width * height / WIDTH:g}"})
    title = in_words(table) if other_curves is None else points_in_words(table, other_curves)
    root.add(Element("title", text=title), Element("rect", width=WIDTH, height=height, fill=palette.paper))
    root.add(_rules(scale, palette), *_lines(scale, palette, curves, everyone))
    root.add(*_signs(scale, palette, curves, everyone))
    if other_curves is not None:
        root.add(_now(scale, palette))
    return str(root)


def in_words(table: Table) -> str:
    """The chart in words, for people who cannot see it."""
    return _("Route points over the game. At the end: {ends}").format(ends=_ends(table, route_curves(table)))


def points_in_words(table: Table, curves: Sequence[Curve]) -> str:
    """The chart of points for routes and tickets in words."""
    text = _("Points for routes and completed tickets over the game. After the last claim: {ends}")
    return text.format(ends=_ends(table, curves))


def _ends(table: Table, curves: Sequence[Curve]) -> str:
    """Each player with their points at the end, as a list."""
    # Translators: a player and their points, such as: Ada 45
    return listed(
        [_("{name} {points}").format(name=table.setup.name(run.color), points=run.points) for run in curves]
    )


def _now(scale: _Scale, palette: Palette) -> Element:
    """The vertical line at a claim, which a script moves; at first it is at the last claim."""
    x, step = scale.x(scale.claims), scale.x(1) - scale.x(0)
    line = Element("line", x1=x, x2=x, y1=TOP, y2=scale.floor, stroke=palette.ink, stroke_width=1.5)
    line.put({"data-now": "", "data-from": numbers(scale.x(0)), "data-step": f"{step:.4f}"})
    return line


def _rules(scale: _Scale, palette: Palette) -> Element:
    """Horizontal lines with their numbers of points, and the caption of the axis of claims."""
    step = next((step for step in STEPS if scale.most <= 5 * step), STEPS[-1])
    group = Element("g", stroke=palette.coast, stroke_width=0.6, font_size=10)
    for points in range(0, scale.most + 1, step):
        y = scale.y(points)
        data = f"M{numbers(LEFT, y)}H{numbers(WIDTH - RIGHT)}"
        group.add(Element("path", d=data, stroke_dasharray="1.5 2.5" if points else None))
        figure = Element("text", text=str(points), x=LEFT - 7, y=y + 3.5, fill=palette.ink, stroke="none")
        figure.put({"text-anchor": "end"})
        group.add(figure)
    caption = Element(
        "text", text=pgettext("axis", "claims"), x=WIDTH - RIGHT, y=scale.height - 8, fill=palette.ink, stroke="none"
    )
    caption.put({"text-anchor": "end"})
    group.add(caption)
    return group


def _lines(
    scale: _Scale, palette: Palette, curves: Sequence[Curve], everyone: Mapping[str, Look]
) -> Iterator[Element]:
    """Each player's line with an outline, and their shape at every stop so that lines differ without colour."""
    for run in curves:
        look = everyone[run.color]
        steps = (f"H{numbers(scale.x(x))}V{numbers(scale.y(y))}" for x, y in (*run.stops, (scale.claims, run.points)))
        data = f"M{numbers(scale.x(0), scale.y(0))}{''.join(steps)}"
        cased, coloured = Element("path", stroke=palette.casing, stroke_width=4), Element("path", stroke=look.colour)
        for line in (cased, coloured):
            line.put({"d": data, "fill": "none", "stroke-linejoin": "round"})
        coloured.put({"stroke-width": "2.4", "data-line": run.color})
        stops = [_stop(look, palette, scale.x(x), scale.y(y)) for x, y in run.stops]
        yield Element("g", cased, coloured, *stops)


def _stop(look: Look, palette: Palette, x: float, y: float) -> Element:
    """A stop of a player's line: their shape, or a plate with their letter if they have no shape of ours."""
    place = f"translate({numbers(x, y)})scale(.46)"
    stop = Element("path", d=look.figure.path or PLATE, fill=palette.dot, stroke=palette.casing, transform=place)
    stop.put({"stroke-width": "3"})
    return stop if look.figure.path else Element("g", stop, _letter(look, palette.ink, place))


def _letter(look: Look, colour: str, place: str) -> Element:
    """The letter on the plate of a player without a shape."""
    label = Element("text", text=look.letter, y=5.4, fill=colour, font_size=15, transform=place)
    label.put({"font-weight": "bold", "text-anchor": "middle"})
    return label


def _signs(
    scale: _Scale, palette: Palette, curves: Sequence[Curve], everyone: Mapping[str, Look]
) -> Iterator[Element]:
    """The sign at the end of each line: the player's colour, shape, letter and points."""
    x = scale.x(scale.claims)
    for run, y in _apart(curves, scale):
        look, end = everyone[run.color], scale.y(run.points)
        leader = f"M{numbers(x, end)}L{numbers(x + 12, y)}"
        yield Element("path", d=leader, stroke=palette.casing, stroke_width=1, fill="none")
        plate = Element("rect", x=-10, y=-10, width=20, height=20, rx=4, fill=look.colour, stroke=palette.casing)
        plate.put({"stroke-width": "1.8"})
        figure = Element("path", d=look.figure.path, fill=look.on, transform="scale(.72)")
        if not look.figure.path:
            figure = _letter(look, look.on, "scale(1)")
        label = Element("text", text=f"{look.letter} {run.points}", x=x + 29, y=y + 4, fill=palette.ink, font_size=12)
        label.put({"font-weight": "bold"})
        place = f"translate({numbers(x + 19, y)})scale(.75)"
        yield Element("g", Element("g", plate, figure, transform=place), label, data_sign=run.color)


def _apart(curves: Sequence[Curve], scale: _Scale) -> list[tuple[Curve, float]]:
    """Each curve, best first, with the y of its sign: that of its end, moved so that signs do not overlap."""
    best_first = sorted(curves, key=lambda run: -run.points)
    heights: list[float] = []
    for run in best_first:
        end = scale.y(run.points)
        heights.append(max(end, heights[-1] + SIGN) if heights else end)
    # Those that have come too far down are moved up again, from the lowest on.
    lowest = scale.floor
    for n in range(len(heights) - 1, -1, -1):
        heights[n] = min(heights[n], lowest)
        lowest = heights[n] - SIGN
    return list(zip(best_first, heights, strict=True))
