"""A box compared with what Trackside has of it, by somebody who has it beside them, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.boards import files
from companion.pages.compare.facts import number_facts, route_facts, ticket_facts
from tests.browser.conftest import PHONE
from tests.support.resting import put_away

SHOWN = "[data-screen]:not([hidden])"
KEPT = "JSON.parse(localStorage.getItem('compare-new-york'))"
ERRORS = 10


@pytest.fixture
def page(browser: Browser, home: str) -> Iterator[Page]:
    """The page, loaded; then the network goes."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"{home}/compare/new-york/base")
    context.set_offline(True)
    yield page
    put_away(context)


def test_ten_differences_are_found_kept_and_saved_without_a_network(page: Page) -> None:
    """The box of somebody whose figures differ in ten places: they tap what they don't find in it, and no more."""
    board = files.boards()["new-york"]
    facts = [*route_facts(board), *number_facts(board, "base"), *ticket_facts(board, "base")]
    printed = {(fact.name, fact.figures) for fact in facts}
    planted = {(fact.name, fact.figures) for fact in facts[:: len(facts) // ERRORS][:ERRORS]}
    box = printed - planted
    taps = told = screens = 0
    while page.locator(SHOWN).count():
        screens += 1
        assert page.locator(f"{SHOWN} [data-fact]").count() <= 10
        first, picture = page.locator(f"{SHOWN} h2").bounding_box(), page.locator("[data-picture]").bounding_box()
        assert first
        assert first["y"] >= (picture["y"] + picture["height"] if picture else 0), "it begins out of sight"
        for row in page.locator(f"{SHOWN} .compare-fact").all():
            name = row.locator(".compare-name").inner_text()
            figures = row.locator(".compare-figures")
            if (name, figures.inner_text() if figures.count() else "") in box or name.startswith("No other"):
                continue
            told += 1
            row.tap()
            page.locator("#mine").fill("other")
            page.locator(".compare-typed button").tap()
        page.locator("[data-right]").tap()
        taps += 1
    assert told == ERRORS
    assert taps == screens
    assert page.locator("[data-list] li").count() == ERRORS
    assert list(page.evaluate(KEPT).values()).count("other") == ERRORS
    with page.expect_download() as download:
        page.locator("[data-save]").tap()
    report = Path(download.value.path()).read_text()
    assert all(f"{name}{': ' + figures if figures else ''} → other" in report for name, figures in planted)
