"""Tickets of a board that knows none, by touch: typed in a line, tapped on the board, and chosen from lists."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table.conftest import at, tables
from tests.browser.test_ticket_field import gives, offers
from tests.browser.test_tickets import cards, row, touch_city
from tests.support.tapping import Finger

__all__ = ["at", "tables"]

PEOPLE = {"white": "Ada", "red": "Bo", "purple": "Cy"}
ASKED = "Berlin – Kiel: the shortest path has 8 spaces. Does the card really say 3?"


@pytest.fixture
def own(at) -> Finger:
    return at("marklin", names=PEOPLE).phone("white", path="/tickets/white")


def held(page: Page) -> list[str]:
    names, points = cards(page).all_inner_texts(), page.locator(".ticket-points").all_inner_texts()
    return [f"{name} ({n})" for name, n in zip(names, points, strict=True)]


def types(page: Page, line: str) -> None:
    page.locator("#find-text").fill(line)


def test_a_line_and_enter_keep_one_after_another(own):
    page = own.page
    own.tap(page.locator("#find-text"))
    for n, line in enumerate(("ber kie 9", "den münc 22"), 1):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(cards(page)).to_have_count(n)
        expect(page.locator("#find-text")).to_be_focused()
        expect(page.locator("#find-text")).to_have_value("")
    assert held(page) == ["Berlin – Kiel (9)", "Dänemark – München (22)"]
    assert own.taps == 1


def test_while_the_number_is_missing_the_keyboard_stays_in_the_line(own):
    page = own.page
    own.tap(page.locator("#find-text"))
    page.keyboard.type("ber kie")
    expect(page.locator("#typed h3")).to_have_text("Berlin – Kiel")
    expect(page.locator("#find-text")).to_be_focused()
    page.keyboard.type(" 9")
    own.tap(page.locator("#found .offer"))
    expect(cards(page)).to_have_count(1)


def test_two_places_on_the_board_and_the_number(own):
    page = own.page
    touch_city(own, "dresden")
    expect(page.locator("#found h3")).to_have_text("Dresden")
    touch_city(own, "hamburg")
    expect(page.locator("#typed h3")).to_have_text("Dresden – Hamburg")
    expect(page.locator("#typed .field-number")).to_be_focused()
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_count(1)
    assert held(page) == ["Dresden – Hamburg (12)"]
    expect(page.locator("#typed")).to_have_count(0)


def test_a_neighbour_of_the_second_place_is_a_tap_away(own):
    page = own.page
    touch_city(own, "dresden")
    expect(page.locator("#found h3")).to_have_text("Dresden")
    touch_city(own, "munchen")
    expect(page.locator("#typed h3")).to_have_text("Dresden – München")
    own.tap(page.locator("#found .chip", has_text="Augsburg"))
    expect(page.locator("#typed h3")).to_have_text("Augsburg – Dresden")


def test_both_places_from_lists(own):
    page = own.page
    own.tap(page.locator("#every > summary"))
    page.locator("#lists [name=a]").select_option("Kiel")
    page.locator("#lists [name=b]").select_option("Schweiz")
    page.locator("#lists [name=points]").fill("20")
    own.tap(page.locator("#lists button"))
    expect(cards(page)).to_have_count(1)
    assert held(page) == ["Kiel – Schweiz (20)"]


def test_a_low_number_is_asked_about_once_and_taken_back_with_a_tap(own):
    page = own.page
    types(page, "ber kie 3")
    own.tap(page.locator("#found .offer"))
    expect(page.locator("#found .said p")).to_have_text(ASKED)
    own.tap(page.locator("#found .said button"))
    expect(cards(page)).to_have_count(0)
    expect(page.get_by_text(ASKED)).to_have_count(0)
    types(page, "ber kie 3")
    own.tap(page.locator("#found .offer"))
    expect(page.locator("#found .said p")).to_have_text(ASKED)
    page.reload()
    expect(cards(page)).to_have_count(1)
    expect(page.get_by_text(ASKED)).to_have_count(0)


def test_without_network_a_ticket_waits_on_the_phone(own):
    page = own.page
    own.tap(page.locator("#every > summary"))
    page.locator("#lists [name=a]").select_option("Kiel")
    page.locator("#lists [name=b]").select_option("Berlin")
    page.locator("#lists [name=points]").fill("9")
    page.context.set_offline(True)
    own.tap(page.locator("#lists button"))
    expect(page.get_by_text(re.compile("1 ticket hasn't been sent yet"))).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(re.compile("1 ticket hasn't been sent yet"))).to_have_count(0)
    page.reload()
    expect(cards(page)).to_have_count(1)
    assert held(page) == ["Berlin – Kiel (9)"]


def test_several_pasted_lines_are_each_shown_and_kept_with_a_tap(own):
    page = own.page
    gives(page, "BERLIN KIEL 9\nDenmark to Munich 22\nDRESDEN\nULM\n1O\nWhat is for dinner")
    shown = ["Berlin – Kiel", "Dänemark – München", "Dresden – Ulm"]
    expect(offers(page)).to_have_text(shown)
    expect(page.locator("#found")).to_contain_text("Nothing found for “What is for dinner”.")
    expect(page.locator("#found")).to_contain_text("Not sure about “DRESDEN ULM 1O”. Is it one of these?")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    for n, ticket in enumerate(shown, 1):
        own.tap(row(page, ticket, "#found"))
        expect(cards(page)).to_have_count(n)
        expect(offers(page)).to_have_text(shown[n:])
    assert held(page) == ["Berlin – Kiel (9)", "Dänemark – München (22)", "Dresden – Ulm (10)"]
    assert own.taps == len(shown)


def test_a_dictated_line_is_looked_at_before_it_is_kept(own):
    page = own.page
    gives(page, "berlin to kiel nine points 9")
    page.keyboard.press("Enter")
    expect(offers(page)).to_have_text(["Berlin – Kiel"])
    expect(page.locator("#found")).to_contain_text("Not sure about “berlin to kiel nine points 9”")
    page.wait_for_timeout(500)
    expect(cards(page)).to_have_count(0)
    own.tap(row(page, "Berlin – Kiel", "#found"))
    expect(cards(page)).to_have_count(1)
    assert held(page) == ["Berlin – Kiel (9)"]
    gives(page, "BERLIN KIEL 9")
    expect(page.locator("#found .offer-held")).to_contain_text("yours")


def test_a_number_that_is_missing_is_asked_for_without_a_network(own):
    page = own.page
    page.context.set_offline(True)
    gives(page, "BERLIN KIEL\n41")
    expect(page.locator("#found h3")).to_have_text("Berlin – Kiel")
    own.tap(page.locator("#found .field-number"))
    page.keyboard.type("3")
    own.tap(page.locator("#found .typed button"))
    expect(page.get_by_text(re.compile("1 ticket hasn't been sent yet"))).to_be_visible()
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text(re.compile("1 ticket hasn't been sent yet"))).to_have_count(0)
    page.reload()
    expect(cards(page)).to_have_count(1)
    assert held(page) == ["Berlin – Kiel (3)"]


def test_a_low_number_is_asked_about_beside_the_lines_that_are_left(own):
    page = own.page
    gives(page, "BERLIN KIEL 3\nDRESDEN ULM 12")
    own.tap(row(page, "Berlin – Kiel", "#found"))
    expect(page.locator("#found .said p")).to_have_text(ASKED)
    expect(offers(page)).to_have_text(["Dresden – Ulm"])
    own.tap(page.locator("#found .said button"))
    expect(cards(page)).to_have_count(0)


def test_a_list_that_a_taken_back_ticket_overtook_is_not_shown(own):
    page = own.page
    types(page, "ber kie 9")
    own.tap(page.locator("#found .offer"))
    expect(cards(page)).to_have_count(1)
    asked = "fetch(location.href, { headers: { 'HX-Request': 'true' } }).then((answer) => answer.text())"
    old = page.evaluate(asked)
    own.tap(page.locator("#hand .ticket-back"))
    expect(cards(page)).to_have_count(0)
    shown = (
        "sourceElement: document.body, target: document.getElementById('hand'), select: '#hand', swap: 'outerMorph'"
    )
    page.evaluate(f"(text) => htmx.swap({{ {shown}, text }})", old)
    expect(cards(page)).to_have_count(0)
