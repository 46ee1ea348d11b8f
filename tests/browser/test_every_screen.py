"""Every screen in every state: for whoever sees, reads, points and moves in another way."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

from companion.boards.model import Board
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.doses import one_in
from tests.support.fitting import CUT_OFF, SIDEWAYS
from tests.support.resting import put_away
from tests.support.tapping import PHONE
from tools.tour import Stop, Tour, tour

PARTS: Final = 4
LEVELS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE: Final = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": LEVELS}}
# By day all of it is looked at; in the other modes the same page has other colours, and nothing else.
COLOURS: Final = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
DAY: Final = "light"
MODES: Final[Mapping[str, tuple[dict[str, Any], dict[str, Any]]]] = {
    "dark": ({"color_scheme": "dark"}, COLOURS),
    "forced colours": ({"color_scheme": "light", "forced_colors": "active"}, COLOURS),
    DAY: ({"color_scheme": "light"}, AXE),
}
# What a finger presses: 44 px either way; a line of a list that is one control: 48 px high.
TOO_SMALL: Final = """() => {
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const seen = el => el.checkVisibility({ visibilityProperty: true }) && !el.closest(".skip, .enter, .unseen");
  const box = el => (el.closest("label") ?? el).getBoundingClientRect();
  const says = el => `${el.className || el.name || el.tagName}: ${el.textContent.trim().slice(0, 30)}`;
  return [...document.querySelectorAll(controls)].filter(seen).map(el => [box(el), el])
    .filter(([b]) => b.width && b.right > 0 && (b.width < 43.9 || b.height < 43.9))
    .map(([b, el]) => `${Math.round(b.width)}x${Math.round(b.height)} ${says(el)}`);
}"""
ROWS_TOO_LOW: Final = """() => [...document.querySelectorAll(
  ".take, .chip, .offer, .option, .field, .log-line summary, .mend, .figures td a, .run, .departure-to, "
  + ".menu-lines :is(a, button), .every-city a, .parts a"
)].filter(el => el.checkVisibility()).map(el => [el.getBoundingClientRect(), el])
  .filter(([b]) => b.height && b.height < 47.9)
  .map(([b, el]) => `${Math.round(b.height)} ${el.className}: ${el.textContent.trim().slice(0, 30)}`)"""


@pytest.fixture(scope="session")
def walk(home: str, boards: Mapping[str, Board]) -> Tour:
    """Every stop, on the real server."""
    url = os.environ["DATABASE_URL"]
    return tour(Tables(open_store(url), boards), url, home)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(**{**PHONE, "device_scale_factor": 1})
    yield context
    put_away(context)


def wrong_at(walk: Tour, context: BrowserContext, stop: Stop, modes: Iterable[str]) -> list[str]:
    """What all checks find at a stop, which is shown once for all."""
    page = walk.show(context, stop)
    wrong = [*axe(page, modes), *sizes(page), *widths(page)]
    page.close()
    return [f"{stop.name}: {one}" for one in wrong]


def axe(page: Page, modes: Iterable[str]) -> list[str]:
    wrong, checker = [], Axe()
    for mode in modes:
        media, options = MODES[mode]
        page.emulate_media(**{"forced_colors": "none", **media})
        ran = checker.run(page, options=options)
        checker = Axe("null")  # its script is in the page by now
        for violation in ran.response["violations"]:
            nodes = [node["target"][0] for node in violation["nodes"]]
            why = violation["nodes"][0]["failureSummary"].splitlines()[-1].strip()
            wrong.append(f"{mode}: {violation['id']} at {nodes[:4]} {why}")
    return wrong


def sizes(page: Page) -> list[str]:
    return [*page.evaluate(TOO_SMALL), *page.evaluate(ROWS_TOO_LOW)]


def widths(page: Page) -> list[str]:
    page.set_viewport_size({"width": 320, "height": 640})
    small = [f"320 px: {line}" for line in [*page.evaluate(SIDEWAYS, 320), *page.evaluate(CUT_OFF)]]
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    return small + [f"200 %: {line}" for line in [*page.evaluate(SIDEWAYS, 360), *page.evaluate(CUT_OFF)]]


@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_nothing_stands_in_anybodys_way(walk, context, part):
    """By day everywhere; in the other modes in turn, for colours come from the same few rules on every page."""
    others = [mode for mode in MODES if mode != DAY]
    found = []
    for n, stop in enumerate(walk.stops[part::PARTS]):
        found += wrong_at(walk, context, stop, [others[n // 2 % 2], DAY] if n % 2 else [DAY])
    assert found == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_nor_in_any_mode(walk, context, part):
    assert [wrong for stop in walk.stops[part::PARTS] for wrong in wrong_at(walk, context, stop, MODES)] == []


def test_with_large_letters_the_words_of_the_reveal_have_most_of_the_screen(walk, context):
    page = walk.show(context, walk.stop("step-europe-5-ticket"))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    lit, steps = (page.locator(part).bounding_box() for part in (".lit", ".steps"))
    assert steps["y"] - max(0, lit["y"] + lit["height"]) >= 740 / 2


def test_a_ticket_has_an_edge_in_colours_of_ones_own(walk, context):
    page = walk.show(context, walk.stop("step-europe-5-ticket"))
    page.emulate_media(forced_colors="active")
    style = "({ borderTopWidth: width, clipPath }) => [width, clipPath]"
    edge = page.locator(".stub").first.evaluate(f"el => ({style})(getComputedStyle(el))")
    assert edge == ["2px", "none"]


def test_whose_turn_it_is_stands_out_with_more_contrast(walk, browser):
    context = browser.new_context(**{**PHONE, "contrast": "more", "color_scheme": "dark"})
    page = walk.show(context, walk.stop("table"))
    colours = page.locator(".panel").evaluate_all(
        "all => all.map(e => [e.ariaCurrent, getComputedStyle(e).borderTopColor, getComputedStyle(e).boxShadow])"
    )
    ((_, edge, shadow),) = [one for one in colours if one[0]]
    assert all(other == edge for _, other, _ in colours), "none is brighter"
    assert edge in shadow
    put_away(context)
