"""The board as a table, by keys and by touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.keyboard import Keyboard


def test_claims_one_after_another_down_the_rows(at):
    table = at()
    keys = Keyboard.at(table, path="/routes?city=denver&only=open")
    page = keys.page
    first, second = page.locator("[data-rows] button").nth(0), page.locator("[data-rows] button").nth(1)
    after = second.get_attribute("id")
    keys.goes_to(first).press("Enter")
    # It is not open any more, so its row is gone, and the next one has the focus.
    keys.stands(page.locator(f"#{after}"))
    expect(page.get_by_role("button", name=re.compile("^Claim for Bo")).first).to_be_visible()
    keys.press("ArrowDown").stands()
    keys.goes_to(page.get_by_role("button", name="Undo"), "Shift+Tab").press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Claim for Ada")).first).to_be_visible()
    keys.stands()


def test_filters_keep_their_place_and_their_address(at):
    keys = Keyboard.at(at(log=[{"type": "claim", "player": "blue", "route": "denver--omaha"}]), path="/routes")
    page = keys.page
    keys.uses("link", "Ada: 1")
    expect(page.get_by_role("row")).to_have_count(2)
    keys.stands(page.get_by_role("link", name="Ada: 1"))
    expect(page).to_have_url(re.compile("only=blue"))
    page.reload()
    expect(page.get_by_role("row")).to_have_count(2)


def test_a_city_is_chosen(at):
    keys = Keyboard.at(at("europe"), path="/routes")
    page = keys.page
    keys.goes_to(page.get_by_role("combobox", name="City")).press(*"Wien")
    keys.uses("button", "Show").stands(page.get_by_role("button", name="Show"))
    expect(page.get_by_role("heading", name="Routes from Wien")).to_be_visible()
    keys.uses("button", "Build a station for Ada in Wien")
    expect(page.get_by_text("Ada has the station")).to_be_visible()
    keys.stands()


def test_it_follows_the_table_and_says_so(at):
    table = at()
    reader, other = table.phone(path="/routes?city=denver"), table.phone()
    reader.page.wait_for_timeout(300)  # until it hears the table
    other.claim("denver--omaha")
    expect(reader.page.get_by_role("link", name=re.compile("^Ada Denver – Omaha"))).to_be_visible()
    expect(reader.page.locator("#spoken > p")).to_have_text(
        ["Ada claimed Denver – Omaha, 4 trains, 7 points. 41 trains left.", "Bo's turn."]
    )


@pytest.mark.parametrize("letters", ["100%", "200%"])
def test_nothing_is_lost_at_the_narrowest_and_with_large_letters(at, letters):
    page = at("europe").phone(path="/routes", viewport={"width": 320, "height": 640}).page
    page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
    every = "[...document.querySelectorAll('.routes, .routes *')].every"
    assert page.evaluate(f"{every}(e => e.getBoundingClientRect().right <= innerWidth)")
    assert page.evaluate(f"{every}(e => !e.matches('.chip') || (e.offsetHeight >= 44 && e.offsetWidth >= 44))")


def test_it_is_a_table_for_who_hears_it_even_where_it_is_laid_out_otherwise(at):
    page = at().phone(path="/routes?city=omaha").page
    expect(page.get_by_role("columnheader")).to_have_text(["From", "To", "Colour", "Length", "Points", "Owner"])
    row = page.get_by_role("row", name=re.compile("Omaha Denver"))
    expect(row.get_by_role("cell")).to_have_count(5)
    expect(row.get_by_role("rowheader")).to_have_text("Omaha")
