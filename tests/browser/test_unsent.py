"""Taps that could not be sent: kept, shown, taken back, refused later, sent once; on a network of our own making."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.play.keys import browser_with, new_id
from tests.browser.bad_network import back, bad, behind, entries, last, log_of, phone, tap, unsent
from tests.browser.table.conftest import tables
from tests.support.evening_taps import DRAIN, KEPT, LOOK, SENT
from tests.support.housing import until
from tests.support.modules import using
from tests.support.tapping import DOUBLE_TAP, Finger, Seated

__all__ = ["bad", "behind", "tables"]

FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""
NO_STORE = "() => { Object.defineProperty(window, 'indexedDB', { value: undefined, configurable: true }); }"
# Three taps, each while the storage is being read for something else: whose turn it is, frame by frame.
TURNS_WHILE_READ = """async () => {
  const whose = () => document.querySelector(".turn-whose").textContent.trim(), told = [whose()];
  const note = () => told.at(-1) === whose() || told.push(whose());
  const frame = () => (note(), requestAnimationFrame(frame));
  requestAnimationFrame(frame);
  for (let n = 0; n < 3; n += 1) {
    document.dispatchEvent(new CustomEvent("outbox:change"));
    document.querySelector(".turn button").click();
    await new Promise(done => setTimeout(done, 1500));
  }
  return told;
}"""
FIRST_KEPT = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (kept, name) {
    if (kept.entries?.length) window.drawnBefore ??= Boolean(document.querySelector("[data-unsent]"));
    return put.call(this, kept, name);
  };
}"""
CALM = using("outbox: settings", "{ settings.patience = 600; }")


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


def test_a_claim_is_drawn_before_the_storage_has_it(behind, bad):
    finger = phone(behind())
    bad.turn("down")
    finger.page.evaluate(FIRST_KEPT)
    tap(finger, "helena--omaha")
    expect(last(finger.page)).to_have_text("Not sent yet: Ada claimed Helena – Omaha")
    assert finger.page.evaluate("window.drawnBefore") is True


def test_what_is_drawn_before_it_is_stored_stays_while_the_storage_is_read(behind, bad):
    finger = phone(behind())
    bad.turn("down")
    turns = finger.page.evaluate(TURNS_WHILE_READ)
    assert turns == ["Ada's turn", "Bo's turn", "Cy's turn", "Ada's turn"]


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


def redo(finger):
    """Presses Redo; in the time of a double tap it would do nothing."""
    finger.page.wait_for_timeout(DOUBLE_TAP)
    finger.press("Redo")


def test_what_was_never_sent_is_undone_and_redone_and_a_gift_of_it_given_back(behind, bad, tables):
    table = behind()
    finger = phone(table)
    bad.turn("down")
    tap(finger, "helena--omaha")
    tap(finger, "denver--omaha")
    track = finger.page.locator('[data-route="denver--omaha"]')
    finger.press("Undo")
    expect(unsent(finger.page)).to_have_count(1)
    redo(finger)
    expect(track).to_have_attribute("data-unsent", "red")
    finger.choose("denver--omaha")
    finger.tap(finger.page.locator(".row", has_text="Denver – Omaha").locator("a.taken"))
    finger.press("Give to Cy")
    expect(track).to_have_attribute("data-unsent", "green")
    expect(last(finger.page)).to_contain_text("Cy claimed Denver – Omaha")
    finger.press("Undo")
    expect(track).to_have_attribute("data-unsent", "red")
    back(finger, bad)
    assert log_of(table, tables) == [("claim", "helena--omaha"), ("claim", "denver--omaha")]
    assert entries(table, tables)[1].player == "red"


def test_a_gift_of_what_the_server_has_is_undone_without_a_network_and_redone(behind, bad, tables):
    """The first is tried and so in doubt: it is taken back by an entry of its own."""
    table = behind()
    finger = phone(table)
    tap(finger, "helena--omaha")
    finger.has("helena--omaha", "blue")
    bad.turn("down")
    finger.choose("helena--omaha")
    finger.tap(finger.page.locator(".row", has_text="Helena – Omaha").locator("a.taken"))
    finger.press("Give to Bo")
    expect(unsent(finger.page)).to_have_attribute("data-unsent", "red")
    finger.press("Undo")
    expect(unsent(finger.page)).to_have_count(0)
    redo(finger)
    expect(unsent(finger.page)).to_have_attribute("data-unsent", "red")
    back(finger, bad)
    finger.has("helena--omaha", "red")


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

    def report(table: Seated, told: dict[str, Any]) -> None:
        tables.log.report(table.table, browser_with(table.maker), {**told, "id": new_id()})

    return report


def test_a_phone_that_is_no_longer_known_keeps_what_it_has_and_says_so(behind, bad):
    finger = phone(behind())
    bad.turn("down")
    tap(finger, "helena--omaha")
    finger.page.context.clear_cookies()
    bad.turn("up")
    finger.page.evaluate(DRAIN)
    expect(finger.page.get_by_text("This phone is no longer at the table")).to_be_visible()
    assert len(finger.page.evaluate(KEPT)) == 1


def test_a_page_whose_table_is_gone_stays_quiet(behind):
    finger = phone(behind())
    page, wrong = finger.page, []
    page.on("pageerror", lambda problem: wrong.append(str(problem)))
    page.context.clear_cookies()
    page.evaluate(using("sync: live", "{ setInterval(live.look, 100); }"))
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
        page.evaluate(DRAIN)
    for page in (finger.page, other.page):
        until(page, SENT)
    assert [route for _, route in log_of(table, tables)] == ["helena--omaha", "denver--omaha", "miami--new-orleans"]
    assert len(posts) == 3
    for one in (finger, other):
        one.page.evaluate(LOOK)
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


def test_a_phone_that_left_all_its_games_keeps_nothing_of_them(behind):
    finger = phone(behind())
    finger.page.goto(f"{finger.page.url.partition('/t/')[0]}/phone")
    finger.page.evaluate(using("outbox: stored", "stored((kept) => { kept.board = 'drawn'; }, 'strict', '/t/one')"))
    finger.page.get_by_role("button", name="Remove this phone").click()
    expect(finger.page.get_by_text("This phone isn't in any game")).to_be_visible()
    until(finger.page, using("outbox: stored", "!(await stored((kept) => kept.board, 'readonly', '/t/one'))"))


def test_what_waits_was_known_when_the_first_of_it_was_tapped(desk):
    """Of the turns that others told since then the first are this player's own, however late the later taps."""
    add_twice = """{
      for (const known of [3, 5])
        await outbox.add({ table: "t", kind: "claim", body: `b${known}`, since: known, logLength: known });
      return (await outbox.all()).map(({ since, logLength }) => [since, logLength]);
    }"""
    assert desk.open("/").evaluate(using("outbox: outbox", add_twice)) == [[3, 3], [3, 3]]
