"""The field for tickets takes what phones can give, and nothing is kept without a look and a tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table.conftest import at, tables
from tests.browser.test_tickets import cards, row
from tests.support.tapping import Finger

__all__ = ["at", "tables"]

TICKET = "Baker Street – Tower of London"
LIST = "BAKER STREET\nTOWER OF LONDON\n11\nBrick Lane to Buckingham Palace 9\nBIG BEN - CHARTERHOUSE 5"


@pytest.fixture
def finger(at) -> Finger:
    return at("london", players=2).phone("blue", path="/tickets/blue")


def gives(page: Page, text: str) -> None:
    """A text that comes into the field at once, with its lines, as a paste or the camera brings it."""
    page.locator("[name=find]").focus()
    page.keyboard.insert_text(text)


def offers(page: Page):
    return page.locator("#found .offer > span:first-child")


@pytest.mark.parametrize("text", ["BAKER STREET TOWER OF LONDON 11", "baker street to tower of london"])
def test_a_line_that_is_certain_is_one_row_and_a_tap_keeps_it(finger, text):
    gives(finger.page, text)
    expect(offers(finger.page)).to_have_text([TICKET])
    expect(finger.page.locator("#found")).not_to_contain_text("Not sure")
    expect(cards(finger.page)).to_have_count(0)
    finger.tap(row(finger.page, TICKET, "#found"))
    expect(cards(finger.page)).to_have_text([TICKET])
    expect(finger.page.locator("[name=find]")).to_have_value("")
    expect(offers(finger.page)).to_have_count(0)


def test_pasted_from_the_clipboard_it_keeps_its_lines(finger):
    page = finger.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", LIST)
    page.locator("[name=find]").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("[name=find]")).to_have_value(LIST)
    expect(offers(page)).to_have_count(3)


def test_of_several_each_is_shown_and_those_not_kept_yet_stay(finger):
    page = finger.page
    gives(page, LIST)
    named = [TICKET, "Brick Lane – Buckingham Palace", "Big Ben – The Charterhouse"]
    expect(offers(page)).to_have_text(named)
    for n, ticket in enumerate(named):
        finger.tap(row(page, ticket, "#found"))
        expect(cards(page)).to_have_count(n + 1)
        expect(offers(page)).to_have_text(named[n + 1 :])
    expect(cards(page)).to_have_text(named)
    expect(page.locator("[name=find]")).to_have_value("")


def test_enter_keeps_what_is_certain_and_not_what_is_not(finger):
    page = finger.page
    gives(page, "BAKR STRET TOWR LONDN 9")
    page.keyboard.press("Enter")
    expect(offers(page)).to_have_text([TICKET])
    expect(page.locator("#found")).to_contain_text("Not sure about “BAKR STRET TOWR LONDN")
    page.wait_for_timeout(500)
    expect(cards(page)).to_have_count(0)
    page.locator("[name=find]").fill("baker street tower of london")
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_text([TICKET])


def test_a_line_without_a_ticket_is_named(finger):
    gives(finger.page, "Baker Street – Tower of London 11\nWhat is for dinner")
    expect(offers(finger.page)).to_have_text([TICKET])
    expect(finger.page.locator("#found")).to_contain_text("Nothing found for “What is for dinner”.")


def test_what_is_held_already_says_so(finger):
    page = finger.page
    for _ in range(2):
        gives(page, "baker street to tower of london")
        expect(offers(page)).to_have_count(1)
        if not cards(page).count():
            finger.tap(row(page, TICKET, "#found"))
            expect(cards(page)).to_have_count(1)
            expect(page.locator("[name=find]")).to_have_value("")
    expect(page.locator("#found .offer-held")).to_contain_text("yours")


def test_without_a_network_lines_are_read_and_kept(finger):
    page = finger.page
    page.context.set_offline(True)
    gives(page, "BAKER STREET TOWER OF LONDON 11\nBRICK LANE BUCKINGHAM PALACE 9")
    expect(offers(page)).to_have_count(2)
    finger.tap(row(page, TICKET, "#found"))
    expect(offers(page)).to_have_text(["Brick Lane – Buckingham Palace"])
    expect(page.locator("[data-note=tickets]")).to_contain_text("1 ticket hasn't been sent yet")
    page.locator("[name=find]").fill("bakr stret towr londn")
    expect(offers(page)).to_have_text([TICKET])
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-note=tickets]")).to_be_hidden()
    page.reload()
    expect(cards(page)).to_have_text([TICKET])


def test_beginnings_are_searched_as_ever(finger):
    finger.page.locator("[name=find]").press_sequentially("bak tow")
    expect(offers(finger.page)).to_have_text([TICKET])
    expect(finger.page.locator("#found")).not_to_contain_text("Not sure")


def test_the_field_without_a_script(at):
    page = at("london", players=2).phone("blue", path="/tickets/blue", java_script_enabled=False).page
    page.locator("[name=find]").fill("baker street tower of london")
    page.get_by_role("button", name="Find").tap()
    expect(offers(page)).to_have_text([TICKET])


def test_no_text_that_is_read_leaves_the_phone(finger):
    asked: list[str] = []
    finger.page.on("request", lambda request: asked.append(request.method))
    gives(finger.page, LIST)
    expect(offers(finger.page)).to_have_count(3)
    assert "POST" not in asked
