"""Takes a picture of every screen around a table into build/screens/: python -m tools.screens [name]"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from companion.boards import files
from companion.play import Refused
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.record.read import read_record
from companion.store import open_store
from tests.support.serving import served
from tools import chromium

FOLDER = Path(__file__).resolve().parent.parent / "build" / "screens"
MINE, BOS = "a-phone-for-pictures", "another-phone-for-pictures"  # cookies of two phones
SIZES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 360, "height": 740},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "small": {
        "viewport": {"width": 320, "height": 640},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "television": {"viewport": {"width": 1920, "height": 1080}},
}
FIVE = [
    {"color": "green", "name": "Wilhelmina von Sonnenfeld"[:24]},
    {"color": "blue", "name": "Ada"},
    {"color": "red", "name": "Bo", "shape": "moon", "letter": "Ω"},
    {"color": "yellow", "name": "שרה 🚂"},
    {"color": "black", "name": "Jean-Baptiste"},
]
THREE = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}, {"color": "green", "name": "Cy"}]


@dataclass(frozen=True)
class SampleTables:
    """Tables to take pictures of: their ids by name."""

    store: Tables
    ids: dict[str, str]

    def path(self, address: str) -> str:
        """An address with the id of a table filled in for its name, as in `/t/{five}/log`."""
        return address.format(**self.ids)


SCREENS = {
    "home": "/",
    "boards": "/boards",
    "new": "/new",
    "join": "/join",
    "people": "/t/{five}/people",
    "setup": "/t/{five}/setup",
    "log": "/t/{five}/log",
    "log-empty": "/t/{fresh}/log",
    "entry": "/t/{five}/log/3",
    "watch": "/t/{five}/watch",
    "watch-final": "/t/{final}/watch",
    "watch-finished": "/t/{finished}/watch",
}


def tables(url: str) -> SampleTables:
    """Opens tables in every state in this database, with long names, right-to-left ones and five at a table."""
    store = Tables(open_store(url), files.boards())
    finished = played(store, "europe", THREE, 12, title="Friday")
    store.log.report(finished, browser_with(MINE), {"type": "finish", "id": "end"}, anyway=True)
    ids = {
        "finished": finished,
        "fresh": played(store, "usa", THREE[:2], 0),
        "final": played(store, "usa", THREE, 200),
        "five": played(store, "usa", FIVE, 24),
    }
    store.door.ask_to_join(store.store.snapshot(ids["five"]).code or "", browser_with("a third phone"))
    _add_second_phone(store, ids["five"])
    return SampleTables(store, ids)


def played(store: Tables, board: str, players: list[dict[str, str]], turns: int, **setup: Any) -> str:
    """The id of a new table on which so many random routes were claimed in turn, or as many as the game has turns."""
    record = {"format": "companion/game", "version": 1, "map": board, "players": players, "log": [], **setup}
    table = store.open(read_record(json.dumps(record).encode(), store.boards), browser_with(MINE)).table
    chance, routes = random.Random(7), list(store.boards[board].route)
    for turn in range(turns):
        color = players[turn % len(players)]["color"]
        game, __ = store.games.at(table, browser_with(MINE))
        if game.table.phase == "reveal":
            break
        for route in chance.sample(routes, len(routes)):
            claim = {"type": "claim", "player": color, "route": route, "id": f"e{turn}"}
            try:
                store.log.report(table, browser_with(MINE), claim)
                break
            except Refused:  # such as a route that is taken
                continue
    return table


def _add_second_phone(store: Tables, table: str) -> None:
    """Lets a second phone join, take a seat and enter a secret ticket; then takes back a turn and changes another."""
    secret = store.door.invite(table, browser_with(MINE))
    store.door.join_by_secret(secret, browser_with(BOS))
    store.seats.take(table, browser_with(BOS), "red", "1234")
    store.seats.take(table, browser_with(MINE), "blue")
    kept = {"type": "keep", "player": "red", "ticket": "denver--el-paso", "id": "kept"}
    store.tickets.open(table, browser_with(BOS), "red", "1234")
    store.log.report(table, browser_with(BOS), kept)
    store.tickets.close(table, browser_with(BOS))
    store.log.report(table, browser_with(MINE), {"type": "strike", "entry": 22, "id": "back"})
    drawn = {"type": "draw", "player": "yellow"}
    store.log.report(table, browser_with(BOS), {"type": "amend", "entry": 24, "with": drawn, "id": "other"})
    store.log.report(table, browser_with(MINE), {"type": "draw", "player": "green", "id": "nothing"})


def take(folder: Path, only: str = "") -> list[Path]:
    """Takes every screen whose name begins with `only`, in every size and both colour schemes."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/games.sqlite3"
    samples = tables(os.environ["DATABASE_URL"])
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        home = f"http://127.0.0.1:{port}"
        return [
            file
            for size in SIZES
            for scheme in ("light", "dark")
            for file in _all(browser, home, samples, folder, size, scheme, only)
        ]


def _all(
    browser: Browser, home: str, samples: SampleTables, folder: Path, size: str, scheme: str, only: str
) -> list[Path]:
    """Takes the screens in one size and colour scheme; on a television only those that are made for one."""
    context = browser.new_context(color_scheme=scheme, **SIZES[size])
    context.add_cookies([{"name": "trackside", "value": MINE, "url": home}])
    wanted = [name for name in SCREENS if name.startswith(only) and (size != "television" or "watch" in name)]
    taken = [
        _one(context, home + samples.path(SCREENS[name]), folder / f"{name}-{size}-{scheme}.png") for name in wanted
    ]
    context.close()
    return taken


def _one(context: BrowserContext, address: str, file: Path) -> Path:
    """Takes a whole page into a file, and returns the file."""
    page = context.new_page()
    page.goto(address, wait_until="load")
    page.evaluate("document.fonts.ready.then(() => null)")
    page.screenshot(path=file, full_page=True)
    page.close()
    return file


if __name__ == "__main__":
    print(*take(FOLDER, "".join(sys.argv[1:2])), sep="\n")
