"""What a first visit to a running table costs, and how a phone is kept awake."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.weighing import MOST_FONTS_KB, MOST_KB, MOST_REQUESTS, weighed

WATCH = """() => {
  window.asked = 0;
  const lock = { released: false, release() { this.released = true; } };
  const wakeLock = { request: async () => (window.asked++, window.lock = lock) };
  Object.defineProperty(navigator, "wakeLock", { value: wakeLock, configurable: true });
}"""
NEITHER = """() => {
  Object.defineProperty(navigator, "wakeLock", { value: undefined, configurable: true });
  HTMLVideoElement.prototype.play = () => Promise.reject(new Error("not here"));
}"""
VIDEO = """() => {
  Object.defineProperty(navigator, "wakeLock", { value: undefined, configurable: true });
  const play = HTMLVideoElement.prototype.play;
  HTMLVideoElement.prototype.play = function () { window.video = this; return play.call(this); };
}"""


@pytest.mark.parametrize(
    ("board", "language"),
    [("europe", "en"), ("france", "en"), ("france", "cs"), ("northern-lights", "en"), ("world", "en")],
)
def test_a_first_visit_is_light(at, boards, board, language):
    routes = list({route.pair: route for route in boards[board].route.values()}.values())[:40:2]
    log = [{"type": "claim", "player": ("blue", "red", "green")[n % 3], "route": r.id} for n, r in enumerate(routes)]
    visit = weighed(at(board, log=log), locale=language)
    assert 10_000 < visit.picture < visit.bytes
    assert visit.beside <= MOST_KB
    assert 0 < visit.fonts <= MOST_FONTS_KB
    assert visit.requests <= MOST_REQUESTS


def test_the_screen_is_asked_to_stay_awake_with_the_first_tap(at):
    finger = at().phone()
    finger.page.evaluate(WATCH)
    assert finger.page.evaluate("window.asked") == 0
    finger.choose("denver--omaha").wait_for()
    finger.page.wait_for_function("() => window.asked === 1")
    expect(finger.page.locator("[data-wake]")).to_be_hidden()


def test_where_there_is_no_wake_lock_a_silent_video_plays(at):
    finger = at().phone()
    finger.page.evaluate(VIDEO)
    finger.choose("denver--omaha").wait_for()
    finger.page.wait_for_function("() => window.video && !window.video.paused && window.video.currentTime > 0")
    assert finger.page.evaluate("[window.video.muted, window.video.loop]") == [True, True]


def test_where_neither_works_the_page_says_so(at):
    finger = at().phone()
    finger.page.evaluate(NEITHER)
    finger.choose("denver--omaha").wait_for()
    expect(finger.page.locator("[data-wake]")).to_contain_text("keep the screen awake")
