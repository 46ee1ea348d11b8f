"""Taps that could not be sent: kept, shown, taken back, refused later, sent once; on a network of our own making."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table.conftest import tables
from tests.support.evening_taps import HURRY, KEPT, SENT
from tests.support.housing import until
from tests.support.tapping import Finger, Seated
from tests.support.wire import Wire, wire

__all__ = ["tables"]

FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""
NO_STORE = "() => { Object.defineProperty(window, 'indexedDB', { value: undefined, configurable: true }); }"
# Seven of six trains leave three of 45.
LONG = ["calgary--winnipeg", "duluth--helena", "duluth--toronto", "el-paso--houston", "helena--seattle"]
LONG += ["miami--new-orleans", "portland--salt-lake-city"]
STANDS = "() => outbox.stored((kept) => +kept.version === live.shown, 'default', location.pathname)"
CALM = "() => { sender.PATIENCE = 600; }"


@pytest.fixture
def bad(home: str) -> Iterator[Wire]:
    with wire(int(home.rsplit(":", 1)[1])) as between:
        yield between


@pytest.fixture
def behind(browser, tables, boards, bad) -> Iterator[Callable[..., Seated]]:
    """A table whose phones all come by the bad network."""
    seated: list[Seated] = []

    def sit(board: str = "usa", **setup: Any) -> Seated:
        seated.append(Seated(tables, browser, f"http://127.0.0.1:{bad.port}", boards[board]).opens(**setup))
        return seated[-1]

    yield sit
    for table in seated:
        table.leave()


def log_of(table: Seated, tables) -> list[tuple[str, str]]:
    from companion.play.keys import digest

    game = tables.game(table.table, digest(table.maker))[0]
    return [(e.type, getattr(e, "route", "") or str(getattr(e, "entry", ""))) for e in game.log]


def unsent(page: Page):
    return page.locator("[data-board] [data-unsent]")


def last(page: Page):
    return page.locator(".last-words")


def phone(table: Seated, *seats: str, **more: Any) -> Finger:
    return table.phone(*seats, service_workers="block", **more)


def tap(finger: Finger, route: str) -> None:
    finger.tap(finger.choose(route))
    finger.page.locator("#choice[data-empty]").wait_for(state="attached")


def back(finger: Finger, bad: Wire) -> None:
    bad.turn("up")
    finger.page.evaluate(HURRY)
    until(finger.page, SENT)


def test_a_tap_without_a_network_is_shown_and_goes_on(behind, bad, tables):
    table = behind()
    finger = phone(table)
    bad.turn("down")
    tap(finger, "helena--omaha")
    expect(unsent(finger.page)).to_have_attribute("data-unsent", "blue")
    expect(unsent(finger.page)).to_have_attribute("marker-end", "url(#board-sign-blue)")
    expect(last(finger.page)).to_have_text("Not sent yet: Ada claimed Helena – Omaha")
    expect(finger.turn).to_have_text("Bo's turn")
    expect(finger.page.locator("#panel-blue .panel-trains")).to_contain_text("40")
    expect(finger.page.locator("#panel-blue .panel-points")).to_contain_text("10 points")
    expect(finger.page.get_by_text("No connection right now.")).to_be_visible()
    tap(finger, "denver--omaha")
    expect(last(finger.page)).to_have_text("2 entries not sent yet. Latest: Bo claimed Denver – Omaha")
    assert log_of(table, tables) == []
    back(finger, bad)
    finger.has("helena--omaha", "blue")
    finger.has("denver--omaha", "red")
    expect(unsent(finger.page)).to_have_count(0)
    expect(finger.page.get_by_text("No connection right now.")).to_be_hidden()
    assert log_of(table, tables) == [("claim", "helena--omaha"), ("claim", "denver--omaha")]


def test_a_reload_loses_nothing(behind, bad, tables):
    table = behind()
    finger = phone(table)
    finger.page.evaluate(CALM)
    bad.turn("mute")
    tap(finger, "helena--omaha")
    bad.turn("up")
    finger.page.reload()
    until(finger.page, SENT)
    finger.has("helena--omaha", "blue")
    assert log_of(table, tables) == [("claim", "helena--omaha")]


def test_thirty_taps_arrive_in_order(behind, bad, tables):
    table = behind(players=5)
    finger = phone(table)
    bad.turn("down")
    for _ in range(30):
        before = finger.turn.inner_text()
        finger.page.evaluate("document.querySelector('.turn button').click()")
        expect(finger.turn).not_to_have_text(before)
    expect(last(finger.page)).to_contain_text("30 entries not sent yet")
    back(finger, bad)
    game = log_of(table, tables)
    assert game == [("draw", "")] * 30
    expect(last(finger.page)).to_have_text("Eli drew cards")


def test_undo_of_what_was_never_sent_leaves_no_trace(behind, bad, tables):
    table = behind()
    finger = phone(table)
    bad.turn("down")
    tap(finger, "helena--omaha")
    tap(finger, "denver--omaha")
    finger.press("Undo")
    expect(last(finger.page)).to_have_text("Not sent yet: Ada claimed Helena – Omaha")
    expect(unsent(finger.page)).to_have_count(1)
    back(finger, bad)
    assert log_of(table, tables) == [("claim", "helena--omaha")]


@pytest.mark.parametrize("mood", ["mute", "deaf"])
def test_undo_of_what_is_in_doubt_waits_for_its_place(behind, bad, tables, mood):
    """Whether the server has it or not, in the end it stands for nothing."""
    table = behind()
    finger = phone(table)
    tap(finger, "denver--omaha")
    finger.has("denver--omaha")
    bad.turn(mood)
    tap(finger, "helena--omaha")
    bad.turn("down")
    finger.press("Undo")
    expect(last(finger.page)).to_contain_text("Taken back: Bo claimed Helena – Omaha")
    expect(unsent(finger.page)).to_have_count(0)
    back(finger, bad)
    finger.has_not("helena--omaha")
    assert log_of(table, tables) == [("claim", "denver--omaha"), ("claim", "helena--omaha"), ("strike", "2")]


def test_what_is_refused_later_is_told_and_holds_up_nothing(behind, bad, tables, at_home):
    table = behind()
    finger = phone(table)
    bad.turn("down")
    tap(finger, "helena--omaha")
    tap(finger, "denver--omaha")
    at_home(table, {"type": "claim", "player": "green", "route": "helena--omaha"})
    back(finger, bad)
    told = finger.page.get_by_role("alert")
    expect(told).to_contain_text("Not accepted: Ada claimed Helena – Omaha. Helena – Omaha is already Cy's.")
    finger.has("helena--omaha", "green")
    finger.has("denver--omaha", "red")
    finger.page.reload()
    expect(told).to_contain_text("Not accepted")
    finger.press("OK")
    expect(told).to_have_count(0)
    finger.page.reload()
    expect(finger.turn).to_be_visible()
    expect(told).to_have_count(0)


@pytest.fixture
def at_home(tables):
    """Somebody else reports, by a network that works."""
    from companion.play.keys import digest, new_id

    def report(table: Seated, told: dict[str, Any]) -> None:
        tables.report(table.table, digest(table.maker), {**told, "id": new_id()})

    return report


def test_a_phone_that_is_no_longer_known_keeps_what_it_has_and_says_so(behind, bad):
    finger = phone(behind())
    bad.turn("down")
    tap(finger, "helena--omaha")
    finger.page.context.clear_cookies()
    bad.turn("up")
    finger.page.evaluate("drain()")
    expect(finger.page.get_by_text("This phone is no longer at the table")).to_be_visible()
    assert len(finger.page.evaluate(KEPT)) == 1


def test_a_page_whose_table_is_gone_stays_quiet(behind):
    finger = phone(behind())
    page, wrong = finger.page, []
    page.on("pageerror", lambda problem: wrong.append(str(problem)))
    page.context.clear_cookies()
    page.evaluate("() => void setInterval(live.look, 100)")
    expect(page.locator("#state")).to_have_count(0)
    page.evaluate("() => { document.dispatchEvent(new Event('pointerup')); dispatchEvent(new Event('pageshow')); }")
    page.wait_for_timeout(300)
    assert wrong == []


def test_somebody_else_who_answers_is_not_the_server(behind, bad, tables):
    table = behind()
    finger = phone(table)
    finger.page.route("**/entries", lambda route: route.fulfill(status=200, body="<h1>Welcome to our hotel</h1>"))
    tap(finger, "helena--omaha")
    expect(last(finger.page)).to_contain_text("Not sent yet")
    finger.page.unroute("**/entries")
    back(finger, bad)
    assert log_of(table, tables) == [("claim", "helena--omaha")]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_in_trouble_is_asked_again(behind, bad, tables, status):
    table = behind()
    finger = phone(table)
    finger.page.route("**/entries", lambda route: route.fulfill(status=status, body="<p>Later.</p>"), times=2)
    tap(finger, "helena--omaha")
    back(finger, bad)
    assert log_of(table, tables) == [("claim", "helena--omaha")]


def test_two_tabs_of_a_phone_send_once_and_in_order(behind, bad, tables):
    table = behind()
    finger = phone(table)
    other = Finger(finger.page.context.new_page(), finger.board)
    other.page.goto(finger.page.url)
    posts: list[str] = []
    for page in (finger.page, other.page):
        page.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
    bad.turn("down")
    for one, route in ((finger, "helena--omaha"), (other, "denver--omaha"), (finger, "miami--new-orleans")):
        one.page.bring_to_front()
        tap(one, route)
    posts.clear()
    bad.turn("up")
    for page in (finger.page, other.page):
        page.evaluate("() => void drain()")
    for page in (finger.page, other.page):
        until(page, SENT)
    assert [route for _, route in log_of(table, tables)] == ["helena--omaha", "denver--omaha", "miami--new-orleans"]
    assert len(posts) == 3
    for one in (finger, other):
        one.page.evaluate("live.look()")
        one.has("miami--new-orleans")
        expect(unsent(one.page)).to_have_count(0)


@pytest.mark.parametrize("trouble", [FULL, NO_STORE], ids=["full", "none"])
def test_where_nothing_can_be_stored_the_page_keeps_it_and_says_so(behind, bad, tables, trouble):
    table = behind()
    finger = phone(table)
    finger.page.add_init_script(f"({trouble})()")
    finger.page.reload()
    bad.turn("down")
    tap(finger, "helena--omaha")
    expect(finger.page.get_by_text("This phone is out of storage")).to_be_visible()
    tap(finger, "denver--omaha")
    finger.press("Undo")
    expect(last(finger.page)).to_have_text("Not sent yet: Ada claimed Helena – Omaha")
    back(finger, bad)
    finger.has("helena--omaha", "blue")
    assert log_of(table, tables) == [("claim", "helena--omaha")]


def test_what_is_taken_or_too_long_is_not_offered_without_a_network(behind, bad):
    few = [{"type": "claim", "player": "blue", "route": r, "late": True} for r in LONG]
    taken = {"type": "claim", "player": "red", "route": "denver--omaha"}
    finger = phone(behind(log=[*few, taken]), "blue")
    bad.turn("down")
    finger.page.get_by_role("searchbox").fill("hel om")
    row = finger.page.locator(".row", has_text="Helena – Omaha")
    expect(row).to_contain_text("Not enough trains")
    expect(row.locator("button")).to_be_disabled()
    finger.page.get_by_role("searchbox").fill("den om")
    expect(finger.page.locator(".row", has_text="Denver – Omaha")).to_contain_text("Bo has it")
    expect(finger.page.locator(".row .facts").first).to_have_text(re.compile("^4 trains · 7 points$"))


def test_a_station_and_another_player_without_a_network(behind, bad, tables):
    table = behind("europe")
    finger = phone(table)
    finger.city("roma")
    finger.page.get_by_role("button", name=re.compile("Build a station for Ada in Roma")).wait_for()
    bad.turn("down")
    finger.tap(finger.page.get_by_role("button", name=re.compile("Build a station for Ada in Roma")))
    expect(last(finger.page)).to_have_text("Not sent yet: Ada built a station in Roma")
    expect(finger.page.locator('[data-city="roma"]')).to_have_attribute("font-weight", "bold")
    finger.choose("berlin--wien").wait_for()
    finger.tap(finger.page.locator('.panel[value="green"]'))
    expect(finger.page.locator(".choice-head h2")).to_have_text("Claim for Cy")
    finger.tap(finger.page.locator('button.take[value="berlin--wien"]'))
    expect(unsent(finger.page)).to_have_attribute("data-unsent", "green")
    back(finger, bad)
    finger.has("berlin--wien", "green")
    assert [kind for kind, _ in log_of(table, tables)] == ["station", "claim"]


def test_a_ticket_entered_without_a_network_stays_covered_and_arrives(behind, bad, tables):
    table = behind()
    finger = phone(table, "blue", path="/tickets/blue")
    page = finger.page
    page.locator("#every > summary").tap()
    offer = page.locator("#lists").get_by_role("button", name=re.compile("^Denver – El Paso"))
    offer.wait_for()
    bad.turn("down")
    offer.tap()
    expect(page.get_by_text("1 ticket isn't sent yet.")).to_be_visible()
    expect(page.locator(".ticket-cities")).to_have_count(0)
    bad.turn("up")
    page.goto(f"{table.home}/t/{table.table}")
    until(page, SENT)
    page.goto(f"{table.home}/t/{table.table}/tickets/blue")
    expect(page.locator(".ticket-cities")).to_have_text(["Denver – El Paso"])


def test_on_a_shared_phone_no_ticket_is_stored(behind, bad):
    finger = phone(behind(), "blue", "red", path="/tickets/blue")
    finger.press("I'm Ada – show my tickets")
    page = finger.page
    page.locator("#every > summary").tap()
    offer = page.locator("#lists").get_by_role("button", name=re.compile("^Denver – El Paso"))
    offer.wait_for()
    bad.turn("down")
    offer.tap()
    page.wait_for_timeout(400)
    assert page.evaluate(KEPT) == []


@pytest.mark.with_apis
def test_the_table_opens_without_a_network_as_it_was_last_seen(behind, bad, tables):
    """The worker brings the page as it was loaded; what was heard since stands in the phone as well."""
    table = behind()
    finger = table.phone()
    page = finger.page
    until(page, "() => Boolean(navigator.serviceWorker.controller)")
    page.reload()
    tap(finger, "denver--omaha")
    finger.has("denver--omaha")
    until(page, STANDS)
    bad.turn("down")
    tap(finger, "helena--omaha")
    page.reload()
    finger.has("denver--omaha", "blue")
    expect(unsent(page)).to_have_attribute("data-unsent", "red")
    expect(last(page)).to_have_text("Not sent yet: Bo claimed Helena – Omaha")
    expect(finger.turn).to_have_text("Cy's turn")
    back(finger, bad)
    finger.has("helena--omaha", "red")


def label(page: Page, player: str):
    return page.locator(f"#panel-{player}")


def test_ships_leave_the_stock_of_ships_and_an_exchange_moves_both(behind, bad, tables):
    table = behind("world", players=2)
    finger = phone(table)
    bad.turn("down")
    blue = table.board.colors[0]
    finger.page.locator("#find-text").fill("tokyo vancouver")
    row = finger.page.locator("#choice .take").first
    expect(row).to_contain_text("ships")
    finger.tap(row)
    length = table.board.route["tokyo--vancouver"].length
    expect(label(finger.page, blue)).to_contain_text(f"{40 - length} ships")
    expect(label(finger.page, blue)).to_contain_text("20 trains")
    back(finger, bad)
    finger.has("tokyo--vancouver", blue)
    label(finger.page, blue).click()
    deed = finger.page.locator(".deed", has_text="Exchange for trains")
    deed.locator("input[type=number]").fill("3")
    bad.turn("down")
    deed.get_by_role("button").click()
    expect(last(finger.page)).to_contain_text("exchanged pieces for trains: 3")
    expect(label(finger.page, blue)).to_contain_text("23 trains")
    expect(label(finger.page, blue)).to_contain_text(f"{37 - length} ships")
    back(finger, bad)
    expect(unsent(finger.page)).to_have_count(0)
    assert [entry.type for entry in log_entries(table, tables)] == ["claim", "exchange"]


def test_where_points_hang_on_others_a_claim_adds_none_and_a_chip_tells_what_it_did(behind, bad, tables):
    table = behind("old-west", players=2)
    blue = table.board.colors[0]
    finger = phone(table)
    tap(finger, "bend--boise--1")
    chip = finger.page.locator(".chip", has_text="Marker in Boise")
    expect(chip).to_be_visible()
    points = label(finger.page, blue).locator("[data-worth]").inner_text()
    bad.turn("down")
    chip.click()
    expect(last(finger.page)).to_contain_text("Added: Marker in Boise")
    expect(label(finger.page, blue)).to_contain_text("2 markers")
    expect(label(finger.page, blue).locator("[data-worth]")).to_have_text(points)
    back(finger, bad)
    expect(label(finger.page, blue)).to_contain_text("2 markers")


def log_entries(table: Seated, tables):
    from companion.play.keys import digest

    return tables.game(table.table, digest(table.maker))[0].log
