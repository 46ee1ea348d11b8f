"""The table in its states: legible, large enough for a thumb, nowhere wider than the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import TOO_SMALL, faint
from tools.table_screens import KINDS, STATES


@pytest.mark.parametrize(
    "state", ["playing", "choosing", "refused", "put-right", "final-round", "finished", "listed"]
)
def test_every_state_is_legible_and_large_enough(at, state):
    finger = STATES[state](at(), KINDS["phone"])
    assert faint(finger.page) == []
    assert finger.page.evaluate(TOO_SMALL) == []


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("state", ["long-names", "refused"])
def test_nothing_is_wider_than_the_screen(at, state, kind):
    finger = STATES[state](at(), KINDS[kind])
    assert finger.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert finger.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    wide = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length"
    assert finger.page.locator(".strip, .choice, .row, .take, .panel").evaluate_all(wide) == 0


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_board_is_seen_beside_what_is_being_chosen(at, kind):
    finger = STATES["choosing"](at(), KINDS[kind])
    tops = "[...document.querySelectorAll('.board, .choice')].map(e => e.getBoundingClientRect().toJSON())"
    board, choice = finger.page.evaluate(tops)
    assert choice["top"] - board["top"] >= 110 or choice["left"] >= board["right"] - 1


def test_what_was_tapped_is_not_hidden_by_its_rows(at):
    finger = at().phone()
    for route in ("miami--new-orleans", "el-paso--los-angeles", "calgary--vancouver"):
        button = finger.choose(route)
        button.wait_for()
        number = button.locator(".number").inner_text()
        box = finger.page.locator(f'[data-offer="{number}"]').bounding_box()
        rows = finger.page.locator(".choice").bounding_box()
        assert box
        assert rows
        assert 0 <= box["y"] <= rows["y"]
        assert 0 <= box["x"] <= 360


def test_a_found_route_is_brought_into_view(at):
    finger = at().phone()
    finger.page.get_by_role("searchbox").fill("bos mon")
    label = finger.page.locator('[data-offer="1"]')
    expect(label).to_be_visible()
    box = label.bounding_box()
    assert box
    assert 0 <= box["x"] <= 350


def middles(finger):
    """Where the middles of what is pressed in every turn are."""
    pressed = ".panel, .turn :is(a, button), .last button, .tools :is(.find input, .quiet-button)"
    boxes = finger.page.locator(pressed).evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")
    assert len(boxes) >= 8
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


def test_what_is_pressed_every_turn_lies_under_a_thumb(at):
    finger = STATES["playing"](at(), KINDS["phone"])
    assert min(y for _x, y in middles(finger)) >= 740 * 2 / 3


def test_in_the_left_hand_it_lies_on_the_left(at):
    finger = STATES["playing"](at(), KINDS["phone"])
    page = finger.page
    where = "names => names.map(n => document.querySelector(n).getBoundingClientRect().x)"
    names = [".last button", ".menu > summary", ".turn button", "[data-zoom]"]
    assert min(page.evaluate(where, names)) > 180
    page.context.add_cookies([{"name": "trackside-hand", "value": "left", "url": page.url}])
    page.reload()
    assert max(page.evaluate(where, names)) < 180
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Words of which one part stands on another line than the rest.
BROKEN = """all => all.flatMap(el => {
  const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), found = [];
  for (let text = walk.nextNode(); text; text = walk.nextNode())
    for (const word of text.parentElement.closest(".unseen") ? [] : text.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      // A name that is read from right to left has several boxes on one line.
      if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) found.push(word[0]);
    }
  return found;
})"""


@pytest.mark.parametrize("kind", list(KINDS))
def test_five_long_names_are_there_in_full_and_figures_stand_in_line(at, kind):
    page = STATES["long-names"](at(), KINDS[kind]).page
    assert page.locator(".act").evaluate_all(BROKEN) == []
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2).length"
    assert page.locator(".panel-name, .turn-whose, .choice-head h2").evaluate_all(cut) == 0
    tops = page.locator(".panel-trains").evaluate_all("all => all.map(e => e.getBoundingClientRect().top)")
    assert len(tops) == 5
    assert max(tops) - min(tops) < 1


@pytest.mark.parametrize("tag", ["it", "nl"])
def test_the_turns_that_five_have_left_fit_their_labels(at, boards, tag):
    """The languages that take the most words for it."""
    board, left, log = boards["usa"], boards["usa"].trains_per_player, []
    for route in sorted(board.route.values(), key=lambda route: -route.length):
        if not route.twins and route.length <= left:
            left -= route.length
            log.append({"type": "claim", "player": "blue", "route": route.id, "late": True})
    log.append({"type": "draw", "player": "blue"})
    page = at(players=5, log=log).phone(locale=tag).page
    expect(page.locator(".panel-turn")).to_have_count(5)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        cut = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1)"
        assert page.locator(".panel-turn").evaluate_all(cut) == []


def test_every_technology_shows_its_price_on_the_smallest_phone(at):
    page = at("uk").phone(path="?player=blue", viewport={"width": 320, "height": 740}).page
    prices = page.get_by_role("button", name=re.compile("locomotives?$"))
    expect(prices).to_have_count(11)
    expect(prices.get_by_text("Boiler Lagging, 2 locomotives")).to_be_visible()
    assert prices.evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth + 1)") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faint(page) == []


@pytest.mark.parametrize("width", [320, 360, 740])
def test_no_name_is_broken_in_the_table_of_routes(at, width):
    names = {"blue": "Cyrill", "red": "Ольга Константиновна", "green": "Wilhelmina von Sonnenfel"}
    claims = zip(names, ("denver--omaha", "helena--omaha", "calgary--winnipeg"), strict=True)
    log = [{"type": "claim", "player": player, "route": route} for player, route in claims]
    page = at(names=names, log=log).phone(path="/routes", viewport={"width": width, "height": 740}).page
    chips = page.locator(".routes .chip")
    assert {name.strip() for name in page.locator(".routes a.chip").all_inner_texts()}
    assert chips.evaluate_all(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("hand", ["right", "left"])
def test_on_its_side_the_menu_opens_beside_its_button(at, hand):
    page = STATES["playing"](at(), KINDS["sideways"]).page
    page.context.add_cookies([{"name": "trackside-hand", "value": hand, "url": page.url}])
    page.reload()
    button = page.locator(".menu > summary")
    before = button.bounding_box()
    button.tap()
    menu, strip = (page.locator(part).bounding_box() for part in (".menu-lines", ".strip"))
    assert button.bounding_box() == before
    assert 0 <= menu["y"] <= menu["y"] + menu["height"] <= 360
    assert menu["height"] >= 300, "all of it, or nearly"
    left, right = (menu, strip) if hand == "right" else (strip, menu)
    assert abs(left["x"] + left["width"] - right["x"]) <= 1
    assert 0 <= menu["x"] <= menu["x"] + menu["width"] <= 740
    button.tap()
    expect(page.locator(".menu-lines")).to_be_hidden()


def test_on_its_side_all_of_a_seats_sheet_can_be_reached(at, home):
    page = at().phone(**KINDS["sideways"]).page
    page.goto(f"{home}/new")
    page.get_by_role("button", name="Seat 1: colour and shape").tap()
    sheet = page.locator("#look-1")
    assert sheet.bounding_box()["y"] >= 0
    for part in (sheet.get_by_text("Colour of seat 1"), sheet.get_by_role("button", name="Done")):
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 360
