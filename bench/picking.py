"""How often a finger's tap on the picture finds the route it meant.

Run as `python -m bench.picking`: 10,000 seeded taps a board and zoom on train spaces, every pair of cities
as often, each tap off by a finger's error. What is counted is the right pair's place among the nearest.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, sin
from random import Random
from typing import Any, Final

from bench.report import Row, at_least, at_most, told
from companion.boards import files
from companion.boards.geometry import Point, Space
from companion.boards.model import Board
from companion.picture.tap_targets import Picker
from companion.picture.track_shapes import Shapes

# The default view of a phone of 360 x 740: the board's height fills what the head and the strip leave.
PHONE_HEIGHT: Final = 740
HEAD: Final = 56
STRIP: Final = 220
BOARD_HEIGHT: Final = PHONE_HEIGHT - HEAD - STRIP
# A taller board opens as large as one of this height, and is pushed about (static/js/pages/table.js).
OPENING: Final = 480

MM_PER_PX: Final = 0.159
FINGER_ERROR: Final = 1.5 / MM_PER_PX  # px, one sigma an axis

ZOOMS: Final = (1.0, 1.5, 2.0, 3.0)
SEEDS: Final = (1, 2, 3)
TAPS: Final = 10_000

# Of all taps in per cent: what the default view must reach.
MUST: Final = {"five": 99.5, "three": 97.0, "worst": 95.0}
SAYS: Final = {
    "five": "right pair among the five nearest",
    "three": "right pair among the three nearest",
    "worst": "the worst pair among the five nearest",
}


@dataclass
class Counts:
    """Of one pair's taps: how many, and how many had it first, among three, among five."""

    taps: int = 0
    first: int = 0
    three: int = 0
    five: int = 0

    def add(self, place: int) -> None:
        self.taps += 1
        self.first += place < 1
        self.three += place < 3
        self.five += place < 5


def picked(board: Board, zoom: float, taps: int, seed: int) -> dict[str, Counts]:
    """What became of the taps, by pair."""
    if board.layout is None:
        raise ValueError(f"{board.id} has no layout")
    random, shapes = Random(seed), Shapes(board, board.layout)
    picker = Picker.of(shapes)
    error = FINGER_ERROR / (BOARD_HEIGHT / min(board.layout.height, OPENING) * zoom)
    meant = {pair: [s for track in tracks for s in track.spaces] for pair, tracks in shapes.pairs.items()}
    counts = {pair: Counts() for pair in meant}
    names = sorted(meant)
    for n in range(taps):
        pair = names[n % len(names)]
        point = tap(random, random.choice(meant[pair]), board.layout.space, error)
        found = [candidate.pair for candidate in picker.nearest(point)]
        counts[pair].add(found.index(pair) if pair in found else len(found))
    return counts


def at_once(board: Board, zoom: float, taps: int, seed: int) -> tuple[float, float]:
    """Per cent of taps that claim a route at once where a board is entered afterwards, and that claim a wrong one."""
    if board.layout is None:
        raise ValueError(f"{board.id} has no layout")
    random, shapes = Random(seed), Shapes(board, board.layout)
    picker, scale = Picker.of(shapes), BOARD_HEIGHT / board.layout.height * zoom
    meant = sorted((pair, [s for track in tracks for s in track.spaces]) for pair, tracks in shapes.pairs.items())
    claimed = wrong = 0
    for n in range(taps):
        pair, spaces = meant[n % len(meant)]
        found = picker.clear(tap(random, random.choice(spaces), board.layout.space, FINGER_ERROR / scale), scale)
        claimed += found is not None
        wrong += found not in (None, pair)
    return 100 * claimed / taps, 100 * wrong / taps


def tap(random: Random, space: Space, size: tuple[float, float], error: float) -> Point:
    """Somewhere around a place on a train space."""
    u, v = ((random.random() - 0.5) * side for side in size)
    x = space.x + u * cos(space.angle) - v * sin(space.angle)
    y = space.y + u * sin(space.angle) + v * cos(space.angle)
    return random.gauss(x, error), random.gauss(y, error)


def figures(counts: dict[str, Counts]) -> dict[str, Any]:
    """Shares of all taps in per cent, and the pair that is found least often among the five nearest."""
    taps = sum(c.taps for c in counts.values())
    worst = min(counts, key=lambda pair: counts[pair].five / counts[pair].taps)
    return {
        "first": round(100 * sum(c.first for c in counts.values()) / taps, 2),
        "three": round(100 * sum(c.three for c in counts.values()) / taps, 2),
        "five": round(100 * sum(c.five for c in counts.values()) / taps, 2),
        "worst": round(100 * counts[worst].five / counts[worst].taps, 2),
        "worst_pair": worst,
    }


def run(taps: int = TAPS, seeds: Sequence[int] = SEEDS, zooms: Sequence[float] = ZOOMS) -> dict[str, Any]:
    """Every built-in board at every zoom with every seed."""
    return {
        name: {
            f"{zoom:g}x": {str(seed): figures(picked(board, zoom, taps, seed)) for seed in seeds} for zoom in zooms
        }
        for name, board in files.boards().items()
        if board.layout
    }


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """The figures that the default view must reach, the worst of all seeds; and those of the closer views."""
    for name, board in boards.items():
        found = {zoom: [figures(picked(board, zoom, TAPS, seed)) for seed in SEEDS] for zoom in ZOOMS}
        for what, must in MUST.items():
            worst = min(each[what] for each in found[ZOOMS[0]])
            yield at_least(f"picking, {name}, {SAYS[what]}", worst, must, " %")
        for zoom in ZOOMS:
            shares = [at_once(board, zoom, TAPS, seed) for seed in SEEDS]
            wrong = max(share for _, share in shares)
            yield at_most(f"picking, {name} at {zoom:g}x, one tap claims wrongly", wrong, 0.5, "%")
            yield told(f"picking, {name} at {zoom:g}x, one tap claims", f"{min(c for c, _ in shares):.1f} %")
        for zoom in ZOOMS[1:]:
            shares = [str(min(each[what] for each in found[zoom])) for what in MUST]
            yield told(f"picking, {name} at {zoom:g}x, the same three", " % ".join([*shares, ""]).strip())


def table(found: dict[str, Any]) -> str:
    """The outcome as a table, a line a board, zoom and seed."""
    lines = ["board    zoom  seed   first   three    five   worst pair"]
    for board, zooms in found.items():
        for zoom, seeds in zooms.items():
            for seed, f in seeds.items():
                shares = "".join(f"{f[what]:8.2f}" for what in ("first", "three", "five"))
                lines.append(f"{board:8} {zoom:>4} {seed:>5}{shares}  {f['worst']:6.2f} {f['worst_pair']}")
    return "\n".join(lines)


def main() -> int:
    """Prints the table."""
    print(table(run()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
