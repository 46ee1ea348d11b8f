"""The first minute, from nothing, by a stop-watch model.

From an address to a table of two whose tickets are in, by taps and keys counted in a real browser as `bench.evening`
counts them; and by the clock from a folder, or from `uvx`, to the page with the QR code. Of those two it measures
what there is on this machine: a folder in build/package/ (`make package`), and `uvx` with a network.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from bench.evening import SEED, Person, told
from bench.report import Row, at_most
from bench.report import told as row_told
from companion.boards.model import Board
from tests.support.evenings import Evening
from tests.support.serving import served
from tests.support.tapping import PHONE, Finger
from tools import chromium

MOST_SECONDS: Final = 60.0
MOST_TAPS: Final = 12
EACH: Final = 3  # tickets that both keep of their first hand
TWO: Final = {"blue": "Ada", "red": "Bo"}
PACKAGES: Final = Path("build/package")
HERE: Final = (sys.executable, "-c", "import sys; from companion.cli import tonight; sys.exit(tonight([]))")


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """The figures that are to be reached, and what could not be measured here."""
    person = _with_a_browser(boards["usa"])
    yield at_most("first minute, address to a table of two with tickets, taps", person.finger.taps, MOST_TAPS, "taps")
    yield at_most("first minute, address to a table of two with tickets", person.seconds, MOST_SECONDS, "s")
    yield at_most("first minute, this checkout to the QR code", _until_qr(HERE), MOST_SECONDS, "s")
    yield _folder()
    yield _uvx()


def _with_a_browser(board: Board) -> Person:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        with served() as (_, port), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
            person = table_of_two(browser, f"http://127.0.0.1:{port}", board)
            browser.close()
    return person


def table_of_two(browser: Browser, home: str, board: Board) -> Person:
    """One phone that goes round: from the first page until both have their tickets in."""
    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(home)
    person = Person(Finger(page, board), Random(SEED))
    person.thoughts += 1  # what this is
    person.presses("link", "New game")
    person.thoughts += 1  # who sits where
    for n, name in enumerate(TWO.values(), 1):
        person.finger.tap(page.get_by_label(f"Seat {n}: name"))
        page.keyboard.type(name)
        person.keys += len(name)
    person.thoughts += 1  # which board
    person.finger.tap(page.locator(f'input[name="map"][value="{board.id}"]'))
    person.finger.tap(page.locator(".depart button"))
    dealt = Evening(SEED, board.id, len(TWO)).tickets
    person.finger.tap(page.locator("#start-tickets"))
    person.finger.tap(page.locator("#take-blue"))
    for color, name in TWO.items():
        person.thoughts += 1  # whose turn with the phone it is
        if color != "blue":  # the phone is handed on, and covered
            person.presses("button", f"I'm {name} – enter my tickets")
        page.locator("#find-text").wait_for()
        for ticket in dealt[color][:EACH]:
            person.keeps(board, ticket.id)
        person.finger.tap(page.locator("#done"))
    page.wait_for_url(re.compile(r"/t/\w+$"))  # the board, for the first claim
    told(person)
    context.close()
    return person


def _folder() -> Row:
    """What `make package` made, unpacked and clicked."""
    what = "first minute, folder to the QR code"
    packed = next(iter(sorted(PACKAGES.glob("*-linux-*.tar.xz"))), None)
    if packed is None or sys.platform != "linux":
        return row_told(what, "not measured: `make package` makes it")
    with tempfile.TemporaryDirectory() as place:
        begun = time.perf_counter()
        with tarfile.open(packed) as archive:
            archive.extractall(place, filter="data")
        unpacked = time.perf_counter() - begun
        return at_most(what, unpacked + _until_qr([f"{place}/trackside/trackside"]), MOST_SECONDS, "s")


def _uvx() -> Row:
    """A wheel of this checkout, and all it needs from the network."""
    what = "first minute, uvx with an empty cache to the QR code"
    if (uvx := shutil.which("uvx")) is None:
        return row_told(what, "not measured: no uvx here")
    with tempfile.TemporaryDirectory() as place:
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place]
        subprocess.run(build, check=True, capture_output=True)
        (wheel,) = Path(place).glob("*.whl")
        command = [uvx, "--from", str(wheel), "trackside"]
        return at_most(what, _until_qr(command, UV_CACHE_DIR=f"{place}/cache"), MOST_SECONDS, "s")


def _until_qr(command: Sequence[str], **more: str) -> float:
    """Seconds from a command until the page that it opens in the browser has come, with the QR code on it."""
    with tempfile.TemporaryDirectory() as place:
        sent, browser = Path(place, "sent"), Path(place, "browser")
        browser.write_text(f'#!/bin/sh\necho "$1" > {sent}.part && mv {sent}.part {sent}\n')
        browser.chmod(0o755)
        games = f"sqlite:///{place}/games.sqlite3"
        env = {**os.environ, "BROWSER": f"{browser} %s", "DATABASE_URL": games, **more}
        begun = time.perf_counter()
        with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) as process:
            try:
                while not sent.exists():
                    if process.poll() is not None:
                        raise RuntimeError(f"it ended with {process.returncode}")
                    time.sleep(0.02)
                opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
                with opener.open(sent.read_text().strip(), timeout=60) as answer:
                    page = answer.read().decode()
                seconds = time.perf_counter() - begun
            finally:
                process.terminate()
    if 'class="qr"' not in page:
        raise RuntimeError("there is no QR code on the page")
    return seconds
