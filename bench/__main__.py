"""`make bench`: every measurement as a table, and as JSON in build/bench.json. Names as arguments choose some."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from bench import (
    against,
    beside,
    boards,
    busy,
    circles,
    compare,
    evening,
    first_minute,
    games,
    languages,
    large,
    live,
    offline,
    page,
    paths,
    picking,
    picture,
    queue,
    result_picture,
    share,
    sheet,
    visit,
)
from bench.report import Row, as_json, as_table, calibration
from bench.sheet import FIRST
from companion.boards import files
from companion.boards.model import Board

OUT = Path("build/bench.json")

PARTS: Mapping[str, Callable[[Mapping[str, Board]], Iterable[Row]]] = {
    # What is measured here on the first boards alone, `boards` measures on every board, but for the plain search that
    # the longest path is held against: on networks of many short tracks that takes minutes.
    "paths": lambda known: paths.rows(list(_first(known).values())),
    "games": lambda known: games.rows(_first(known)),
    "large": large.rows,
    "languages": languages.rows,
    "boards": boards.rows,
    "picture": picture.rows,
    "picking": picking.rows,
    "page": page.rows,
    "visit": visit.rows,
    "share": share.rows,
    "result": result_picture.rows,
    "offline": lambda known: offline.rows(_first(known)),
    "queue": queue.rows,
    "evening": evening.rows,
    "first": first_minute.rows,
    "compare": compare.rows,
    "sheet": sheet.rows,
    "circles": circles.rows,
    "live": live.rows,
    "busy": busy.rows,
    "against": against.rows,
    "beside": beside.rows,
}


def _first(known: Mapping[str, Board]) -> Mapping[str, Board]:
    return {name: known[name] for name in FIRST}


def main(names: list[str]) -> int:
    """Runs the parts asked for, else all; the exit status says whether every figure was reached."""
    if unknown := [name for name in names if name not in PARTS]:
        print(f"no measurement {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    known = files.boards()
    rows = [calibration()]
    for name in names or PARTS:
        rows += PARTS[name](known)
    print(as_table(rows))
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(as_json(rows), indent=2) + "\n")
    print(f"as JSON: {OUT}")
    return 1 if any(row.reached is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
