"""A board that is entered after the game is painted: a tap claims a route, another takes it off."""

from __future__ import annotations

from playwright.sync_api import expect

ROUTE, OTHER = "atlanta--miami", "portland--salt-lake-city"


def paint(finger, route):
    """A tap, once the answer to the one before has come and no double tap can be meant."""
    finger.page.locator("#choice[data-empty]").wait_for(state="attached")
    finger.page.wait_for_timeout(500)
    finger.choose(route)


def test_a_tap_paints_a_route_and_another_takes_it_off(at):
    table = at(tracking="tally")
    finger, another = table.phone(), table.phone()
    page = finger.page
    finger.tap(page.locator("#panel-red"))
    expect(finger.turn).to_contain_text("Bo's routes: 45 trains left")
    paint(finger, ROUTE)
    finger.has(ROUTE, "red")
    expect(page.locator("#undo")).to_be_visible()
    paint(finger, ROUTE)
    finger.has_not(ROUTE)
    expect(finger.turn).to_contain_text("Bo's routes: 45 trains left")

    paint(finger, ROUTE)
    another.has(ROUTE, "red")
    another.tap(another.page.locator("#panel-red"))
    paint(another, ROUTE)
    back = another.page.get_by_role("button", name="Take it back from Bo")
    expect(back).to_be_in_viewport()
    another.page.wait_for_timeout(500)
    another.has(ROUTE, "red")
    another.tap(back)
    finger.has_not(ROUTE)

    paint(finger, ROUTE)
    finger.has(ROUTE, "red")
    expect(page.locator("#state[data-entered-here]")).to_be_attached()
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    paint(finger, OTHER)
    unsent = page.locator(f'[data-route="{OTHER}"][data-unsent="red"]')
    unsent.wait_for(state="attached")
    paint(finger, OTHER)
    unsent.wait_for(state="detached")
    paint(finger, ROUTE)
    expect(page.locator(".last-words")).to_contain_text("Taken back: Atlanta – Miami")
    finger.has_not(ROUTE)
    page.context.set_offline(False)
    another.has_not(ROUTE)
