"""A game on browsers without what plain http does not give; the whole suite goes through with `--without-apis`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import poorer
from tests.browser.table.conftest import at, tables
from tests.support.evening_taps import HURRY, SENT
from tests.support.housing import until
from tests.support.tapping import Finger

__all__ = ["at", "tables"]

GONE = """() => [navigator.serviceWorker, navigator.wakeLock, navigator.clipboard, navigator.vibrate, navigator.locks,
  navigator.share, crypto.randomUUID, window.SyncManager, window.PushManager, window.BroadcastChannel]
  .filter((one) => one !== undefined).length"""


@pytest.fixture
def poor(at) -> Iterator[Finger]:
    """A phone at a table, loaded anew without them."""
    finger = at().phone()
    finger.page.context.add_init_script(poorer.WITHOUT)
    wrong: list[str] = []
    finger.page.on("pageerror", lambda error: wrong.append(str(error)))
    finger.page.reload()
    assert finger.page.evaluate(GONE) == 0
    yield finger
    assert wrong == []


def cut(context: BrowserContext, page: Page, off: bool) -> None:
    context.set_offline(off)
    page.evaluate(HURRY)


def test_a_claim_is_made_and_undone(poor):
    poor.claim("denver--omaha")
    poor.press("Undo")
    poor.has_not("denver--omaha")


def test_a_tap_is_kept_and_sent(poor):
    page = poor.page
    cut(page.context, page, True)
    poor.tap(poor.choose("helena--omaha"))
    expect(page.locator(".last-words")).to_have_text("Not sent yet: Ada claimed Helena – Omaha")
    cut(page.context, page, False)
    until(page, SENT)
    poor.has("helena--omaha", "blue")


def test_the_pages_around_it_open(poor):
    page = poor.page
    address = page.url
    for path in ("/people", "/log", "/setup", "/tickets", "/end", "/watch"):
        page.goto(address + path)
        expect(page.locator("main")).to_be_visible()
