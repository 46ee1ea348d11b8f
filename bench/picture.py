"""How long a picture takes to draw and to print, and how large it is.

Run as `python -m bench.picture`. Each time is the best of several: what is wanted is the work, not the neighbours.
"""

import gzip
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from companion import catalogue, paper
from companion.picture import DARK, LIGHT, PRINT, picture
from companion.picture.samples import everything, plain

BOARDS: Final = ("usa", "europe")


def run() -> dict[str, Any]:
    """By board: milliseconds to draw and to print, bytes by gzip, elements."""
    return {board: _measured(board) for board in BOARDS}


def _measured(name: str) -> dict[str, float]:
    board = catalogue.boards()[name]
    empty, full = plain(board), everything(board)
    texts = [picture(board, scene, palette) for scene in (empty, full) for palette in (LIGHT, DARK)]
    page = paper.svg_page(picture(board, full, PRINT, width=720))
    paper.pdf(page)
    return {
        "draw empty, ms": _best(lambda: picture(board, empty), 20),
        "draw full, ms": _best(lambda: picture(board, full), 20),
        "pdf of a page, ms": _best(lambda: paper.pdf(page), 5),
        "gzip empty, bytes": max(len(gzip.compress(text.encode(), 6)) for text in texts[:2]),
        "gzip full, bytes": max(len(gzip.compress(text.encode(), 6)) for text in texts),
        "elements": max(text.count("<") - text.count("</") for text in texts),
    }


def _best(work: Callable[[], object], times: int) -> float:
    """The shortest of some runs, in milliseconds."""
    return round(min(_once(work) for _ in range(times)) * 1000, 1)


def _once(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


if __name__ == "__main__":
    print(json.dumps(run(), indent=2))
