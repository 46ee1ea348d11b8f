"""How soon thirty taps that were kept are sent once the network is back, in a real browser behind a wire of ours."""

import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from bench.report import Row, at_most, exact
from companion.boards.model import Board
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.evening_taps import SENT
from tests.support.housing import until
from tests.support.modules import using
from tests.support.serving import served
from tests.support.tapping import Seated
from tests.support.wire import Wire, wire
from tools import chromium

TAPS: Final = 30
TIMES: Final = 5
DRAW: Final = "() => document.querySelector('.turn button').click()"
DOUBLE: Final = 300  # ms: what comes sooner is the second half of a double tap, and means nothing
KEPT: Final = using("outbox: outbox", "wanted => (await outbox.all()).length === wanted && !outbox.busy")


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """From the moment the phone hears that it is online until nothing is left."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        os.environ["DATABASE_URL"] = url = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        with served() as (_, port), wire(port) as between:
            tables = Tables(open_store(url), boards)
            browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
            home = f"http://127.0.0.1:{between.port}"
            table = Seated(tables, browser, home, boards["usa"], dots=3).opens(players=5)
            page = table.phone(service_workers="block").page
            times = [_emptied(page, between) for _ in range(TIMES)]
            heard = len(tables.games.at(table.table, browser_with(table.maker))[0].log)
            browser.close()
        yield at_most(f"{TAPS} kept taps, sent once the network is back, slowest of {TIMES}", max(times), 3, "s")
        yield exact("of these in the log", heard, TAPS * TIMES)


def _emptied(page: Page, between: Wire) -> float:
    between.turn("down")
    for number in range(1, TAPS + 1):
        page.wait_for_timeout(DOUBLE)
        page.evaluate(DRAW)
        until(page, KEPT, number)
    between.turn("up")
    start = time.perf_counter()
    page.evaluate("() => void dispatchEvent(new Event('online'))")
    until(page, SENT, seconds=30)
    return time.perf_counter() - start
