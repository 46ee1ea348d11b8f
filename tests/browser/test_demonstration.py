"""The first page shows a game, claim by claim: once by itself, again on a tap, and still for whoever wants it so."""

from __future__ import annotations

from playwright.sync_api import expect

CLAIMED = "[data-claim]:not([display=none])"
ALL = 21


def test_it_takes_ten_seconds_stops_on_a_tap_and_begins_again(phone):
    page = phone.page
    page.clock.install(time=0)
    page.clock.pause_at(1)
    phone.open()
    play = page.get_by_role("button", name="Play")
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(page.locator(CLAIMED)).to_have_count(0)
    page.clock.run_for(5_000)
    expect(page.locator(CLAIMED)).to_have_count(10)
    play.tap()
    page.clock.run_for(5_000)
    expect(page.locator(CLAIMED)).to_have_count(10)
    play.tap()
    page.clock.run_for(6_000)
    expect(page.locator(CLAIMED)).to_have_count(ALL)
    expect(page.locator("[data-points]")).to_have_text(["64", "45", "47"])
    expect(play).to_have_attribute("aria-pressed", "false")
    play.tap()
    expect(page.locator(CLAIMED)).to_have_count(0)
    assert phone.complaints == []


def test_with_less_motion_the_game_is_over_and_stands_still(phone):
    phone.page.emulate_media(reduced_motion="reduce")
    page = phone.open()
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(CLAIMED)).to_have_count(ALL)
    expect(page.locator("[data-words]")).to_contain_text("Los Angeles – New York")
