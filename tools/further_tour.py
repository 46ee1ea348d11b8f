"""More stops for a tour of really all screens: boards with rules of their own, and pages that are mostly text.

Each of these boards has something that no other has: counters and countries, harbours, technologies, claims that
count twice, two kinds of pieces. Their games are golden games of the tests, shown half-way and finished.
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
HALF_WAY: Final = 0.6  # of the log


def further(walk: Tour) -> tuple[Stop, ...]:
    """Every stop of the tour, and the further ones."""
    return (*walk.stops, *_pages(walk), *(stop for name in GAMES for stop in _board(walk.tables, name)))


def _pages(walk: Tour) -> Iterator[Stop]:
    """Pages that are mostly text, the next game of a finished one, and a circle."""
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
    """The pages of a golden game's board, and those of its table half-way and after the end."""
    record = json.loads((FOLDER / "boards" / f"{name}.json").read_text("utf-8"))["record"]
    for player, player_name in zip(record["players"], NAMES, strict=False):
        player["name"] = player_name
    board, log = record["map"], record["log"]
    half_way = _opened(tables, {**record, "log": log[: round(len(log) * HALF_WAY)]})
    finished = _opened(tables, record)
    yield Stop(f"{board}-board", f"/boards/{board}")
    yield Stop(f"{board}-rules", f"/boards/{board}/rules?at={half_way}")
    yield Stop(f"{board}-table", f"/t/{half_way}")
    for place, typed in enumerate(_searches(tables, half_way)):
        yield Stop(f"{board}-rows-{place}", f"/t/{half_way}?{urlencode({'find': typed})}")
    yield Stop(f"{board}-counted", f"/t/{half_way}/counted")
    yield Stop(f"{board}-recount", f"/t/{half_way}/recount?compare=1")
    yield Stop(f"{board}-setup", f"/t/{half_way}/setup")
    yield Stop(f"{board}-log", f"/t/{finished}/log")
    yield Stop(f"{board}-tally", f"/t/{finished}/tally")
    for kind, step in _steps(tables, finished):
        yield Stop(f"{board}-step-{kind}", f"/t/{finished}/reveal?step={step}")


def _opened(tables: Tables, record: dict[str, Any]) -> str:
    """The id of a new table with this game."""
    return tables.open(read_record(json.dumps(record).encode(), tables.boards), browser_with(MINE)).table


def _searches(tables: Tables, table: str) -> list[str]:
    """What to type to find the longest and the shortest unclaimed route: the names of their cities."""
    game, _viewer = tables.games.at(table, browser_with(MINE))
    unclaimed = [route for route in game.board.route.values() if route.id not in game.table.owners]
    unclaimed.sort(key=lambda route: route.length)
    searches = [
        " ".join(game.board.city[end].name for end in (route.a, route.b)) for route in (unclaimed[-1], unclaimed[0])
    ]
    return [words for words in searches if words.strip()]


def _steps(tables: Tables, table: str) -> Iterator[tuple[str, int]]:
    """The first step of each kind in a reveal, and its number; each bonus is a kind of its own."""
    known = set()
    game, _viewer = tables.games.at(table, browser_with(MINE))
    for number, step in enumerate(game.reveal):
        kind = step.items[0].kind if step.kind == "bonus" else step.kind
        if kind not in known:
            known.add(kind)
            yield kind, number
