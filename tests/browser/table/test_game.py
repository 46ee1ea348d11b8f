"""Whole games, played by tapping."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from companion.boards.model import Board
from companion.play.keys import browser_with
from tests.support.tapping import NAMES, Finger


def long_routes(board: Board) -> Iterator[str]:
    """The longest routes first, one of each pair: a game that is soon over."""
    pairs = {route.pair: route for route in reversed(board.route.values())}
    yield from (route.id for route in sorted(pairs.values(), key=lambda r: (-r.length, r.id)))


def played_out(board: Board, players: int) -> list[tuple[str, str]]:
    """Claims in turn until somebody has two trains or fewer, then one more turn each."""
    colors = list(board.colors[:players])
    left = dict.fromkeys(colors, board.trains_per_player)
    routes, played, last = list(long_routes(board)), [], None
    for turn in range(999):
        color = colors[turn % players]
        route = next((r for r in routes if board.route[r].length <= left[color]), None)
        if route:
            routes.remove(route)
            left[color] -= board.route[route].length
        played.append((color, route or ""))
        if last is None and left[color] <= board.final_round_at:
            last = turn + players
        elif turn == last:
            break
    return played


def takes(finger: Finger, route: str) -> None:
    """A turn: a claim, or cards drawn."""
    if route:
        finger.claim(route)
    else:
        finger.press("Drew cards")


def test_a_game_of_usa_from_the_first_route_to_the_winner(at, boards):
    turns = played_out(boards["usa"], 2)
    finger = at(players=2).phone()
    for turn, (color, route) in enumerate(turns):
        name = {"blue": "Ada", "red": "Bo"}[color]
        expect(finger.turn).to_contain_text(name)
        if turn == 5:
            finger.page.reload()
        takes(finger, route)
    expect(finger.turn).to_have_text("The final round is over")
    claims = sum(bool(route) for _color, route in turns)
    assert finger.taps == 2 * claims + (len(turns) - claims)
    finger.tap(finger.page.get_by_role("link", name="Finish and score"))
    finger.tap(finger.page.get_by_text("Someone can't confirm?"))
    finger.press("Finish without Ada and Bo")
    finger.press("Skip to the winner")
    expect(finger.page.locator("h1")).to_contain_text(re.compile("wins!|share the win!"))
    expect(finger.page.locator(".score li")).to_have_count(2)


def test_the_final_round_is_told_on_every_phone_and_ticked_off(at, boards):
    *before, second, first, last = played_out(boards["usa"], 2)
    table = at(players=2, log=[told(color, route) for color, route in before])
    finger, other = table.phone(), table.phone()
    takes(finger, second[1])
    for phone in (finger, other):
        expect(phone.page.locator(".final")).to_contain_text("Final round")
        expect(phone.page.locator(".panel-turn", has_text="1 turn left")).to_have_count(2)
    takes(finger, first[1])
    expect(other.page.locator(".panel-turn", has_text="done")).to_have_count(1)
    # The same player once more: refused, with the offer that it was an earlier turn.
    finger.tap(finger.page.locator(f'.panel[value="{first[0]}"]'))
    finger.tap(finger.page.locator("#turn-of > summary"))
    finger.tap(finger.page.get_by_role("button", name=re.compile("drew cards")))
    expect(finger.page.get_by_role("alert")).to_contain_text("has had their last turn")
    finger.tap(finger.page.locator(".close"))
    takes(finger, last[1])
    expect(other.turn).to_have_text("The final round is over")


def told(color: str, route: str) -> dict[str, str]:
    return {"type": "claim", "player": color, "route": route} if route else {"type": "draw", "player": color}


def test_a_second_last_turn_can_be_an_earlier_one(at, boards):
    *before, trigger, _first, _last = played_out(boards["usa"], 2)
    had = "red" if trigger[0] == "blue" else "blue"
    turns = [told(color, route) for color, route in [*before, trigger]]
    finger = at(players=2, log=[*turns, told(had, "")]).phone()
    taken = {route for _color, route in [*before, trigger]}
    route = next(r.id for r in boards["usa"].route.values() if r.length == 1 and r.id not in taken)
    finger.choose(route)
    finger.page.locator(".rows").wait_for()
    finger.tap(finger.label(had))
    expect(finger.page.locator(".choice-head h2")).to_contain_text({"blue": "Ada", "red": "Bo"}[had])
    finger.tap(finger.page.locator(f'button.take[value="{route}"]'))
    expect(finger.page.get_by_role("alert")).to_contain_text("has had their last turn; was this an earlier turn?")
    finger.press("This was an earlier turn")
    finger.has(route, had)
    expect(finger.page.locator(".last-words")).to_contain_text("entered late")


def test_a_game_of_europe_with_stations_undo_and_amendments(at):
    finger = at("europe").phone()
    page = finger.page
    finger.claim("berlin--wien")
    finger.city("roma")
    finger.press("Build a station for Bo in Roma")
    expect(page.locator('[data-layer="stations-red"]')).to_have_attribute("d", re.compile("M"))
    expect(finger.turn).to_have_text("Cy's turn")
    finger.press("Undo")
    expect(page.locator('[data-layer="stations-red"]')).to_have_attribute("d", "")
    expect(finger.turn).to_have_text("Bo's turn")
    finger.claim("danzig--riga")
    # Put right: that was Cy's.
    finger.choose("danzig--riga")
    finger.tap(page.locator("a.take.taken").first)
    expect(page.locator(".whose")).to_contain_text("Bo")
    finger.press("Give to Cy")
    finger.has("danzig--riga", "green")
    # And taken back.
    finger.choose("berlin--wien")
    finger.tap(page.locator("a.take.taken").first)
    finger.press("Take it back from Ada")
    finger.has_not("berlin--wien")
    page.reload()
    finger.has("danzig--riga", "green")
    finger.has_not("berlin--wien")


def test_undo_takes_back_one_after_another(at):
    finger = at().phone()
    finger.page.clock.install()
    finger.claim("denver--omaha")
    finger.claim("helena--omaha")
    finger.press("Undo")
    finger.has_not("helena--omaha")
    finger.page.get_by_role("button", name="Redo").wait_for()
    finger.page.clock.run_for(10_000)
    finger.press("Undo")
    finger.has_not("denver--omaha")
    expect(finger.page.locator(".last")).to_contain_text("Tap the first route on the board")
    expect(finger.page.get_by_role("button", name="Undo")).to_have_count(0)


def test_who_fell_behind_catches_up_without_turns(at):
    finger = at().phone()
    finger.tap(finger.page.locator(".menu summary"))
    finger.tap(finger.page.get_by_role("link", name="Stop asking whose turn it is…"))
    finger.press("Stop asking whose turn it is")
    expect(finger.turn).to_contain_text("routes: 45 trains left")
    finger.claim("denver--omaha")
    finger.claim("helena--omaha")
    finger.has("helena--omaha", "blue")
    expect(finger.turn).to_have_text("Ada's routes: 36 trains left")


@pytest.mark.parametrize("count", [8, pytest.param(15, marks=pytest.mark.soak)])
def test_a_finished_board_is_entered_with_two_taps_a_route_at_most(at, boards, count):
    finger = at(players=5, tracking="tally").phone()
    routes = list(long_routes(boards["usa"]))[:count]
    for n, color in enumerate(boards["usa"].colors):
        if n:
            finger.tap(finger.label(color))
            expect(finger.turn).to_have_text(f"{NAMES[color]}'s routes: 45 trains left")
        for route in routes[n::5]:
            before = finger.taps
            finger.claim(route)
            finger.has(route, color)
            assert finger.taps - before <= 2
    expect(finger.page.locator(".panel-trains").first).to_have_text(re.compile(r"\d+ of 45"))


def test_a_whole_game_without_script_from_the_first_route_to_the_sheet(at, boards):
    """Between the first turns and the last a program tells them."""
    board = boards["usa"]
    table, turns = at(players=2), played_out(board, 2)
    finger = table.phone(java_script_enabled=False)
    page = finger.page
    for place, (color, route) in enumerate(turns):
        if 3 < place < len(turns) - 4:
            entry = told(color, route) | {"id": f"told-{place}"}
            table.tables.log.report(table.table, browser_with(table.maker), entry)
            continue
        if place == len(turns) - 4:
            page.goto(f"{table.home}/t/{table.table}")
        expect(finger.turn).to_contain_text(NAMES[color])
        if not route:
            page.get_by_role("button", name="Drew cards", exact=True).click()
            continue
        # "den om": the beginnings of the two cities, as people type them.
        page.get_by_role("searchbox").fill(" ".join(board.city[end].name[:6] for end in board.route[route].ends))
        page.get_by_role("button", name="Find").click()
        page.locator(f'button.take[value="{route}"]').click()
        expect(page.locator(".last-words")).to_contain_text(f"{NAMES[color]} claimed")
    expect(finger.turn).to_have_text("The final round is over")
    page.get_by_role("link", name="Finish and score").click()
    page.get_by_text("Someone can't confirm?").click()
    page.get_by_role("button", name="Finish without Ada and Bo").click()
    page.get_by_role("button", name="Skip to the winner").click()
    expect(page.locator("h1")).to_have_text(re.compile("wins!|share the win!"))
    page.get_by_role("link", name="Tally").click()
    expect(page.get_by_role("link", name=re.compile("sheet", re.I)).first).to_be_visible()
