"""What the page says by itself: each thing once, on every phone, as much as that phone wants."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table.test_game import played_out, takes, told


def spoken(page: Page):
    return page.locator("#spoken > p")


def wants(page: Page, much: str) -> None:
    """Turns the switch, and comes back to the table."""
    page.goto(f"{page.url}/aloud")
    page.get_by_role("radio", name=re.compile(f"^{much}")).check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile("/t/[0-9a-f]+$"))


def test_ones_own_claim_is_said_once_and_so_it_is_on_the_other_phone(at):
    table = at()
    one, other = table.phone(), table.phone()
    one.claim("denver--omaha")
    other.has("denver--omaha")
    claim = "Ada claimed Denver – Omaha, 4 trains, 7 points. 41 trains left."
    expect(spoken(other.page)).to_have_text([claim, "Bo's turn."])
    one.page.wait_for_timeout(400)  # its echo has come by now
    # The turn is read out where the keyboard's place went: at the heading that says it.
    expect(spoken(one.page)).to_have_text([claim])
    expect(one.page.get_by_role("heading", name="Bo's turn")).to_be_focused()


def test_undo_is_said_too(at):
    table = at()
    one, other = table.phone(), table.phone()
    one.claim("denver--omaha")
    one.press("Undo")
    expect(spoken(other.page).filter(has_text="Taken back: Ada claimed Denver – Omaha")).to_have_count(1)
    expect(spoken(other.page).last).to_have_text("Ada's turn.")


@pytest.mark.parametrize(("much", "heard"), [("Turns", ["Bo's turn."]), ("Nothing", [])])
def test_who_wants_less_hears_less(at, much, heard):
    table = at()
    one, other = table.phone(), table.phone()
    wants(other.page, much)
    one.claim("denver--omaha")
    other.has("denver--omaha")
    other.page.wait_for_timeout(200)
    expect(spoken(other.page)).to_have_text(heard)


def test_the_final_round_is_said_at_once_and_once(at, boards):
    *before, trigger, first, _last = played_out(boards["usa"], 2)
    table = at(players=2, log=[told(color, route) for color, route in before])
    finger, other = table.phone(), table.phone()
    takes(finger, trigger[1])
    urgent = other.page.locator("[aria-live=assertive] > p")
    expect(urgent).to_have_text([re.compile(r"^Final round: \w+ has (no|\d) trains? left\. One more turn each\.$")])
    expect(finger.page.locator("[aria-live=assertive] > p")).to_have_count(1)
    takes(finger, first[1])
    expect(other.page.locator(".panel-turn", has_text="done")).to_have_count(1)
    expect(urgent).to_have_count(1)
    assert not spoken(other.page).filter(has_text="Final round").count()


def test_a_page_that_is_opened_says_nothing(at):
    page = at(log=[told("blue", "denver--omaha")]).phone().page
    page.wait_for_timeout(300)
    expect(spoken(page)).to_have_count(0)


def test_what_has_changed_since_it_was_asked_last(at):
    table = at()
    one, other = table.phone(), table.phone()
    one.claim("denver--omaha")
    other.has("denver--omaha")
    for heard in ("Ada claimed Denver – Omaha, 4 trains, 7 points. 41 trains left.", "Nothing new since then."):
        if not other.page.locator(".menu[open]").count():
            other.page.locator(".menu > summary").click()
        other.press("Read out what's new")
        expect(spoken(other.page).last).to_have_text(heard)
        other.tap(other.page.locator("#spoken"))  # which puts away what is shown of it, and else lies over the menu
        expect(other.page.locator("#spoken")).to_have_class("unseen")


def test_the_picture_says_what_it_shows_now(at):
    table = at()
    one, other = table.phone(), table.phone()
    one.claim("denver--omaha")
    picture = other.page.locator("[data-board] svg")
    says = "USA board: Ada has 1 route, Bo has no routes, Cy has no routes; 99 tracks unclaimed."
    expect(picture).to_have_accessible_name(says)


def test_there_is_one_place_that_speaks_and_one_that_interrupts(at):
    page = at().phone().page
    others = page.locator(":is([aria-live], [role=status], [role=alert], [role=log]):not(#spoken, #urgent)")
    expect(others.filter(visible=True)).to_have_count(0)  # what is seen says nothing of itself
    assert page.locator("#spoken[role=status], #urgent[aria-live=assertive]").count() == 2
