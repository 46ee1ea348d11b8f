"""The empty board: what there is to do, who asks to join, and the phone that answers when its turn comes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.play.keys import browser_with

BUZZES = """() => {
  window.buzzes = [];
  Object.defineProperty(navigator, "vibrate", { value: (how) => window.buzzes.push(how), configurable: true });
}"""
GLOW = "() => getComputedStyle(document.querySelector('.table'), '::after').boxShadow"


def knocks(table, name: str = "Dora") -> str:
    """Somebody types the code of this table."""
    code = table.tables.store.snapshot(table.table).code
    return str(table.tables.door.ask_to_join(code, browser_with("a-guest"), "player", name))


def test_the_card_says_what_there_is_to_do_loses_what_is_done_and_can_be_hidden(at):
    """The card says what there is to do, loses what is done, and goes with the first route."""
    table = at()
    finger = table.phone("blue", start=True)
    card = finger.page.locator("#start")
    expect(card.locator("li")).to_have_count(2)
    expect(finger.page.locator(".last-words")).to_have_text("Tap the first route on the board")
    expect(card).to_contain_text("1 of 3 phones")
    expect(card.locator(".qr")).to_be_hidden()
    finger.press("Show code")
    expect(card.locator(".qr svg")).to_be_visible()
    code = table.tables.store.snapshot(table.table).code
    expect(card.locator(".start-code")).to_have_text(f"{code[:3]} {code[3:]}")
    table.phone("red")
    expect(card).to_contain_text("2 of 3 phones")
    expect(card.locator(".qr svg")).to_be_visible()  # what others do doesn't close it
    finger.press("Close")
    expect(card.get_by_role("link", name="Enter tickets")).to_have_attribute("href", re.compile("/tickets/blue$"))
    table.phone("green")
    expect(card.locator("li")).to_have_count(1)
    finger.tap(card.get_by_role("button", name="Hide"))
    expect(card).to_have_count(0)
    finger.page.reload()
    expect(card).to_have_count(0)


def test_it_goes_with_the_first_route(at):
    table = at()
    finger, other = table.phone("blue", start=True), table.phone("red", start=True)
    expect(other.page.locator("#start")).to_be_visible()
    finger.claim("los-angeles--phoenix")
    for phone in (finger, other):
        expect(phone.page.locator("#start")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_the_card_is_put_away_and_seats_lead_to_tickets_without_script_too(at, script):
    page = at().phone(start=True, java_script_enabled=script).page
    page.get_by_role("link", name="Who are you?").click()
    page.get_by_role("button", name=re.compile("Enter Bo's tickets here")).click()
    expect(page.locator("#hand")).to_be_visible()
    page.goto(page.url.split("/tickets")[0])
    page.get_by_role("button", name="Hide").click()
    expect(page.locator("#start")).to_have_count(0)
    page.locator("#tickets").click()
    expect(page.locator("#hand")).to_be_visible()


def test_who_only_watches_sees_no_card(at):
    table = at()
    table.phone()
    watcher = table.phone(role="watcher", start=True).page
    expect(watcher.locator("#start, .knocks")).to_have_count(0)


@pytest.mark.parametrize("empty", [True, False])
def test_a_knock_is_heard_on_every_table_and_answered_there(at, empty):
    table = at(log=[] if empty else [{"type": "claim", "player": "blue", "route": "denver--omaha"}])
    fingers = [table.phone("blue", start=True), table.phone("red", start=True)]
    watcher = table.phone(role="watcher")
    waiting = knocks(table)
    for finger in fingers:
        expect(finger.page.locator(".guest")).to_contain_text("Dora wants to join")
    expect(watcher.page.locator(".guest")).to_have_count(0)
    fingers[1].press("Let in")
    for finger in fingers:
        expect(finger.page.locator(".guest")).to_have_count(0)
    assert re.search(f"/t/{table.table}$", fingers[1].page.url)
    assert table.tables.door.collect(waiting, browser_with("a-guest")) is not None


def test_a_knock_lies_over_open_rows(at):
    table = at()
    finger = table.phone("blue")
    finger.choose("denver--omaha").wait_for()
    knocks(table)
    let_in = finger.page.get_by_role("button", name="Let in")
    expect(let_in).to_be_visible()
    finger.tap(let_in)
    expect(finger.page.locator(".guest")).to_have_count(0)


def test_a_knock_lies_over_every_page_of_a_table(at):
    table = at()
    finger = table.phone("blue", path="/tickets/blue")
    page = finger.page
    knocks(table)
    expect(page.locator(".knocks .guest")).to_contain_text("Dora wants to join")
    for path in ("/routes", "/end", "/log", "/recount", "/setup"):
        page.goto(f"{table.home}/t/{table.table}{path}")
        expect(page.get_by_role("button", name="Let in")).to_be_in_viewport(ratio=1)
    finger.press("Let in")
    expect(page.locator(".guest")).to_have_count(0)
    assert page.url.endswith("/setup")


def test_a_guest_thinks_better_of_it(at):
    table = at()
    finger = table.phone("blue")
    guest = table.phone(role="watcher").page
    guest.context.clear_cookies()
    guest.goto(f"{table.home}/join")
    guest.get_by_label("Code").fill(table.tables.store.snapshot(table.table).code)
    guest.get_by_label("Your name").fill("Dora")
    guest.get_by_role("button", name="Ask to join").tap()
    expect(finger.page.locator(".guest")).to_contain_text("Dora wants to join")
    guest.get_by_role("button", name="Cancel").tap()
    expect(guest.get_by_label("Code")).to_be_visible()
    expect(finger.page.locator(".guest")).to_have_count(0)


def test_the_phone_of_who_is_to_play_buzzes_and_glows(at):
    table = at(players=2)
    ada, bo, both = table.phone("blue"), table.phone("red"), table.phone()
    for phone in (ada, bo, both):
        phone.page.evaluate(BUZZES)
    ada.claim("denver--omaha")
    bo.has("denver--omaha")
    bo.page.wait_for_function("() => window.buzzes.length === 1")
    assert bo.page.evaluate(GLOW) != "none"
    both.has("denver--omaha")
    for phone in (ada, both):
        assert phone.page.evaluate("window.buzzes") == []
        assert phone.page.evaluate(GLOW) in ("none", "")
    bo.page.goto(f"{bo.page.url}/aloud")
    bo.page.get_by_label("Vibrate and glow").uncheck()
    bo.press("Save")
    expect(bo.turn).to_have_text("Your turn, Bo")
    assert bo.page.evaluate(GLOW) in ("none", "")


def test_a_completed_ticket_is_punched_for_its_owner_alone(at):
    told = {"type": "keep", "player": "blue", "ticket": "denver--el-paso"}
    table = at(log=[{"type": "claim", "player": "blue", "route": "denver--santa-fe", "late": True}, told])
    own, other, shared = table.phone("blue"), table.phone("red", "green"), table.phone()
    for phone in (own, other, shared):
        phone.page.evaluate(BUZZES)
    other.choose("el-paso--santa-fe").wait_for()
    other.tap(other.label("blue"))
    other.claim("el-paso--santa-fe")
    expect(own.page.locator("#tickets.punching")).to_be_visible()
    assert [40, 60, 40] in own.page.evaluate("window.buzzes")
    for phone in (other, shared):
        phone.has("el-paso--santa-fe")
        expect(phone.page.locator(".punching")).to_have_count(0)
        assert [40, 60, 40] not in phone.page.evaluate("window.buzzes")
    assert "El Paso" not in (own.page.locator(".tools").text_content() or "")


def test_a_phone_that_goes_round_is_covered_from_its_first_seat_on(at):
    table = at()
    finger = table.phone("blue", path="/tickets/blue")
    page = finger.page
    expect(page.get_by_text("Are you passing this phone round?")).to_be_visible()
    finger.press("Yes, we pass it round")
    finger.press("I'm Ada – show my tickets")
    expect(page.locator("#hand")).to_be_visible()
    expect(page.get_by_text("Are you passing this phone round?")).to_have_count(0)
    page.get_by_role("button", name="Close").first.tap()
    page.wait_for_url(re.compile("/tickets$"))
    page.get_by_role("link", name="Hand the phone to Ada").tap()
    expect(page.get_by_role("button", name="I'm Ada – show my tickets")).to_be_visible()
    expect(page.locator("#hand")).to_have_count(0)


def test_whose_phone_it_is_is_asked_once(at):
    finger = at().phone("blue", path="/tickets/blue")
    finger.press("No, only I use it")
    expect(finger.page.locator("#hand")).to_be_visible()
    finger.page.reload()
    expect(finger.page.locator("#hand")).to_be_visible()
    expect(finger.page.get_by_text("Are you passing this phone round?")).to_have_count(0)
