"""One phone speaks another language than its neighbour; also offline."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.housing import until
from tests.support.resting import put_away
from tests.support.tapping import PHONE
from tests.support.tongues import tongues

__all__ = ["tongues"]

LANG = "document.documentElement.lang"
KEPT_IN = """async ([path, lang]) => {
  const kept = await caches.match(path);
  return kept?.headers.get("content-language") === lang;
}"""
READY = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


@pytest.fixture
def house(tongues, house):
    """A server that speaks a little German and Polish."""
    return house


def choose(page, name):
    """At the table: Menu, the line that says which language it is now, and another one by its own name."""
    page.locator(".menu > summary").click()
    page.locator(".menu a[href^='/language']").click()
    page.get_by_role("button", name=name, exact=True).click()


def test_one_phone_speaks_german_and_nobody_else_is_disturbed(house, seated, boards):
    ada, bo = seated.phone("blue"), seated.phone("red")
    bo.page.evaluate("window.here = true")
    version = house.tables.store.version(seated.table)
    choose(ada.page, "Deutsch")
    ada.page.wait_for_url(f"{house.home}/t/{seated.table}")
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    assert house.tables.store.version(seated.table) == version
    route = next(iter(boards["usa"].route))
    ada.claim(route)
    bo.has(route, "blue")
    assert bo.page.evaluate(LANG) == "en"
    assert bo.page.evaluate("window.here"), "its page was not loaded again"
    expect(ada.page.locator("#panel-blue")).to_contain_text("Punkte")
    expect(bo.page.locator("#panel-blue")).to_contain_text("points")


def test_what_a_phone_keeps_for_later_is_in_the_language_it_chose(house, seated):
    page = seated.phone("blue").page
    until(page, READY)
    page.goto(f"{house.home}/", wait_until="load")
    for path in ("/", "/help", "/offline"):
        until(page, KEPT_IN, [path, "en"])
    page.get_by_role("button", name="Polski", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    for path in ("/", "/help", "/offline"):
        until(page, KEPT_IN, [path, "pl"])
    house.stop()
    page.goto(f"{house.home}/", wait_until="load")
    expect(page.get_by_role("link", name="Nowa gra")).to_be_visible()
    assert page.evaluate(LANG) == "pl"


def test_without_script_a_button_is_enough(house, browser):
    context = browser.new_context(**PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(house.home)
    page.get_by_role("button", name="Deutsch", exact=True).click()
    expect(page.get_by_role("link", name="Neues Spiel")).to_be_visible()
    put_away(context)
