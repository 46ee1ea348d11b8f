"""The pages around a table: after everything that is done there, the focus is somewhere, and can be seen."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.table.conftest import at, tables
from tests.support.keyboard import Keyboard

__all__ = ["at", "tables"]

CLAIM = {"type": "claim", "player": "blue", "route": "denver--omaha"}


def test_the_log_takes_back_and_brings_back(at):
    keys = Keyboard.at(at(log=[CLAIM]), path="/log")
    page = keys.page
    keys.goes_to(page.locator("#line-1 > summary")).press("Enter")
    keys.uses("button", "Take back")
    expect(page.locator("#entry-1 s")).to_be_visible()
    keys.stands(page.locator("#strike-1"))
    keys.press("Enter")
    expect(page.locator("#entry-1 s")).to_have_count(0)
    keys.stands(page.locator("#strike-1"))


def test_a_seat_is_taken_and_let_go(at):
    keys = Keyboard.at(at(), path="/people")
    page = keys.page
    keys.uses("button", "This is me: Bo")
    expect(page.locator("#hand")).to_be_visible()
    page.goto(page.url.replace("/tickets/red", "/people"))
    keys.goes_to(page.locator("#leave-red")).press("Enter")
    expect(page.locator("#take-red")).to_be_visible()
    keys.stands()


def test_a_recount_compares_and_mends(at):
    keys = Keyboard.at(at(players=2, log=[CLAIM]), path="/recount")
    page = keys.page
    keys.goes_to(page.locator("#left-blue")).press(*"45")
    keys.uses("button", "Compare")
    expect(page.locator("#says-blue")).to_be_visible()
    keys.stands()
    keys.goes_to(page.locator("#mend-blue-1")).press("Enter")
    expect(page.locator("#mend-blue-1")).to_have_count(0)
    keys.stands()


def test_tickets_from_the_list_one_after_another_and_back(at):
    keys = Keyboard.at(at(), "blue", path="/tickets/blue")
    page = keys.page
    keys.goes_to(page.locator("#every > summary")).press("Enter")
    first, second = page.locator("#lists button.offer").nth(0), page.locator("#lists button.offer").nth(1)
    after = second.get_attribute("id")
    keys.goes_to(first).press("Enter")
    expect(page.locator(".ticket")).to_have_count(1)
    keys.stands(page.locator(f"#{after}"))
    keys.goes_to(page.get_by_role("button", name=re.compile("^Take back"))).press("Enter")
    expect(page.locator(".ticket")).to_have_count(0)
    keys.stands()
    keys.uses("button", "My tickets are in").stands()
