"""Somebody leaves in the middle, from the set-up that cannot drop them to the reveal."""

from __future__ import annotations

from playwright.sync_api import expect

CLAIMS = [
    {"type": "claim", "player": "blue", "route": "denver--omaha"},
    {"type": "claim", "player": "red", "route": "helena--omaha"},
]


def test_who_leaves_stops_playing_and_the_turn_passes_them(at):
    table = at(log=CLAIMS)
    finger, other = table.phone(path="/setup"), table.phone()
    page = finger.page
    page.get_by_label("Seat 2: name").fill("")
    finger.press("Save settings")
    expect(page.get_by_text("its player would no longer be in the game")).to_be_visible()
    finger.tap(page.locator("#leaves"))
    finger.press("Bo has stopped playing")
    expect(page.locator("#seat-red")).to_contain_text("has stopped")
    expect(other.page.locator("#panel-red")).to_contain_text("has stopped")
    other.press("Drew cards")
    expect(other.turn).to_have_text("Ada's turn")
    other.press("Drew cards")
    expect(other.turn).to_have_text("Cy's turn")  # Bo's turn was entered with it
    expect(other.page.locator(".recent")).to_contain_text("Bo's turn was skipped")
    finger.press("Bo is back")
    expect(other.page.locator("#panel-red")).not_to_contain_text("has stopped")
    other.press("Drew cards")
    other.press("Drew cards")
    expect(other.turn).to_have_text("Bo's turn")
