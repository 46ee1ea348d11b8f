"""A hotel's network answers in the place of the server: nothing of it is believed, shown, or takes a tap away."""

from __future__ import annotations

import contextlib
import re

import pytest
from playwright.sync_api import Error, expect

from companion.play.keys import browser_with
from tests.browser.test_worker import READY, TEXTS
from tests.support.doses import one_in
from tests.support.evening_taps import DRAIN, HURRY, KEPT, LOOK, SENT
from tests.support.housing import arrives, opened, until
from tests.support.portal import ANSWERS, OWN, WELCOME, Answer, Portal, pages_and_calls
from tests.support.tapping import Finger, Seated

soak = pytest.mark.soak
# A tap's own answer, and what the page hears meanwhile: the kinds of wrong there are.
SOME = [answer for answer in ANSWERS if answer.name in ("200", "302 here", "422", OWN)]


@pytest.fixture(scope="module")
def house(boards, tmp_path_factory):
    for house in opened(boards, tmp_path_factory.mktemp("hotel")):
        house.app.wsgi_app = house.portal = Portal(house.app.wsgi_app)
        yield house


@pytest.fixture
def hotel(house):
    """The network, which is the server's own again after each test."""
    yield house.portal
    house.portal.answer, house.portal.catches = None, pages_and_calls


def phone(seated: Seated, *seats: str, **more) -> Finger:
    return seated.phone(*seats, service_workers="block", **more)


def log_of(seated: Seated) -> list[tuple[str, str]]:
    game = seated.tables.games.at(seated.table, browser_with(seated.maker))[0]
    return [(entry.type, getattr(entry, "route", "")) for entry in game.log]


def home_again(finger: Finger, hotel: Portal) -> None:
    hotel.answer = None
    finger.page.evaluate(HURRY)
    finger.page.evaluate(LOOK)
    finger.page.evaluate(DRAIN)
    until(finger.page, SENT)


def keeps_a_tap(seated: Seated, hotel: Portal, answer: Answer) -> None:
    finger = phone(seated)
    hotel.answer = answer
    finger.tap(finger.choose("helena--omaha"))
    expect(finger.page.locator(".last-words")).to_contain_text("Not sent yet: Ada claimed Helena – Omaha")
    finger.page.evaluate(LOOK)
    finger.tap(finger.choose("denver--omaha"))
    expect(finger.page.locator(".last-words")).to_contain_text("2 entries not sent yet")
    assert len(finger.page.evaluate(KEPT)) == 2
    assert finger.page.get_by_text(WELCOME).count() == 0
    home_again(finger, hotel)
    finger.has("helena--omaha", "blue")
    finger.has("denver--omaha", "red")
    assert log_of(seated) == [("claim", "helena--omaha"), ("claim", "denver--omaha")]
    finger.claim("miami--new-orleans")


@pytest.mark.parametrize("answer", SOME, ids=lambda answer: answer.name)
def test_a_tap_is_kept_whatever_somebody_else_answers(seated, hotel, answer):
    keeps_a_tap(seated, hotel, answer)


@pytest.mark.soak
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name)
def test_a_tap_is_kept_against_every_answer(seated, hotel, answer):
    keeps_a_tap(seated, hotel, answer)


def test_the_page_says_that_somebody_else_answers(seated, hotel):
    finger = phone(seated)
    hint = finger.page.get_by_text("Another page is answering instead of Trackside")
    expect(hint).to_be_hidden()
    hotel.answer = Answer()
    finger.tap(finger.choose("helena--omaha"))
    expect(hint).to_be_visible()
    home_again(finger, hotel)
    expect(hint).to_be_hidden()


# Whatever the page may ask: forms are sent by their first button, links followed, parts asked for anew.
PRESS = """() => {
  for (const part of document.querySelectorAll("[hx-get], [hx-post]")) {
    const outside = `[form="${part.id}"]`;
    const button = part.matches("form") && (part.querySelector("button") ?? document.querySelector(outside));
    const [trigger] = (part.getAttribute("hx-trigger") ?? "").split(/[ ,]/);
    part.noValidate = true;
    if (button) button.click();
    else if (part.matches("form")) part.requestSubmit();
    else if (trigger && trigger !== "every") htmx.trigger(part, trigger);
    else part.click();
  }
}"""
CALM = "() => !document.querySelector('.htmx-request')"
# But for whose turn it is, which goes on with what is kept.
HEADS = """() => [...document.querySelectorAll("h1, h2:not(.turn-whose), summary")]
  .map(head => head.textContent.trim()).filter(Boolean)"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
FINISHED = [{"type": "finish"}]
TICKET = [{"type": "keep", "player": "blue", "ticket": "denver--el-paso"}]
CLAIM = [{"type": "claim", "player": "blue", "route": "helena--omaha"}]
PAGES = {
    "the table": ("", (), CLAIM),
    "all routes": ("/routes", (), CLAIM),
    "people": ("/people", ("red",), []),
    "log": ("/log", (), CLAIM),
    "recount": ("/recount?blue=40&red=45&green=45", (), CLAIM),
    "seats": ("/tickets", ("blue",), []),
    "tickets": ("/tickets/blue", ("blue",), TICKET),
    "tickets on a shared phone": ("/tickets/blue", ("blue", "red"), TICKET),
    "television": ("/watch", (), CLAIM),
    "end": ("/end", (), CLAIM),
    "reveal": ("/reveal", (), CLAIM + TICKET),
    "tally": ("/tally", (), CLAIM + TICKET + FINISHED),
}
FEW = {name: ANSWERS[2 * n] for n, name in enumerate(PAGES)}


def hears_nothing(seated: Seated, hotel: Portal, name: str, answer: Answer) -> None:
    """The hotel answers all that a page can ask: the page stays as it is, and goes on when it is home again."""
    path, seats, log = PAGES[name]
    seated.opens(log=log)
    finger = phone(seated, *seats, path=path if name != "reveal" else "/end")
    page = finger.page
    if name == "reveal":
        finger.tap(page.get_by_text("Someone can't confirm?"))
        finger.tap(page.get_by_role("button", name=re.compile("^Finish without")))
        arrives(page, "/reveal")
    if name == "tickets on a shared phone":
        finger.press("I'm Ada – show my tickets")
        page.locator("#hand").wait_for()
    heads, address = page.evaluate(HEADS), page.url
    hotel.caught.clear()
    hotel.answer = answer
    page.evaluate(PRESS)
    until(page, CALM)
    page.wait_for_timeout(100)
    assert hotel.caught
    assert page.get_by_text(WELCOME).count() == 0
    assert page.evaluate(HEADS) == heads
    assert page.url == address
    hotel.answer = None
    hotel.passed.clear()
    page.evaluate(DRAIN)
    if name == "end":  # what was pressed there is kept, and told now
        arrives(page, "/reveal")
    # What is sent may lead to another page, such as from a seat to its tickets, and what is pressed there as well.
    until(page, SENT)
    until(page, CALM)
    with contextlib.suppress(Error):
        page.evaluate(PRESS)
    until(page, CALM)
    assert hotel.passed
    expect(page.locator("h1").first).to_be_visible()


@pytest.mark.parametrize("name", one_in(2, PAGES))
def test_every_request_of_every_page_is_tried(seated, hotel, name):
    hears_nothing(seated, hotel, name, FEW[name])


@pytest.mark.soak
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name)
@pytest.mark.parametrize("name", PAGES)
def test_every_request_of_every_page_is_tried_against_every_answer(seated, hotel, name, answer):
    hears_nothing(seated, hotel, name, answer)


def test_a_board_is_looked_at_and_a_door_waited_at(browser, house, hotel, seated):
    """Pages that have nothing to lose: they stay, and go on."""
    page = phone(seated).page
    page.goto(f"{house.home}/boards/usa", wait_until="load")
    hotel.answer = Answer()
    other = page.locator("#variant nav a, #variant a[hx-get]").nth(1)
    other.tap()
    until(page, CALM)
    assert page.get_by_text(WELCOME).count() == 0
    hotel.answer = None
    other.tap()
    expect(other).to_have_attribute("aria-current", re.compile("."))
    page.goto(f"{house.home}/join", wait_until="load")
    page.context.clear_cookies()
    page.get_by_role("textbox").first.fill(
        seated.tables.games.at(seated.table, browser_with(seated.maker))[0].snapshot.code
    )
    page.locator("main form button").first.tap()
    arrives(page, "/join/[^/]+")
    hotel.answer = Answer()
    hotel.caught.clear()
    for _ in range(100):
        if hotel.caught:
            break
        page.wait_for_timeout(100)
    assert hotel.caught
    expect(page.locator("#door h1")).to_have_text("Waiting to be let in")


@pytest.mark.parametrize(
    "answer", [Answer(), Answer(302, "/hotel"), pytest.param(Answer(204), marks=soak)], ids=lambda answer: answer.name
)
def test_tickets_of_a_shared_phone_stay_covered_until_the_server_has_closed_them(seated, hotel, answer):
    finger = phone(seated, "blue", "red", path="/tickets/blue")
    page = finger.page
    finger.press("I'm Ada – show my tickets")
    expect(page.locator("#hand")).to_be_visible()
    page.wait_for_load_state("load")  # its script listens by then
    hotel.answer = answer
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    expect(page.get_by_text("Tickets locked. Waiting for a connection.")).to_be_visible()
    expect(page.locator("#hand")).to_be_hidden()
    hotel.answer = None
    expect(page.get_by_role("button", name="I'm Ada – show my tickets")).to_be_visible()


@pytest.fixture
def worker(seated):
    """A phone whose worker is there."""
    finger = seated.phone()
    until(finger.page, READY)
    finger.page.reload(wait_until="load")
    return finger


@pytest.mark.with_apis
@pytest.mark.parametrize("status", [200, 410, *(pytest.param(status, marks=soak) for status in (404, 502))])
def test_the_worker_keeps_no_page_of_somebody_elses_and_drops_none_for_it(worker, hotel, status):
    page = worker.page
    hotel.answer = Answer(status)
    page.reload(wait_until="load")
    worker.turn.wait_for()
    expect(page.get_by_text(WELCOME)).to_have_count(0)
    assert WELCOME not in page.evaluate(TEXTS)
    hotel.answer = None
    page.reload(wait_until="load")
    worker.claim("denver--omaha")


@pytest.mark.with_apis
@pytest.mark.parametrize("status", [401, 511])
def test_whoever_wants_people_to_sign_in_is_shown_and_not_kept(worker, hotel, status):
    page = worker.page
    hotel.answer = Answer(status)
    page.reload(wait_until="load")
    expect(page.get_by_text(WELCOME)).to_be_visible()
    hotel.answer = None
    page.reload(wait_until="load")
    worker.turn.wait_for()
    assert WELCOME not in page.evaluate(TEXTS)


@pytest.mark.with_apis
def test_a_page_that_was_never_seen_is_not_the_hotels(worker, hotel, house):
    page = worker.page
    hotel.answer = Answer()
    page.goto(f"{house.home}/boards/europe", wait_until="load")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection right now")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(300)
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection right now")
    hotel.answer = None
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", level=1)).to_have_text("Europe")


@pytest.mark.with_apis
def test_no_worker_comes_with_somebody_elses_files(seated, hotel):
    hotel.catches = lambda method, path: "/site-" in path and path.endswith(".css")
    hotel.answer = Answer()
    finger = seated.phone()
    finger.page.wait_for_timeout(300)
    until(finger.page, "() => navigator.serviceWorker.getRegistration().then(known => !known)")
    assert WELCOME not in finger.page.evaluate(TEXTS)
    hotel.answer = None
    finger.page.reload(wait_until="load")
    until(finger.page, READY)
