"""There is room for what somebody came for: the button, every player's line, what is being decided, whole words."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK
from tests.browser.test_every_screen import context, walk
from tests.support.tapping import PHONE

__all__ = ["context", "walk"]

LABELS: Final = """() => [...document.querySelectorAll(".stops a")].map(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const { left, right, top } = words.getBoundingClientRect();
  return { left, right, top };
})"""

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


def test_on_a_broad_screen_the_head_of_the_scores_stands_over_them(walk, browser):
    context = browser.new_context(**DESK)
    page = walk.show(context, walk.stop("step-europe-5-ticket"))
    head, scores = (page.locator(part).bounding_box() for part in (".score-of", ".score"))
    assert head["x"] >= scores["x"]
    expect(page.locator(".score-of")).to_be_in_viewport(ratio=1)
    context.close()


def test_beside_the_board_what_is_decided_and_the_menu_need_no_scrolling(walk, browser):
    """However long the log is that stands there too."""
    context = browser.new_context(**DESK)
    page = walk.show(context, walk.stop("table-tap"))
    for button in page.locator("button.take").all()[:3]:
        expect(button).to_be_in_viewport(ratio=1)
    page = walk.show(context, walk.stop("table-menu"))
    expect(page.locator(".menu-lines")).to_be_in_viewport(ratio=1)
    context.close()


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


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "pl-PL", "sv-SE"])
def test_the_stops_of_the_sign_keep_apart(walk, browser, locale):
    context = browser.new_context(**{**PHONE, "locale": locale})
    page = walk.show(context, walk.stop("log"))
    stops = page.evaluate(LABELS)
    assert len({stop["top"] for stop in stops}) == 1, "in one line"
    assert all(after["left"] - before["right"] >= 9 for before, after in pairwise(stops))
    context.close()
