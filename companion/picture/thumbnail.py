"""Small pictures of boards for the shelf: land, routes as coloured lines, cities. Pure.

They are about a tenth of the size of a full picture, since the shelf shows many boards.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from companion.boards.base import joined
from companion.boards.geometry import Point, to_segment
from companion.boards.layout import Bend, Layout, Line
from companion.boards.model import Board
from companion.picture import NoLayout
from companion.picture.element import Element, numbers
from companion.picture.palette import Palette

# The longer side, in the picture's own units, which are whole numbers.
SIDE: Final = 200
LARGE: Final = 400
# How far a simplified coast or route may be off.
OFF: Final = 1.4
# Islands so small are left out.
SPECK: Final = 9

_RING: Final = re.compile(r"M([^Mz]*)")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")

Pixel = tuple[int, int]


def thumbnail(board: Board, palette: Palette) -> str:
    """The small picture of an empty board as SVG text. Raises NoLayout for a board without a layout."""
    return str(_drawn(board, palette, SIDE))


def claimed_thumbnail(board: Board, palette: Palette, claims: Iterable[tuple[str, str]], title: str) -> str:
    """A larger thumbnail as SVG text; each claimed route (route, colour) is a `<g data-claim>` of its own."""
    layout = _layout(board)
    root = _drawn(board, palette, LARGE)
    root.put({"role": "img", "aria-label": title})
    scale = LARGE / max(layout.width, layout.height)
    bends = {bend.pair: bend for bend in layout.pairs}
    for route, colour in claims:
        path = "".join(_stroke(line, scale) for line in bends[joined(*board.route[route].ends)].lines)
        casing = Element("path", d=path, stroke=palette.casing, stroke_width=10)
        claim = Element("g", casing, Element("path", d=path, stroke=colour, stroke_width=7), fill="none")
        claim.put({"data-claim": route, "stroke-linecap": "round"})
        root.add(claim)
    return str(root)


def _layout(board: Board) -> Layout:
    """Where the places of a board are. Raises NoLayout for a board without a layout."""
    if board.layout is None:
        raise NoLayout(board.id)
    return board.layout


def _drawn(board: Board, palette: Palette, side: int) -> Element:
    """A board without any claims: sea, land, routes, cities. Its longer side has this many units."""
    layout = _layout(board)
    scale, thick = side / max(layout.width, layout.height), side / SIDE
    across, down = round(layout.width * scale), round(layout.height * scale)
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {across} {down}")
    root.put({"width": str(across), "height": str(down)})
    whole = f"M0 0h{across}v{down}h-{across}z"
    root.inside.append(Element("path", d=whole, fill=palette.sea))
    if layout.land:
        land = "".join(_ring(points) for points in _rings(layout.land, scale))
        root.inside.append(Element("path", d=land, fill=palette.land, fill_rule="evenodd"))
    root.inside.append(Element("g", *_routes(board, layout, palette, scale), fill="none", stroke_width=2.4 * thick))
    dots = "".join(f"M{numbers(x, y)}h0" for x, y in sorted({_at((spot.x, spot.y), scale) for spot in layout.cities}))
    cities = Element("path", d=dots, stroke=palette.ink, stroke_width=4 * thick)
    cities.put({"stroke-linecap": "round"})
    root.inside.append(cities)
    return root


def _routes(board: Board, layout: Layout, palette: Palette, scale: float) -> Iterator[Element]:
    """One path per colour with a line for each pair; parallel tracks are one line."""
    colours: dict[str, list[str]] = {}
    for bend in layout.pairs:
        for line in bend.lines:
            colours.setdefault(_colour(board, bend), []).append(_stroke(line, scale))
    for colour, strokes in colours.items():
        tint = palette.routes[colour]
        # A colour too similar to the land is replaced by its outline's colour.
        ink = tint.edge if colour == ("black" if palette.name == "dark" else "white") else tint.fill
        yield Element("path", d="".join(strokes), stroke=ink)


def _colour(board: Board, bend: Bend) -> str:
    """The colour of the line for a pair: the first that is not grey, if one of its tracks has such a colour."""
    tracks = [route.color for route in board.pairs.get(bend.pair, ())]
    return next((colour for colour in tracks if colour != "gray"), "gray")


def _stroke(line: Line, scale: float) -> str:
    """Path data of a line, straight unless that would be visibly wrong."""
    start, one, other, end = ((x * scale, y * scale) for x, y in line.path)
    # The middle of a cubic Bézier curve.
    middle = tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(start, one, other, end, strict=True))
    (x, y), (to_x, to_y) = _at(start), _at(end)
    if to_segment((middle[0], middle[1]), start, end) <= OFF:
        return f"M{numbers(x, y)}L{numbers(to_x, to_y)}"
    # The control point of a quadratic curve with the same middle.
    control = _at((2 * middle[0] - (start[0] + end[0]) / 2, 2 * middle[1] - (start[1] + end[1]) / 2))
    return f"M{numbers(x, y)}Q{numbers(*control, to_x, to_y)}"


def _rings(path: str, scale: float) -> Iterator[list[Point]]:
    """The rings of a board file's land, scaled and simplified, without small islands."""
    for ring in _RING.findall(path):
        start, _sep, rest = ring.partition("l")
        x, y = map(float, _NUMBER.findall(start))
        steps = [float(number) for number in _NUMBER.findall(rest)]
        points = [(x * scale, y * scale)]
        for right, below in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + right, y + below
            points.append((x * scale, y * scale))
        if max(max(a) - min(a) for a in zip(*points, strict=True)) > SPECK:
            yield _fewer(points)


def _fewer(points: Sequence[Point]) -> list[Point]:
    """A coast simplified by the Douglas–Peucker algorithm."""
    kept, pieces = {0, len(points) - 1}, [(0, len(points) - 1)]
    while pieces:
        first, last = pieces.pop()
        between = ((to_segment(points[n], points[first], points[last]), n) for n in range(first + 1, last))
        distance, farthest = max(between, default=(0.0, 0))
        if distance > OFF:
            kept.add(farthest)
            pieces += [(first, farthest), (farthest, last)]
    return [points[n] for n in sorted(kept)]


def _ring(points: Sequence[Point]) -> str:
    """Path data of a ring, in whole units."""
    pixels = [_at(point) for point in points]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(pixels) if a != b]
    return f"M{numbers(*pixels[0])}l{numbers(*chain(*steps))}z"


def _at(point: Point, scale: float = 1.0) -> Pixel:
    """Where a point is in the picture, in whole units."""
    return round(point[0] * scale), round(point[1] * scale)
