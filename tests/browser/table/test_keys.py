"""The table by keys: finding, claiming, putting right; and where the keyboard stands after each of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.keyboard import Keyboard


def field(page: Page):
    return page.get_by_role("searchbox")


def test_a_claim_takes_at_most_twelve_keys(at):
    keys = Keyboard.at(at())
    page = keys.page
    keys.press("/", *"den om", "Enter").stands(page.get_by_role("button", name=re.compile("Denver – Omaha")))
    keys.press("Enter")
    expect(page.locator('[data-route="denver--omaha"]')).to_have_attribute("data-owner", "blue")
    assert keys.pressed <= 12
    keys.stands(field(page))
    expect(field(page)).to_have_value("")


def test_arrows_lead_through_what_was_found_and_back(at):
    keys = Keyboard.at(at())
    rows = keys.page.locator("[data-rows] :is(a, button)")
    keys.press("/", *"denver")
    expect(rows.first).to_be_visible()
    keys.press("ArrowDown").stands(rows.nth(0))
    keys.press("ArrowDown").stands(rows.nth(1))
    keys.press("ArrowUp", "ArrowUp").stands(field(keys.page))
    expect(field(keys.page)).to_have_value("denver")


def test_how_much_was_found_is_said(at):
    keys = Keyboard.at(at())
    spoken = keys.page.locator("#spoken p").last
    keys.press("/", *"den om")
    expect(spoken).to_have_text("Denver – Omaha.")
    field(keys.page).fill("san")
    expect(spoken).to_have_text("2 cities found.")
    field(keys.page).fill("nowhere")
    expect(spoken).to_have_text("Nothing found.")


def test_escape_closes_and_leads_back(at):
    keys = Keyboard.at(at())
    page = keys.page
    keys.uses("link", "List").stands(page.get_by_role("heading", name="Choose a city"))
    keys.press("ArrowDown", "ArrowDown", "Escape").stands(page.get_by_role("link", name="List"))
    keys.press("/", *"den om", "Enter").stands(page.locator("#take-denver--omaha"))
    keys.press("Escape").stands(field(page))
    expect(page.locator(".choice-head")).to_have_count(0)
    menu = page.locator(".menu > summary")
    keys.goes_to(menu).press("Enter", "Tab", "Tab", "Escape").stands(menu)
    expect(page.locator(".menu-lines")).to_be_hidden()


def test_from_the_list_to_a_city_and_a_claim(at):
    keys = Keyboard.at(at("europe"))
    page = keys.page
    keys.uses("link", "List").stands(page.get_by_role("heading", name="Choose a city"))
    keys.uses("link", "Wien").stands(page.get_by_role("heading", name="Wien"))
    keys.uses("button", re.compile("Berlin – Wien"))
    expect(page.locator('[data-route="berlin--wien"]')).to_have_attribute("data-owner", "blue")
    keys.stands(page.get_by_role("link", name="List"))


def test_undo_and_what_is_left_of_it(at):
    keys = Keyboard.at(at())
    page = keys.page
    page.clock.install()
    for route in ("denver--omaha", "helena--omaha"):
        keys.claims(route)
    keys.uses("button", "Undo", "Shift+Tab")
    expect(page.locator('[data-route="helena--omaha"][data-owner]')).to_have_count(0)
    # The picture shows it at once; until the line beside it names the entry before, Undo still means this one.
    expect(page.locator(".last-words")).to_contain_text("Ada claimed Denver – Omaha")
    keys.stands(page.get_by_role("button", name="Redo"))
    page.clock.run_for(10_000)
    keys.stands(page.get_by_role("button", name="Undo"))
    keys.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    keys.stands(page.get_by_role("heading", name="Ada's turn"))


def test_redo_has_the_focus_before_the_server_answers_and_after(at):
    keys = Keyboard.at(at())
    page, held = keys.page, []
    keys.claims("denver--omaha")
    slow = re.compile("/now[?]|/entries$")
    page.route(slow, lambda route: held.append(route))
    keys.uses("button", "Undo", "Shift+Tab")
    keys.stands(page.get_by_role("button", name="Redo"))
    while held:
        held.pop().continue_()
    page.unroute(slow)
    expect(page.locator(".last-words")).not_to_contain_text("Not sent yet")
    keys.stands(page.get_by_role("button", name="Redo"))


def test_another_player_and_a_refusal(at):
    table = at()
    keys, other = Keyboard.at(table), table.phone()
    page = keys.page
    keys.press("/", *"den om", "Enter").stands(page.locator("#take-denver--omaha"))
    keys.goes_to(page.locator("#panel-green")).press("Enter")
    keys.stands(page.get_by_role("heading", name="Claim for Cy"))
    keys.goes_to(page.locator("#take-denver--omaha"))
    page.route("**/now?*", lambda route: route.abort())  # as if the news were late
    other.claim("denver--omaha")
    keys.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Denver – Omaha is already Ada's.")
    keys.stands(page.locator("#take-denver--omaha"))


def test_putting_right_whose_it_was_and_taking_it_back(at):
    keys = Keyboard.at(at(log=[{"type": "claim", "player": "blue", "route": "denver--omaha"}]))
    page = keys.page
    for act, owner in (("Give to Cy", "green"), ("Take it back from Cy", None)):
        keys.press("/", *"den om", "Enter").stands(page.locator("#take-denver--omaha"))
        keys.press("Enter").stands(page.get_by_role("heading", name="Denver – Omaha"))
        keys.uses("button", act)
        keys.stands(field(page))
        expect(page.locator(f'[data-owner="{owner}"]')).to_have_count(1 if owner else 0)


def test_news_takes_nothing_from_whoever_is_typing_or_choosing(at):
    table = at()
    keys, other = Keyboard.at(table), table.phone()
    keys.press("/", *"hel om", "Enter").stands(keys.page.locator("#take-helena--omaha"))
    other.claim("denver--omaha")
    expect(keys.page.locator(".turn-whose")).to_have_text("Bo's turn")
    keys.stands(keys.page.locator("#take-helena--omaha"))
    keys.press("/", *"chic")
    other.press("Undo")
    expect(keys.page.locator(".turn-whose")).to_have_text("Ada's turn")
    keys.stands(field(keys.page))
    expect(field(keys.page)).to_have_value("chic")


@pytest.mark.parametrize("wanted", [True, False])
def test_the_stroke_works_unless_it_is_turned_off(at, wanted):
    keys = Keyboard.at(at(), path="/aloud")
    page = keys.page
    keys.goes_to(page.get_by_role("checkbox", name=re.compile("jumps to “Find”")))
    if not wanted:
        keys.press("Space")
    keys.uses("button", "Save")
    page.wait_for_url(re.compile("/t/[0-9a-f]+$"))
    page.locator("#find[data-htmx-powered]").wait_for()
    keys.press("/")
    assert field(page).evaluate("part => part === document.activeElement") is wanted


def test_the_menu_closes_where_something_in_it_was_used(at):
    keys = Keyboard.at(at())
    page = keys.page
    keys.goes_to(page.locator(".menu > summary")).press("Enter")
    keys.uses("button", "Read out the scores")
    expect(page.locator("#spoken p")).to_have_text(
        [*(f"{name}: 0 points, 45 trains left." for name in ("Ada", "Bo", "Cy")), "Ada's turn."]
    )
    keys.stands(page.locator(".menu > summary"))
    expect(page.locator(".menu-lines")).to_be_hidden()


def test_the_picture_is_one_image_and_no_stop_inside(at):
    page = at().phone().page
    inside = "document.querySelectorAll('[data-board] svg :is(a, button, [tabindex])').length"
    assert page.evaluate(inside) == 0
    picture = page.get_by_role("region", name=re.compile("The board")).get_by_role("img")
    says = "USA board: Ada has no routes, Bo has no routes, Cy has no routes; 100 tracks unclaimed."
    expect(picture).to_have_accessible_name(says)
