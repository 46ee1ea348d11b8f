"""Back, and what lies over the table: rows, the menu, the rules."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.table.test_gestures import UNDER

WIDTH = "document.querySelector('[data-board] svg').getBoundingClientRect().width"


def test_back_closes_rows_and_menu_before_it_leaves(at):
    table = at()
    finger = table.phone(path="/people")
    page = finger.page
    page.get_by_role("link", name="Back to the table").click()
    finger.choose("denver--omaha").wait_for()
    page.go_back()
    expect(page.locator(".choice-head")).to_have_count(0)
    finger.tap(page.locator(".menu summary"))
    page.go_back()
    expect(page.locator(".menu[open]")).to_have_count(0)
    expect(page.locator("#state")).to_be_visible()
    page.go_back()
    page.wait_for_url("**/people")


def test_back_leaves_at_once_where_the_rows_were_closed_by_a_tap(at):
    finger = at().phone(path="/people")
    page = finger.page
    page.get_by_role("link", name="Back to the table").click()
    finger.claim("denver--omaha")
    expect(page.locator(".choice-head")).to_have_count(0)
    # The page goes back once more by itself, which would break off a step that is waited for.
    page.evaluate("() => { history.back(); }")
    expect(page).to_have_url(re.compile("/people$"))


def test_the_tunnels_help_opens_over_the_table_and_leads_back_to_the_rows(at):
    finger = at("europe").phone(path="?find=mad+pam")
    page = finger.page
    finger.tap(page.get_by_role("link", name="Tunnel: how many extra cards?"))
    expect(page.locator("#help")).to_be_visible()
    for n in (1, 2):
        page.locator(f'#help [name="card-{n}"][value="same"]').check(force=True)
    expect(page.locator("#help .said")).to_contain_text("2 more cards")
    page.go_back()
    expect(page.locator("#help")).to_be_hidden()
    expect(page.locator('button.take[value="madrid--pamplona--1"], button.take').first).to_be_visible()
    assert re.search(r"/t/\w+\?find=mad\+pam$", page.url)


def test_the_tunnels_help_is_a_page_without_script(at):
    page = at("europe").phone(path="?find=mad+pam", java_script_enabled=False).page
    page.get_by_role("link", name="Tunnel: how many extra cards?").click()
    page.wait_for_url("**/rules?**")
    expect(page.locator("#tunnel")).to_be_visible()


def test_a_double_tap_brings_the_place_that_was_tapped(at):
    """Also near the lower edge, where the rows of the first tap push the board up."""
    finger = at().phone("blue", "red", "green")
    page = finger.page
    view = page.locator("[data-board]").bounding_box()
    assert view
    spot = 200, view["y"] + view["height"] - 60
    meant = page.evaluate(UNDER, spot)
    page.touchscreen.tap(*spot)
    page.locator(".choice-head").wait_for()
    page.touchscreen.tap(*spot)
    page.wait_for_timeout(500)
    rows = page.locator(".choice").bounding_box()
    assert rows
    x, y = page.evaluate(
        """([x, y]) => {
          const at = new DOMPoint(x, y).matrixTransform(document.querySelector("[data-board] svg").getScreenCTM());
          return [at.x, at.y];
        }""",
        meant,
    )
    assert 40 < x < 320
    assert view["y"] < y < rows["y"]


def test_one_tap_shows_the_whole_board_and_another_takes_it_back(at):
    finger = at().phone()
    page = finger.page
    before = page.evaluate(WIDTH)
    finger.press("Whole board")
    assert page.evaluate(WIDTH) <= 361
    finger.press("Whole board")
    assert abs(page.evaluate(WIDTH) - before) < 2
