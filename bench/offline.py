"""Opening the table without a network after one visit, in a real browser, with the server gone."""

import re
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from bench.report import Row, at_most
from companion.app import create_app
from companion.boards.model import Board
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.housing import House, until
from tests.support.tapping import Seated
from tools import chromium

OPENINGS: Final = 10
KEPT: Final = "path => navigator.serviceWorker.ready.then(() => caches.match(path)).then(Boolean)"
# The script has taken the board in hand, and whose turn it is can be read.
USABLE: Final = """() => document.querySelector("[data-board].steered svg") && window.htmx
  && document.querySelector(".turn-whose")?.getClientRects().length > 0"""


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """How soon the table stands there."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        tables = Tables(open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), boards)
        house = House(create_app(boards, tables), tables)
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for board in boards.values():
            seated = Seated(tables, browser, house.home, board).opens()
            page = seated.phone().page
            until(page, KEPT, f"/t/{seated.table}")
            house.stop()
            times = [_opened(page.context.new_page(), page.url) for _ in range(OPENINGS)]
            yield at_most(f"{board.name}: opened offline after one visit, slowest of {OPENINGS}", max(times), 1000)
            house.start()
            seated.leave()
        browser.close()
        house.stop()


def _opened(page: Page, url: str) -> float:
    """Milliseconds from asking for the table until it can be used."""
    started = time.perf_counter()
    page.goto(re.sub(r"[?#].*", "", url), wait_until="commit")
    page.wait_for_function(USABLE)
    took = (time.perf_counter() - started) * 1000
    page.close()
    return took
