"""The pages as a person sees them, by day and by night, on a phone and on a laptop."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.resting import put_away

ADDRESSES = ["/", "/new", "/join", "/about", "/boards", "/boards/usa/mega", "/boards/europe"]
LOST = "/nowhere"

LUMINANCE = """color => {
  const [r, g, b] = color.match(/[0-9.]+/g).map(v => v / 255)
    .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
}"""
TOO_FAINT = f"""() => {{
  const luminance = {LUMINANCE};
  const ground = el => {{
    for (; el; el = el.parentElement) {{
      const color = getComputedStyle(el).backgroundColor;
      if (!color.startsWith("rgba(0, 0, 0, 0")) return color;
    }}
  }};
  const own = el => [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim());
  const seen = el => el.getBoundingClientRect().right > 0 && el.getClientRects().length;
  return [...document.body.querySelectorAll("*")].filter(el => own(el) && seen(el)).map(el => {{
    const [a, b] = [luminance(getComputedStyle(el).color), luminance(ground(el))].sort((x, y) => y - x);
    return [(a + .05) / (b + .05), el.textContent.trim()];
  }}).filter(([ratio]) => ratio < 4.5);
}}"""
TOO_SMALL = """() => [...document.querySelectorAll("main a, header a, button, input, select")]
  .filter(el => el.getBoundingClientRect().right > 0)
  .map(el => [(el.closest("label") || el).getBoundingClientRect(), el.name || el.textContent.trim()])
  .filter(([box]) => box.width < 44 || box.height < 44).map(([, text]) => text)"""


def faint(page: Page) -> list[Any]:
    """What hardly stands out from its ground, by day and by night."""
    found: list[Any] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [[scheme, *text] for text in page.evaluate(TOO_FAINT)]
    return found


@pytest.mark.parametrize("address", [*ADDRESSES, LOST])
def test_a_page_comes_in_peace_fits_and_can_be_read_and_touched(screen, address):
    """Nothing is asked of other hosts, nothing scrolls sideways, every text stands out, every target is large."""
    page = screen.open(address)
    expect(page.locator("h1")).to_be_visible()
    assert address == LOST or screen.complaints == []
    assert screen.requests
    assert all(url.startswith((screen.home, "data:")) for url in screen.requests)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("innerWidth") > 1000 or page.evaluate(TOO_SMALL) == []
    assert faint(page) == []


def test_day_and_night_differ(phone):
    page, grounds = phone.open(), {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        grounds[scheme] = page.evaluate(f"({LUMINANCE})(getComputedStyle(document.body).backgroundColor)")
    assert grounds["light"] > 0.7
    assert grounds["dark"] < 0.02


def test_the_heading_face_is_there(desk):
    page = desk.open()
    assert page.evaluate("document.fonts.check('20px \"League Gothic\"')")
    assert any(re.search(r"league-gothic-latin-[0-9a-f]+\.woff2", url) for url in desk.requests)
    assert not any("league-gothic-latin-ext" in url for url in desk.requests)


def test_from_the_shelf_to_a_variant_and_on_to_another(phone):
    page = phone.open("/boards")
    page.get_by_role("link", name="Mega Game").tap()
    expect(page.locator("h2")).to_have_text("Mega Game")
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Big Cities").tap()
    expect(page.locator("h2")).to_have_text("Big Cities")
    expect(page).to_have_url(re.compile("/boards/usa/big-cities$"))
    expect(page.locator("[aria-current=page]")).to_have_text("Big Cities")
    assert page.evaluate("window.stayed"), "only what changes should have come"
    page.go_back()
    expect(page.locator("h2")).to_have_text("Mega Game")
    assert phone.complaints == []


def test_the_same_works_without_script(browser, home):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(home + "/boards/usa")
    page.get_by_role("link", name="Big Cities").click()
    assert page.url.endswith("/boards/usa/big-cities")
    assert page.locator("h2").inner_text() == "Big Cities"
    put_away(context)


def test_a_script_in_the_page_would_be_refused(desk):
    page = desk.open()
    script = "Object.assign(document.createElement('script'), {text: 'window.ran = 1'})"
    page.evaluate(f"document.body.append({script})")
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    assert page.evaluate("window.ran") is None
    assert len([said for said in desk.complaints if "Content Security Policy" in said]) == 2


def test_a_refused_fragment_is_shown_to_the_person(phone):
    page = phone.open("/boards/usa")
    page.evaluate("document.querySelector('#tab-mega').setAttribute('hx-get', '/boards/usa/gone')")
    page.evaluate("htmx.process(document.querySelector('#variant'))")
    page.locator("#tab-mega").tap()
    expect(page.get_by_role("alert")).to_be_visible()


def test_the_keyboard_finds_the_content_first(desk):
    page = desk.open()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to content")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
