"""The picture of a result in a browser with a slowed processor: how long drawing takes, and how large its file is."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from bench.boards import largest
from bench.report import Row, at_most
from companion.app import create_app
from companion.boards.model import Board
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.record.read import Record
from companion.rules.log import Finish
from companion.store import open_store
from tests.support.housing import House
from tests.support.tapping import PHONE
from tools import chromium

SLOWER: Final = 4  # times, as Lighthouse slows a laptop to a phone
MOST_MS, MOST_KB = 2000, 250
DRAWN: Final = "shape => document.querySelector('canvas')?.dataset.done === shape"
FIGURES: Final = "canvas => [Number(canvas.dataset.took), Number(canvas.dataset.bytes)]"


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Both shapes of the largest game on every board; the first also brings the fonts."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        tables = Tables(open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), boards)
        house = House(create_app(boards, tables), tables)
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        context = browser.new_context(**PHONE)
        context.add_cookies([{"name": "trackside", "value": "whoever-measures", "url": house.home}])
        for board in (board for board in boards.values() if board.layout):
            table = tables.open(_ended(largest(board)), browser_with("whoever-measures")).table
            page = context.new_page()
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(f"{house.home}/t/{table}/picture")
            yield from _both(page, board.name)
            page.close()
        browser.close()
        house.stop()


def _both(page: Page, board: str) -> Iterator[Row]:
    for shape in ("wide", "square"):
        page.locator(f"[value={shape}]").check()
        page.wait_for_function(DRAWN, arg=shape)
        took, size = page.locator("canvas").evaluate(FIGURES)
        what = f"{board}: picture of the result, {shape}"
        yield at_most(f"{what}, {SLOWER}x slowed processor", took, MOST_MS)
        yield at_most(f"{what}, file", size / 1000, MOST_KB, "KB")


def _ended(record: Record) -> Record:
    if record.replayed().finished:
        return record
    return replace(record, log=(*record.log, Finish(type="finish")))
