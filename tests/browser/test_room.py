"""There is room for what somebody came for: the button, every player's line, what is being decided, whole words."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK
from tests.browser.test_every_screen import context, walk
from tests.support.doses import one_in
from tests.support.resting import put_away
from tests.support.tapping import PHONE

__all__ = ["context", "walk"]

LABELS: Final = """() => [...document.querySelectorAll(".stops a")].map(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const { left, right, top } = words.getBoundingClientRect();
  return { left, right, top };
})"""

LEFT: Final = "all => all.map(one => one.getBoundingClientRect().left)"
# The room above and below the words of a button, and how many lines these take.
AIR: Final = """button => {
  const words = document.createRange();
  words.selectNodeContents(button);
  const [{ top, bottom }, around] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
  return [top - around.top, around.bottom - bottom, new Set([...words.getClientRects()].map(one => one.top)).size];
}"""
# The tallest stretch of a page between its first words and its last where nothing stands, and what it may be.
HOLES: Final = """() => {
  const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), boxes = [];
  const range = document.createRange();
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    if (!text.data.trim() || text.parentElement.closest(".unseen")) continue;
    range.selectNodeContents(text);
    boxes.push(...range.getClientRects());
  }
  for (const one of document.querySelectorAll("main :is(.button, input, select, textarea, svg:not(.unseen), tr)"))
    if (one.checkVisibility()) boxes.push(one.getBoundingClientRect());
  let hole = 0, end = Infinity;
  for (const { top, bottom } of boxes.filter(box => box.height).sort((a, b) => a.top - b.top)) {
    hole = Math.max(hole, top - end);
    end = Math.max(end === Infinity ? bottom : end, bottom);
  }
  return hole;
}"""
HOLE: Final = 56
SMALLEST: Final = {**PHONE, "viewport": {"width": 320, "height": 640}}

# Where each line of each entry of a list begins.
LINES: Final = """list => [...list.children].flatMap(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return [...words.getClientRects()].map(({ left }) => left);
})"""


@pytest.mark.parametrize(
    ("stop", "button"),
    [("join", "Ask to join"), ("entry", "Change it"), ("tickets-doubt", "That's right: my tickets are in")],
)
def test_the_main_button_is_seen_at_once(walk, context, stop, button):
    page = walk.show(context, walk.stop(stop))
    expect(page.get_by_role("button", name=button, exact=True)).to_be_in_viewport(ratio=1)


def test_at_the_reveal_everybody_has_a_line(walk, context):
    page = walk.show(context, walk.stop("step-europe-5-ticket-lent"))
    lines, steps = page.locator(".score li"), page.locator(".steps").bounding_box()
    assert lines.count() == 5
    last = lines.last.bounding_box()
    assert last["y"] + last["height"] <= steps["y"] + 1


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "pl-PL"])
@pytest.mark.parametrize("stop", ["step-europe-5-ticket", "step-europe-5-ticket-lost", "step-europe-5-kept"])
def test_on_the_least_of_phones_too(walk, browser, locale, stop):
    context = browser.new_context(**{**SMALLEST, "locale": locale})
    page = walk.show(context, walk.stop(stop))
    last, steps = page.locator(".score li").last.bounding_box(), page.locator(".steps").bounding_box()
    assert last["y"] + last["height"] <= steps["y"] + 1
    put_away(context)


@pytest.mark.parametrize(("stop", "line"), [("watch", ".screen-score tbody"), ("step-europe-5-ticket", ".score")])
def test_who_is_spoken_of_stands_in_line_with_the_others(walk, context, stop, line):
    page = walk.show(context, walk.stop(stop))
    assert page.locator(f"{line} :is(.up, .about)").count() == 1
    signs = page.locator(f"{line} .tag").evaluate_all(LEFT)
    assert max(signs) - min(signs) < 1


@pytest.mark.parametrize("locale", ["de-DE", "pl-PL"])
def test_two_lines_of_a_button_keep_off_its_edge(walk, browser, locale):
    context = browser.new_context(**{**SMALLEST, "locale": locale})
    page = walk.show(context, walk.stop("tickets-cover"))
    button = page.locator(".cover .button-large")
    button.evaluate("it => it.append(' ', it.textContent)")
    above, below, lines = button.evaluate(AIR)
    assert lines > 1
    assert min(above, below) >= 8
    put_away(context)


def test_the_figures_of_the_points_over_time_can_be_read(walk, context):
    page = walk.show(context, walk.stop("tally-europe-5"))
    heights = page.locator(".came svg > g > text").evaluate_all(
        "all => all.map(one => one.getBBox().height * one.getScreenCTM().a)"
    )
    assert len(heights) > 5
    assert min(heights) >= 8


def test_on_a_broad_screen_the_head_of_the_scores_stands_over_them(walk, browser):
    context = browser.new_context(**DESK)
    page = walk.show(context, walk.stop("step-europe-5-ticket"))
    head, scores = (page.locator(part).bounding_box() for part in (".score-of", ".score"))
    assert head["x"] >= scores["x"]
    expect(page.locator(".score-of")).to_be_in_viewport(ratio=1)
    put_away(context)


def test_beside_the_board_what_is_decided_and_the_menu_need_no_scrolling(walk, browser):
    """However long the log is that stands there too."""
    context = browser.new_context(**DESK)
    page = walk.show(context, walk.stop("table-tap"))
    for button in page.locator("button.take").all()[:3]:
        expect(button).to_be_in_viewport(ratio=1)
    page = walk.show(context, walk.stop("table-menu"))
    expect(page.locator(".menu-lines")).to_be_in_viewport(ratio=1)
    put_away(context)


def test_with_large_letters_the_first_steps_are_all_there(walk, context):
    page = walk.show(context, walk.stop("table-fresh"))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    inside, outside = page.locator("#start").evaluate("card => [card.scrollHeight, card.clientHeight]")
    assert inside <= outside + 1


def test_with_large_letters_no_fact_of_a_board_is_cut(walk, context):
    """Their dots are cut off at the start of a line, and nothing else is."""
    page = walk.show(context, walk.stop("boards"))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    left = page.locator(".facts").first.evaluate("list => list.getBoundingClientRect().left") + 32
    texts = page.locator(".facts").first.evaluate(LINES)
    assert len(texts) > 4, "some take two lines"
    assert min(texts) >= left - 1


@pytest.mark.parametrize("locale", ["de-DE", "pl-PL"])
def test_all_of_the_menu_is_seen_at_once(walk, browser, locale):
    context = browser.new_context(**{**PHONE, "locale": locale})
    page = walk.show(context, walk.stop("table-menu"))
    expect(page.locator(".menu-lines")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 740, "height": 360})
    inside, outside = page.locator(".menu-lines").evaluate("menu => [menu.scrollHeight, menu.clientHeight]")
    assert inside <= outside
    put_away(context)


@pytest.mark.parametrize("stop", ["end", "recount", "recount-off", "tickets-seats", "tickets-hand", "tally-usa-2"])
def test_a_page_has_no_hole_and_one_filled_button(walk, context, stop):
    page = walk.show(context, walk.stop(stop))
    assert page.evaluate(HOLES) <= HOLE
    assert page.locator(".button:not(.button-plain, .button-danger)").filter(visible=True).count() <= 1


@pytest.mark.parametrize("locale", one_in(2, ["en-GB", "de-DE", "pl-PL", "sv-SE"]))
def test_the_stops_of_the_sign_keep_apart(walk, browser, locale):
    context = browser.new_context(**{**PHONE, "locale": locale})
    page = walk.show(context, walk.stop("log"))
    assert page.locator(".sign").bounding_box()["height"] <= 45
    stops = page.evaluate(LABELS)
    assert len({stop["top"] for stop in stops}) == 1, "in one line"
    assert all(after["left"] - before["right"] >= 9 for before, after in pairwise(stops))
    put_away(context)
