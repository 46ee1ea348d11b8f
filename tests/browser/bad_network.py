"""A table whose phones all come by a network of our own making, and what a phone there does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from companion.play.keys import browser_with
from tests.support.evening_taps import HURRY, SENT
from tests.support.housing import until
from tests.support.tapping import Finger, Seated
from tests.support.wire import Wire, wire


@pytest.fixture
def bad(home: str) -> Iterator[Wire]:
    with wire(int(home.rsplit(":", 1)[1])) as between:
        yield between


@pytest.fixture
def behind(browser, tables, boards, bad) -> Iterator[Callable[..., Seated]]:
    """A table whose phones all come by the bad network."""
    seated: list[Seated] = []

    def sit(board: str = "usa", **setup: Any) -> Seated:
        seated.append(Seated(tables, browser, f"http://127.0.0.1:{bad.port}", boards[board]).opens(**setup))
        return seated[-1]

    yield sit
    for table in seated:
        table.leave()


def entries(table: Seated, tables) -> tuple[Any, ...]:
    return tables.games.at(table.table, browser_with(table.maker))[0].log


def log_of(table: Seated, tables) -> list[tuple[str, str]]:
    return [(e.type, getattr(e, "route", "") or str(getattr(e, "entry", ""))) for e in entries(table, tables)]


def unsent(page: Page) -> Locator:
    return page.locator("[data-board] [data-unsent]")


def last(page: Page) -> Locator:
    return page.locator(".last-words")


# Without the board's facts, which a page asks for as it opens, a phone offers no rows by itself.
FACTS_ARE_HERE = """() => {
  const { facts } = document.querySelector("[data-table]")?.dataset ?? {};
  const [asked] = facts ? performance.getEntriesByName(new URL(facts, location)) : [{ responseEnd: 1 }];
  return asked?.responseEnd > 0;
}"""


def phone(table: Seated, *seats: str, **more: Any) -> Finger:
    finger = table.phone(*seats, service_workers="block", **more)
    finger.page.wait_for_function(FACTS_ARE_HERE)
    return finger


def tap(finger: Finger, route: str) -> None:
    finger.tap(finger.choose(route))
    finger.page.locator("#choice[data-empty]").wait_for(state="attached")


def back(finger: Finger, bad: Wire) -> None:
    bad.turn("up")
    finger.page.evaluate(HURRY)
    until(finger.page, SENT)
