"""Moving and bringing the board closer, with one finger, two, and a wheel."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

WIDTH = "document.querySelector('[data-board] svg').getBoundingClientRect().width"
LEFT = "document.querySelector('[data-board]').scrollLeft"
# What is under a point of the screen, in the picture's own units.
UNDER = """([x, y]) => {
  const at = document.querySelector("[data-board] svg").getScreenCTM().inverse();
  const point = new DOMPoint(x, y).matrixTransform(at);
  return [point.x, point.y];
}"""


class Screen:
    """What a real touch screen would send."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})


def test_one_finger_moves_the_board(at):
    page = at().phone().page
    before, touch = page.evaluate(LEFT), Screen(page)
    touch("touchStart", (200, 200))
    for x in (190, 160, 120):
        touch("touchMove", (x, 205))
    touch("touchEnd")
    assert page.evaluate(LEFT) == pytest.approx(before + 80, abs=2)
    expect(page.locator(".choice-head")).to_have_count(0)


def test_two_fingers_bring_it_closer_and_what_is_between_them_stays(at):
    page = at().phone().page
    before, under = page.evaluate(WIDTH), page.evaluate(UNDER, [180, 200])
    touch = Screen(page)
    touch("touchStart", (150, 200), (210, 200))
    for spread in (40, 50, 60):
        touch("touchMove", (180 - spread, 200), (180 + spread, 200))
    touch("touchEnd")
    assert page.evaluate(WIDTH) == pytest.approx(before * 60 / 40, rel=0.2)
    assert page.evaluate(UNDER, [180, 200]) == pytest.approx(under, abs=6)
    expect(page.locator(".choice-head")).to_have_count(0)


def test_a_double_tap_brings_it_closer_and_another_takes_it_back(at):
    page = at().phone().page
    before = page.evaluate(WIDTH)
    for wanted in (2.2, 1):
        page.touchscreen.tap(180, 60)
        page.touchscreen.tap(180, 60)
        page.wait_for_function(f"() => Math.abs({WIDTH} - {before * wanted}) < {before * 0.1}")
        page.wait_for_timeout(400)


def test_the_second_of_two_taps_claims_nothing_though_rows_came_up_under_it(at):
    finger = at().phone()
    page = finger.page
    for y in range(160, 400, 40):
        page.touchscreen.tap(180, y)
        page.touchscreen.tap(180, y)
        page.wait_for_timeout(400)
        page.locator(".close").tap()
        expect(page.locator(".choice-head")).to_have_count(0)
    expect(page.locator("[data-route][data-owner]")).to_have_count(0)


def test_the_wheel_brings_it_closer_under_the_pointer(at):
    page = at().phone(is_mobile=False, has_touch=False).page
    under = page.evaluate(UNDER, [180, 200])
    before = page.evaluate(WIDTH)
    page.mouse.move(180, 200)
    page.mouse.wheel(0, -240)
    page.wait_for_function(f"() => {WIDTH} > {before * 1.15}")
    assert page.evaluate(UNDER, [180, 200]) == pytest.approx(under, abs=4)


def test_it_is_never_farther_than_whole(at):
    finger = at().phone()
    finger.press("Whole board")
    before = finger.page.evaluate(WIDTH)
    finger.press("Zoom out")
    assert finger.page.evaluate(WIDTH) == pytest.approx(before, abs=1)


def test_the_pages_own_zoom_is_not_switched_off(at):
    content = at().phone().page.locator("meta[name=viewport]").get_attribute("content")
    assert content
    assert "user-scalable" not in content
    assert "maximum-scale" not in content
