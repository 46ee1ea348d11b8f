"""Turns by touch: a button that is tapped twice, a player's card, and a table that fell behind."""

from __future__ import annotations

import re

from playwright.sync_api import expect

CLAIMS = [
    {"type": "claim", "player": "blue", "route": "denver--omaha"},
    {"type": "claim", "player": "red", "route": "helena--omaha"},
]


def test_a_double_tap_passes_one_player(at):
    page = at(log=CLAIMS).phone().page
    expect(page.locator(".turn-whose")).to_have_text("Cy's turn")
    box = page.locator("#nothing").bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        page.wait_for_timeout(150)
    expect(page.locator(".turn-whose")).to_have_text("Ada's turn")
    page.wait_for_timeout(600)
    expect(page.locator(".turn-whose")).to_have_text("Ada's turn")
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    expect(page.locator(".turn-whose")).to_have_text("Bo's turn")


def test_a_card_shows_what_a_player_has_and_what_is_tapped_is_theirs(at):
    finger = at(log=CLAIMS).phone()
    finger.tap(finger.label("red"))
    card = finger.page.locator("#choice")
    expect(card.locator("h2")).to_have_text("Bo")
    expect(card.locator(".whose")).to_have_text(re.compile("40 trains left · 10 points"))
    expect(card).to_contain_text("Tap a route on the board to claim it for Bo.")
    expect(card.locator(".built")).to_contain_text("Helena – Omaha")
    expect(finger.turn).to_have_text("Cy's turn")  # nothing has happened
    finger.claim("miami--new-orleans")
    finger.has("miami--new-orleans", "red")


def test_a_card_of_europe_has_the_stations(at):
    built = {"type": "station", "player": "red", "city": "roma", "late": True}
    finger = at("europe", log=[built]).phone()
    expect(finger.page.locator('.panel[value="red"]')).to_contain_text("2 stations")
    expect(finger.page.locator('.panel[value="blue"]')).to_contain_text("3 stations")
    finger.tap(finger.label("red"))
    expect(finger.page.locator(".whose")).to_contain_text("2 stations left")
    expect(finger.page.locator(".built")).to_contain_text("Station in Roma")
    finger.city("wien")
    row = finger.page.get_by_role("button", name=re.compile("Build a station for Bo in Wien"))
    expect(row).to_contain_text("costs 2 cards of one colour")


def test_to_stop_tracking_turns_asks_first_and_undo_takes_it_back(at):
    table = at(log=CLAIMS)
    finger, other = table.phone(), table.phone()
    finger.tap(finger.page.locator(".menu summary"))
    finger.tap(finger.page.get_by_role("link", name="Stop asking whose turn it is…"))
    expect(finger.page.get_by_role("heading", name="Stop asking whose turn it is?")).to_be_visible()
    expect(other.turn).to_have_text("Cy's turn")  # nothing has happened
    finger.press("Stop asking whose turn it is")
    expect(other.turn).to_contain_text("routes: ")
    finger.press("Undo")
    for phone in (finger, other):
        expect(phone.turn).to_have_text("Cy's turn")
    finger.has("helena--omaha", "red")


def test_the_set_up_shows_that_turns_are_not_tracked_and_tracks_them_again(at):
    table = at(log=[*CLAIMS, {"type": "catch-up"}])
    finger, other = table.phone(path="/setup"), table.phone()
    page = finger.page
    expect(other.turn).to_contain_text("routes: ")
    expect(page.get_by_text("We've stopped asking whose turn it is")).to_be_visible()
    expect(page.get_by_role("radio", name="At the end")).to_be_checked()
    page.get_by_role("radio", name="As we play").check()
    finger.press("Save settings")
    expect(page.get_by_text("We've stopped asking whose turn it is")).to_have_count(0)
    expect(other.turn).to_have_text("Cy's turn")
