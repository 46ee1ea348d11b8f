"""More stops, for whoever wants all of them: boards with much of their own, and pages that are little but words.

Each of these boards has what no other has: counters and countries, harbours, technologies, claims that count twice,
two kinds of pieces. Their games are golden ones of the tests, in the middle and finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlencode

from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.record.read import read_record
from tests.support.golden import FOLDER
from tools import circle_screens
from tools.screens import MINE
from tools.tour import Stop, Tour

GAMES: Final = ("germany-3", "great-lakes-3", "heart-of-africa-2", "uk-2", "world-2")
NAMES: Final = ("Wilhelmina", "Ada", "Jean-Baptiste", "Bo", "Dee")
MIDDLE: Final = 0.6  # of the log


def further(walk: Tour) -> tuple[Stop, ...]:
    """Every stop of the tour, and those beside it."""
    return (*walk.stops, *_pages(walk), *(stop for name in GAMES for stop in _board(walk.tables, name)))


def _pages(walk: Tour) -> Iterator[Stop]:
    table, finished = walk.stop("table").address, walk.stop("table-finished").address
    yield Stop("help", f"/help?at={table.rpartition('/')[2]}")
    yield Stop("language", f"/language?back={table}")
    yield Stop("offline", "/offline")
    yield Stop("not-this-way", f"{table}/entries")
    yield Stop("stop-tracking", f"{table}?stop=1")
    yield Stop("again", f"/t/{walk.tables.series.again(finished.rpartition('/')[2], browser_with(MINE))}")
    yield Stop("home-all", "/?all=1")
    yield Stop("circles", "/circles")
    yield from (Stop(name, address) for name, address in circle_screens.addresses(walk.tables).items())


def _board(tables: Tables, name: str) -> Iterator[Stop]:
    """A board's page and rules, its table while it is played, and how it ends."""
    record = json.loads((FOLDER / "boards" / f"{name}.json").read_text("utf-8"))["record"]
    for player, called in zip(record["players"], NAMES, strict=False):
        player["name"] = called
    board, log = record["map"], record["log"]
    now = _opened(tables, {**record, "log": log[: round(len(log) * MIDDLE)]})
    then = _opened(tables, record)
    yield Stop(f"{board}-board", f"/boards/{board}")
    yield Stop(f"{board}-rules", f"/boards/{board}/rules?at={now}")
    yield Stop(f"{board}-table", f"/t/{now}")
    for place, typed in enumerate(_open_routes(tables, now)):
        yield Stop(f"{board}-rows-{place}", f"/t/{now}?{urlencode({'find': typed})}")
    yield Stop(f"{board}-counted", f"/t/{now}/counted")
    yield Stop(f"{board}-recount", f"/t/{now}/recount?compare=1")
    yield Stop(f"{board}-setup", f"/t/{now}/setup")
    yield Stop(f"{board}-log", f"/t/{then}/log")
    yield Stop(f"{board}-tally", f"/t/{then}/tally")
    for kind, step in _steps(tables, then):
        yield Stop(f"{board}-step-{kind}", f"/t/{then}/reveal?step={step}")


def _opened(tables: Tables, record: dict[str, Any]) -> str:
    return tables.open(read_record(json.dumps(record).encode(), tables.boards), browser_with(MINE)).table


def _open_routes(tables: Tables, table: str) -> list[str]:
    """What to type for the longest and the shortest route that nobody has yet."""
    game = tables.games.at(table, browser_with(MINE))[0]
    free = sorted(
        (route for route in game.board.route.values() if route.id not in game.table.owners), key=lambda r: r.length
    )
    called = [" ".join(game.board.city[end].name for end in (route.a, route.b)) for route in (free[-1], free[0])]
    return [words for words in called if words.strip()]


def _steps(tables: Tables, table: str) -> Iterator[tuple[str, int]]:
    """The first step of each kind of the reveal, and of each bonus."""
    known = set()
    for number, step in enumerate(tables.games.at(table, browser_with(MINE))[0].reveal):
        kind = step.items[0].kind if step.kind == "bonus" else step.kind
        if kind not in known:
            known.add(kind)
            yield kind, number
