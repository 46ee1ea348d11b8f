"""The table page in a real browser: what a first visit weighs, and how soon a tap is everywhere."""

import gzip
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from playwright.sync_api import sync_playwright

from bench.networks import SEED
from bench.report import Row, at_most, told
from companion.boards.model import Board
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.serving import served
from tests.support.tapping import Finger, Seated
from tests.support.weighing import MOST_FONTS_KB, MOST_KB, MOST_REQUESTS, weighed
from tools import chromium

CLAIMS: Final = 40
SLEEPS: Final = 5
# Set once on each page: what the picture looks like is noted with the time at which it does.
WATCH: Final = """() => {
  window.seen = {};
  new MutationObserver(all => all.forEach(({ target }) => {
    if (target.dataset.owner) window.seen[target.dataset.route] ??= performance.timeOrigin + performance.now();
  })).observe(document.querySelector("[data-board]"), { subtree: true, attributeFilter: ["data-owner"] });
  document.addEventListener("pointerup", () => (window.tapped = performance.timeOrigin + performance.now()), true);
  new MutationObserver(() => {
    if (document.querySelector(".rows")) window.offered = performance.timeOrigin + performance.now();
  }).observe(document.querySelector(".strip"), { childList: true, subtree: true });
}"""
HIDE: Final = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  window.woke = performance.timeOrigin + performance.now();
}"""


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Every figure of the page."""
    with _table(boards) as seated:
        visit = weighed(seated)
        yield at_most("table: first visit, all beside the picture, gzip", visit.beside, MOST_KB, "KB")
        yield at_most("  its fonts", visit.fonts, MOST_FONTS_KB, "KB")
        yield told("  the picture", f"{visit.picture / 1024:.1f} KB")
        yield at_most("table: requests of a first visit", visit.requests, MOST_REQUESTS, "")
        for url, size in sorted(visit.sizes.items(), key=lambda item: -item[1]):
            yield told(f"  {_kind(url)}", f"{size / 1024:.1f} KB")
        yield from _taps(visit.finger, seated.phone())


def _taps(one: Finger, other: Finger) -> Iterator[Row]:
    answers: list[int] = []
    one.page.on("response", lambda answer: answers.append(_size(answer)) if answer.request.method == "POST" else None)
    for finger in (one, other):
        finger.page.evaluate(WATCH)
    asked, there = [], []
    routes = [route.id for route in {r.pair: r for r in reversed(one.board.route.values())}.values()]
    for route in routes[:CLAIMS]:
        button = one.choose(route)
        button.wait_for()
        asked.append(one.page.evaluate("window.offered - window.tapped"))
        one.tap(button)
        one.has(route)
        other.has(route)
        there.append(other.page.evaluate("r => window.seen[r]", route) - one.page.evaluate("window.tapped"))
    yield at_most("from a tap to what it may mean, p95", _p95(asked), 100)
    yield at_most("from a tap to another phone's picture, p95", _p95(there), 150)
    yield at_most("answer to a claim, gzip, largest", max(answers) / 1024, 2, "KB")
    yield at_most("right after waking, slowest", max(_wakes(one, other, routes[CLAIMS:])), 2000)


def _wakes(one: Finger, other: Finger, routes: list[str]) -> Iterator[float]:
    for route in routes[:SLEEPS]:
        other.page.evaluate(HIDE, True)
        one.claim(route)
        other.page.evaluate(HIDE, False)
        other.has(route)
        yield other.page.evaluate("r => window.seen[r] - window.woke", route)


def _size(answer: Any) -> int:
    return len(gzip.compress(answer.body(), 6))


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def _kind(url: str) -> str:
    name = url.rsplit("/", 1)[-1]
    if name.startswith("now"):
        return "look for news"
    return name if "." in name else "page with the picture"


@contextmanager
def _table(boards: Mapping[str, Board]) -> Iterator[Seated]:
    """A running game of five."""
    with opened(boards) as on:
        board = boards["europe"]
        open_routes = [r.id for r in board.route.values() if r.length == 2][:20]
        log = [
            {"type": "claim", "player": board.colors[n % 5], "route": r}
            for n, r in enumerate(open_routes[SEED % 2 :: 2])
        ]
        yield on(board.id).opens(players=5, log=log)


@contextmanager
def opened(boards: Mapping[str, Board]) -> Iterator[Callable[[str], Seated]]:
    """A real server, and a browser; gives a place at it for a board."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        os.environ["DATABASE_URL"] = url
        with served() as (_process, port), sync_playwright() as play:
            browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
            tables = Tables(open_store(url), boards)
            yield lambda board: Seated(tables, browser, f"http://127.0.0.1:{port}", boards[board], dots=3)
            browser.close()
