"""Several phones at one table, phones that slept, and phones without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.modules import using

CLICK = 'route => document.querySelector(`button.take[value="${route}"]`).click()'
# What comes within 600 ms on a free machine counts as in time on a busy one as well.
PATIENT = """() => {
  const { timeout } = htmx;
  htmx.timeout = (ms) => timeout.call(htmx, ms < 500 ? ms : 60_000);
}"""
SLOW = """{
  const { replace } = outbox;
  outbox.replace = async (becomes) => {
    await new Promise((done) => setTimeout(done, 1500));
    return replace(becomes);
  };
}"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

# Heard already, and not yet on the page.
ROWS_WITH_THE_ANSWER = """() => document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.request.method !== "POST") return;
  const rows = document.createElement("section"), head = document.createElement("h2");
  head.textContent = "Claim for Bo";
  Object.assign(rows, { id: "choice", className: "choice" });
  Object.assign(rows.dataset, { of: 2, offer: "[]" });
  rows.append(head);
  document.getElementById("choice").replaceWith(rows);
}, true)"""


def test_a_claim_is_on_the_other_phone_too(at):
    table = at()
    one, other = table.phone(), table.phone()
    one.claim("denver--omaha")
    other.has("denver--omaha", "blue")
    expect(other.turn).to_have_text("Bo's turn")
    expect(other.page.locator(".last-words")).to_contain_text("Ada claimed Denver – Omaha")
    one.press("Undo")
    other.has_not("denver--omaha")


@pytest.mark.parametrize("phones", [2, 5])
def test_the_same_route_at_once_has_one_owner_and_the_others_are_told(at, phones):
    table = at(players=5)
    seats = ["blue", "red", "green", "yellow", "black"][:phones]
    fingers = [table.phone(seat) for seat in seats]
    for finger in fingers:
        finger.choose("denver--omaha").wait_for()
        finger.page.evaluate(PATIENT)
    for finger in fingers:
        finger.page.evaluate(CLICK, "denver--omaha")
    for finger in fingers:
        finger.has("denver--omaha")
    owner = fingers[0].page.locator('[data-route="denver--omaha"]').get_attribute("data-owner")
    for seat, finger in zip(seats, fingers, strict=True):
        if seat == owner:
            expect(finger.page.locator(".choice-head")).to_have_count(0)
        else:
            expect(finger.page.get_by_role("alert")).to_have_text(re.compile(r"Denver – Omaha is already \w+'s\."))
            expect(finger.page.locator(".rows")).to_be_visible()


def test_a_refusal_is_told_however_slowly_the_phone_stores_it(at):
    table = at()
    one, other = table.phone(), table.phone()
    other.page.route("**/now?**", lambda way: way.abort())  # it does not hear that the route is claimed
    other.choose("denver--omaha").wait_for()
    one.claim("denver--omaha")
    other.page.evaluate(using("outbox: outbox", SLOW))
    other.page.evaluate(CLICK, "denver--omaha")
    expect(other.page.locator(".said, [role=alert]")).to_contain_text("Denver – Omaha is already Ada's.")


def test_what_two_phones_undo_at_once_is_undone_once(at):
    table = at()
    one, other = table.phone(), table.phone()
    one.claim("helena--omaha")
    one.claim("denver--omaha")
    other.has("denver--omaha")
    other.page.route("**/now?**", lambda way: way.abort())  # it does not hear that the other one undoes
    for finger in (one, other):
        finger.page.evaluate("document.querySelector('.last form button').click()")
    for finger in (one, other):
        finger.has_not("denver--omaha")
        finger.has("helena--omaha")


def test_a_phone_that_slept_is_right_when_it_wakes(at):
    table = at()
    one, other = table.phone(), table.phone()
    other.page.evaluate(HIDE, True)
    other.page.context.set_offline(True)
    one.claim("denver--omaha")
    one.claim("helena--omaha")
    other.page.wait_for_timeout(300)
    expect(other.page.locator("[data-route][data-owner]")).to_have_count(0)
    other.page.context.set_offline(False)
    other.page.evaluate(HIDE, False)
    expect(other.page.locator("[data-route][data-owner]")).to_have_count(2, timeout=10_000)  # before it asks


def test_where_no_stream_passes_a_phone_asks(at):
    table = at()
    one = table.phone()
    other = table.phone()
    other.page.route("**/events", lambda route: route.abort())
    other.page.clock.install()
    other.page.reload()
    one.claim("denver--omaha")
    other.page.clock.run_for(16_000)
    other.has("denver--omaha")


PARTS = {"": "#state", "/log": "#log", "/routes": "#routes", "/watch": "#screen"}
CLAIMS = ("denver--omaha", "miami--new-orleans", "duluth--helena", "helena--seattle")


def test_a_server_in_trouble_leaves_what_is_there(at):
    """Its sentence, put in the place of the part that asked, would be the last thing heard of the table."""
    table = at()
    one, page = table.phone(), table.phone().page

    def trouble(route):
        route.fulfill(status=503, content_type="text/html", body="<p>The games can't be reached.</p>")

    for (path, part), route in zip(PARTS.items(), CLAIMS, strict=True):
        page.goto(f"{table.home}/t/{table.table}{path}", wait_until="load")
        page.wait_for_timeout(300)  # until it hears the table
        page.route(lambda url: "/events" not in url and "/t/" in url, trouble)
        with page.expect_response(lambda answer: answer.status == 503):
            one.claim(route)
        page.wait_for_timeout(100)
        assert page.locator(part).count() == 1
        assert "can't be reached" not in page.locator("main").inner_text()
        page.unroute_all()
        one.press("Undo")
        expect(page.locator("main")).not_to_contain_text("can't be reached")
    one.claim("helena--omaha")
    expect(page.locator("main")).to_contain_text("Helena – Omaha")


def test_what_is_being_chosen_stays_while_others_play(at):
    table = at()
    one, other = table.phone(), table.phone()
    other.choose("helena--omaha").wait_for()
    number = other.page.locator('button.take[value="helena--omaha"] .number').inner_text()
    one.claim("miami--new-orleans")
    other.has("miami--new-orleans")
    assert other.page.locator(f'[data-offer="{number}"]').get_attribute("display") == "inline"
    other.tap(other.page.get_by_role("link", name="Close"))
    expect(other.page.locator(".choice-head")).to_have_count(0)
    assert other.page.locator(f'[data-offer="{number}"]').get_attribute("display") == "none"
    other.has("miami--new-orleans")


def test_who_only_watches_sees_and_touches_nothing(at):
    table = at()
    one, watcher = table.phone(), table.phone(role="watcher")
    one.claim("denver--omaha")
    watcher.has("denver--omaha")
    watcher.choose("helena--omaha")
    expect(watcher.page.locator(".row").first).to_be_visible()
    expect(watcher.page.locator("button.take, .last button, .turn button")).to_have_count(0)


def test_without_script_a_game_is_played_by_lists_and_buttons(at):
    finger = at("europe").phone(java_script_enabled=False)
    page = finger.page
    page.get_by_role("link", name="List").click()
    page.get_by_role("link", name="Wien").click()
    page.get_by_role("button", name=re.compile("Berlin – Wien")).click()
    expect(finger.turn).to_have_text("Bo's turn")
    finger.has("berlin--wien", "blue")
    page.get_by_role("searchbox").fill("danz rig")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name=re.compile("Danzig – Riga")).click()
    finger.has("danzig--riga", "red")
    page.get_by_role("button", name="Drew cards").click()
    expect(finger.turn).to_have_text("Ada's turn")
    page.get_by_role("button", name="Undo").click()
    expect(finger.turn).to_have_text("Cy's turn")
    page.locator('.panel[value="blue"]').click()
    page.locator("#turn-of > summary").click()
    page.get_by_role("button", name="Ada drew cards").click()
    expect(finger.turn).to_have_text("Bo's turn")
    page.goto(page.url.split("?")[0] + "?route=danzig--riga")
    page.get_by_role("button", name="Take it back from Bo").click()
    finger.has_not("danzig--riga")


def test_a_refusal_without_script_is_a_page_that_says_why(at):
    table = at()
    finger, other = table.phone(java_script_enabled=False), table.phone()
    finger.page.goto(f"{finger.page.url}?find=den+om")
    other.claim("denver--omaha")
    finger.page.locator('button.take[value="denver--omaha"]').click()
    expect(finger.page.get_by_role("alert")).to_contain_text("Denver – Omaha is already Ada's")
    finger.has("denver--omaha")


def held_back(page, address):
    """What is asked there from now on waits: the asking, and the answer that the server gave."""
    held = []
    page.route(address, lambda way: held.append((way, way.fetch())))

    def let_go():
        for way, answer in held:
            way.fulfill(response=answer)
        page.unroute(address)

    return let_go


@pytest.mark.parametrize("wait", [0, 900], ids=["soon", "late"])
def test_rows_opened_after_the_news_of_ones_own_claim_outlive_its_answer(at, wait):
    """On a bad line the news may be quicker than the answer, and people go on as soon as they see their route."""
    finger = at().phone()
    page = finger.page
    let_go = held_back(page, "**/entries")
    finger.tap(finger.choose("denver--omaha"))
    finger.has("denver--omaha", "blue")
    row = finger.choose("helena--seattle")
    row.wait_for()
    page.wait_for_timeout(wait)
    let_go()
    page.wait_for_timeout(300)
    expect(row).to_be_visible()
    expect(page.locator(".choice-head h2")).to_have_text("Claim for Bo")
    finger.tap(row)
    finger.has("helena--seattle", "red")


def test_rows_that_come_in_the_same_moment_as_the_answer_to_a_draw_stay(at):
    finger = at().phone()
    page = finger.page
    page.evaluate(ROWS_WITH_THE_ANSWER)
    finger.press("Drew cards")
    expect(finger.turn).to_have_text("Bo's turn")
    page.wait_for_timeout(1000)
    expect(page.locator("#choice h2")).to_have_text("Claim for Bo")


def test_rows_asked_before_the_answer_to_a_claim_come_after_it(at):
    finger = at().phone()
    page = finger.page
    let_go = held_back(page, "**/entries")
    finger.tap(finger.choose("denver--omaha"))
    finger.has("denver--omaha", "blue")
    let_come = held_back(page, re.compile(r"\?x="))
    row = finger.choose("helena--seattle")
    let_go()
    # A phone that is slow has drawn the rows by itself by now.
    page.locator("#choice[data-empty]").or_(row).first.wait_for(state="attached")
    let_come()
    row.wait_for()
    expect(page.locator(".choice-head h2")).to_have_text("Claim for Bo")


def test_rows_asked_before_a_claim_was_known_are_asked_again(at):
    """They are of the turn before: a tap on one would be entered for the wrong player."""
    finger = at().phone()
    page = finger.page
    let_come = held_back(page, re.compile(r"\?x="))
    row = finger.choose("denver--omaha")
    page.get_by_role("button", name="Drew cards").tap()
    expect(finger.turn).to_have_text("Bo's turn")
    let_come()
    row.wait_for()
    expect(page.locator(".choice-head h2")).to_have_text("Claim for Bo")
