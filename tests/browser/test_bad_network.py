"""Evenings over a network that goes, is slow, loses requests or answers, on pages that die: no tap is lost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.boards.model import Board
from companion.play.tables import Tables
from tests.browser.table.conftest import tables
from tests.support.evening_taps import LOOK, MAKER, OTHER, SHOWN, Evening
from tests.support.housing import until
from tests.support.modules import using
from tests.support.resting import put_away
from tests.support.tapping import PHONE
from tests.support.wire import Wire, wire

__all__ = ["tables"]

# Picture and strip, and nothing left: between two answers the strip stands there for a moment as the server has it.
AT = using(
    "outbox: outbox; offline: page; sync: live",
    """version => !(await outbox.all()).length && !page.items.length && live.version === version
  && JSON.parse(document.getElementById("state").dataset.state).version === version
  && !document.querySelector("[data-unsent]")""",
)
A_FEW, MANY = range(4), range(4, 500)


@pytest.fixture(scope="module")
def bad(home: str) -> Iterator[Wire]:
    with wire(int(home.rsplit(":", 1)[1])) as between:
        yield between


def _phone(browser: Browser, home: str, token: str) -> Iterator[BrowserContext]:
    # What the service worker keeps is told elsewhere: here a page that has no network does not come.
    context = browser.new_context(**PHONE)
    context.set_default_timeout(15_000)
    context.add_cookies([{"name": "trackside", "value": token, "url": home}])
    yield context
    put_away(context)


@pytest.fixture(scope="module")
def first(browser: Browser, home: str) -> Iterator[BrowserContext]:
    yield from _phone(browser, home, MAKER)


@pytest.fixture(scope="module")
def other(browser: Browser, home: str) -> Iterator[Page]:
    for context in _phone(browser, home, OTHER):
        yield context.new_page()


def runs(seed: int, tables: Tables, board: Board, bad: Wire, first: BrowserContext, other: Page, home: str) -> None:
    rng = Random(seed)
    page = first.pages[0] if first.pages else first.new_page()
    evening = Evening(tables, board, bad, page, rng)
    evening.opens()
    other.goto(f"{home}/t/{evening.table}", wait_until="domcontentloaded")
    evening.plays(rng.randint(3, 8))
    assert evening.refused() == []
    assert evening.heard() == evening.told
    ids = [entry.id for entry in evening.game.snapshot.entries]
    assert len(ids) == len(set(ids))
    shown = []
    for phone in (evening.page, other):
        phone.evaluate(LOOK)
        until(phone, AT, evening.game.version)
        shown.append(phone.evaluate(SHOWN))
    assert shown[0] == shown[1]
    assert shown[0]["owners"] == sorted(f"{route} {owner}" for route, owner in evening.game.table.owners.items())


@pytest.mark.parametrize("seed", A_FEW)
def test_no_tap_is_lost_or_told_twice(seed, tables, boards, bad, first, other, home):
    runs(seed, tables, boards["usa"], bad, first, other, home)


@pytest.mark.soak
@pytest.mark.parametrize("seed", MANY)
def test_no_tap_is_lost_or_told_twice_in_many_evenings(seed, tables, boards, bad, first, other, home):
    runs(seed, tables, boards["usa"], bad, first, other, home)
