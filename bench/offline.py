"""The table without a network, in a real browser with the server gone: opening it, and how soon a claim is drawn."""

import re
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.sync_api import Page, sync_playwright

from bench.report import Row, at_most, told
from companion.app import create_app
from companion.boards.model import Board
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.housing import House, until
from tests.support.tapping import Finger, Seated
from tools import chromium

OPENINGS: Final = 10
CLAIMS: Final = 20
SLOWER: Final = 4  # times, as Lighthouse slows a laptop to a phone
KEPT: Final = "path => navigator.serviceWorker.ready.then(() => caches.match(path)).then(Boolean)"
# The script has taken the board in hand, and whose turn it is can be read.
USABLE: Final = """() => document.querySelector("[data-board].steered svg") && window.htmx
  && document.querySelector(".turn-whose")?.getClientRects().length > 0"""
# From the finger's lifting off a row until the frame is out in which the claim is on the picture.
WATCH: Final = """() => {
  const board = document.querySelector("[data-board]");
  addEventListener("pointerup", ({ timeStamp }) => { window.lifted = timeStamp; }, true);
  new MutationObserver((changes) => {
    if (!changes.some(({ target }) => target.dataset.unsent)) return;
    const { lifted } = window;
    requestAnimationFrame(() => setTimeout(() => { window.drawn = performance.now() - lifted; }));
  }).observe(board, { subtree: true, attributeFilter: ["data-unsent"] });
}"""


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """How soon the table stands there."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        tables = Tables(open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), boards)
        house = House(create_app(boards, tables), tables)
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for board in boards.values():
            seated = Seated(tables, browser, house.home, board, workers="allow", dots=3).opens()
            finger = seated.phone()
            page = finger.page
            until(page, KEPT, f"/t/{seated.table}")
            house.stop()
            times = [_opened(page.context.new_page(), page.url) for _ in range(OPENINGS)]
            yield at_most(f"{board.name}: opened offline after one visit, slowest of {OPENINGS}", max(times), 1000)
            yield from _claims(finger)
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


def _claims(finger: Finger) -> Iterator[Row]:
    """Milliseconds from the tap on a row until the claim is on this phone's picture, with a slower processor."""
    page, board = finger.page, finger.board
    page.evaluate(WATCH)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    times = []
    for route in list({route.pair: route.id for route in reversed(board.route.values())}.values())[:CLAIMS]:
        button = finger.choose(route)
        button.wait_for()
        finger.tap(button)
        page.wait_for_function("() => window.drawn")
        times.append(page.evaluate("() => { const { drawn } = window; window.drawn = null; return drawn; }"))
    what = f"{board.name}: offline, tap to drawn claim, {SLOWER}x slowed processor"
    yield told(f"{what}, median of {CLAIMS}", f"{median(times):.0f} ms")
    yield at_most(f"{what}, p95", quantiles(times, n=20)[-1], 50)
