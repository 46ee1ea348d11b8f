"""From a tap near a route to the claim, with a finger that misses by 1.5 mm."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from companion.boards.model import Board
from tests.support.tapping import FINGER


def some_routes(board: Board, count: int, seed: int) -> list[str]:
    """Routes of different pairs, which five players can all claim one after another."""
    one_of_a_pair = {route.pair: route.id for route in reversed(board.route.values())}
    return Random(seed).sample(sorted(one_of_a_pair.values()), count)


@pytest.mark.parametrize("count", [10, pytest.param(20, marks=pytest.mark.soak)])
@pytest.mark.parametrize("board", ["usa", "europe"])
def test_routes_take_two_taps_each(at, boards, board, count):
    finger, rng = at(board, players=5).phone(), Random(11)
    for route in some_routes(boards[board], count, seed=5):
        before = finger.taps
        finger.claim(route, off=(rng.gauss(0, FINGER), rng.gauss(0, FINGER)), rng=rng)
        assert finger.taps - before == 2
    expect(finger.page.locator("[data-route][data-owner]")).to_have_count(count)


def test_a_row_tells_the_route_in_words_and_the_picture_shows_its_number(at):
    finger = at().phone()
    row = finger.choose("denver--omaha")
    expect(row).to_contain_text("Denver – Omaha")
    expect(row).to_contain_text(re.compile(r"purple · 4 trains · 7 points"))
    expect(row).to_contain_text("Claim for Ada")
    number = row.locator(".number").inner_text()
    shown = finger.page.locator(f'[data-offer="{number}"]')
    expect(shown).to_have_attribute("display", "inline")
    finger.tap(row)
    finger.has("denver--omaha", "blue")
    expect(shown).to_have_attribute("display", "none")
    expect(finger.turn).to_have_text("Bo's turn")


def test_rows_are_large_enough_for_a_thumb(at):
    finger = at().phone()
    finger.choose("denver--kansas-city--1").wait_for()
    heights = finger.page.locator(".take, .chip").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().height)"
    )
    assert heights
    assert min(heights) >= 48


def test_another_player_is_one_tap_more(at):
    finger = at().phone()
    finger.choose("denver--omaha").wait_for()
    finger.tap(finger.label("green"))
    expect(finger.page.locator(".choice-head h2")).to_have_text("Claim for Cy")
    finger.tap(finger.page.locator('button.take[value="denver--omaha"]'))
    finger.has("denver--omaha", "green")
    assert finger.taps == 3


def test_a_phone_with_one_seat_claims_for_that_seat(at):
    finger = at().elsewhere("red").phone("green")
    finger.claim("denver--omaha")
    finger.has("denver--omaha", "green")


def test_a_double_route_is_a_row_of_two_halves(at):
    finger = at(players=4).phone()
    finger.choose("denver--kansas-city--2").wait_for()
    halves = finger.page.locator(".row.double", has_text="Denver – Kansas City").locator(".take")
    expect(halves).to_have_count(2)
    expect(halves.nth(0)).to_contain_text("black")
    expect(halves.nth(1)).to_contain_text("orange")
    finger.tap(halves.nth(1))
    finger.has("denver--kansas-city--2")


def test_what_cannot_be_claimed_says_why(at):
    claimed = [{"type": "claim", "player": "blue", "route": "denver--kansas-city--1"}]
    finger = at(players=3, log=claimed).phone()
    space = finger.choose("denver--kansas-city--2")
    row = finger.page.locator(".row.double", has_text="Denver – Kansas City")
    expect(row).to_contain_text("Ada's · Change")
    expect(row).to_contain_text("with 3 players, only one track of a double route is used")
    expect(space).to_have_count(0)


@pytest.mark.parametrize(
    ("typed", "board", "row"), [("den om", "usa", "Denver – Omaha"), ("wien ber", "europe", "Berlin – Wien")]
)
def test_a_typed_name_finds_its_route(at, typed, board, row):
    finger = at(board).phone()
    finger.page.get_by_role("searchbox").fill(typed)
    button = finger.page.get_by_role("button", name=re.compile(row))
    expect(button).to_have_count(1)
    finger.tap(button)
    expect(finger.page.locator("[data-route][data-owner]")).to_have_count(1)


def test_a_city_shows_its_open_routes(at, boards):
    finger = at().phone()
    finger.city("denver")
    expect(finger.page.locator(".choice-head h2")).to_have_text("Denver")
    pairs = {route.pair for route in boards["usa"].route.values() if "denver" in route.ends}
    expect(finger.page.locator(".row")).to_have_count(len(pairs))


def test_a_drag_moves_the_board_and_chooses_nothing(at):
    finger = at().phone()
    page = finger.page
    before = page.evaluate("document.querySelector('[data-board]').scrollLeft")
    page.mouse.move(180, 200)
    page.mouse.down()
    page.mouse.move(100, 210, steps=4)
    page.mouse.up()
    assert page.evaluate("document.querySelector('[data-board]').scrollLeft") == pytest.approx(before + 80, abs=1)
    expect(page.locator(".choice-head")).to_have_count(0)


def test_closer_and_farther(at):
    finger = at().phone()
    wide = "document.querySelector('[data-board] svg').getBoundingClientRect().width"
    before = finger.page.evaluate(wide)
    finger.press("Zoom in")
    assert finger.page.evaluate(wide) == pytest.approx(before * 1.5, rel=0.02)
    finger.press("Zoom out")
    assert finger.page.evaluate(wide) == pytest.approx(before, rel=0.02)


def test_what_a_rule_of_the_board_doubts_is_asked_before_it_is_claimed(at):
    log = [{"type": "claim", "player": "blue", "route": "billings--gillette"}]
    log += [{"type": "draw", "player": player} for player in ("red", "green")]
    finger = at("old-west", log=log).phone("blue")
    finger.city("great-falls")
    rows = finger.page.locator("#choice .row")
    expect(rows.first).to_contain_text("Billings")  # what fits comes first
    away = finger.page.locator("#take-great-falls--helena")
    finger.tap(away)
    asked = finger.page.locator(".doubt[open] .doubt-words")
    expect(asked).to_have_text("Doesn't touch Ada's network. Claim anyway?")
    finger.has_not("great-falls--helena")
    finger.tap(finger.page.locator("#claim-great-falls--helena"))
    finger.has("great-falls--helena", "blue")
    expect(finger.page.get_by_text("away from their network")).to_be_visible()
