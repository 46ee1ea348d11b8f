"""Tickets by touch: each on a phone of one's own, and one phone that goes round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.prose.display_names import ticket_name
from tests.browser.table.conftest import at, tables
from tests.support.tapping import Finger

__all__ = ["at", "tables"]

HANDS = {
    "blue": ["Los Angeles – New York", "Duluth – Houston"],
    "red": ["Nashville – Sault St. Marie", "Atlanta – New York"],
    "green": ["Nashville – Portland", "Montréal – Vancouver"],
    "yellow": ["Miami – Toronto", "Phoenix – Portland"],
    "black": ["Dallas – New York", "Calgary – Salt Lake City"],
}
NAMES = {"blue": "Ada", "red": "Bo", "green": "Cy", "yellow": "Dee", "black": "Eli"}
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def cards(page: Page) -> Locator:
    return page.locator(".ticket-cities")


def row(page: Page, ticket: str, where: str = "#lists") -> Locator:
    """A ticket among those to choose from."""
    return page.locator(where).get_by_role("button", name=re.compile(f"^{re.escape(ticket)}"))


def add_from_the_list(finger: Finger, ticket: str) -> None:
    before = cards(finger.page).count()
    if not row(finger.page, ticket).is_visible():
        finger.tap(finger.page.locator("#every > summary"))
    finger.tap(row(finger.page, ticket))
    expect(cards(finger.page)).to_have_count(before + 1)


def own(at, **setup) -> Finger:
    return at(**setup).phone("blue", path="/tickets/blue")


def touch_city(finger: Finger, city: str) -> None:
    """A finger on the small picture."""
    place = finger.board.layout.place[city]
    finger.page.locator("#map").evaluate("map => map.scrollIntoView({ block: 'nearest' })")
    box = finger.page.locator("#map").bounding_box()
    unit = box["width"] / (finger.board.layout.width + 14)
    finger.page.touchscreen.tap(box["x"] + (place.x + 7) * unit, box["y"] + (place.y + 7) * unit)
    finger.taps += 1


def test_a_ticket_that_is_found_by_typing_is_kept_with_a_tap(at):
    finger = own(at)
    finger.page.locator("[name=find]").fill("den el")
    row(finger.page, "Denver – El Paso", "#found").tap()
    expect(cards(finger.page)).to_have_text(["Denver – El Paso"])
    expect(finger.page.locator("#held")).to_have_text("1 ticket, worth 4")
    expect(finger.page.locator("[name=find]")).to_have_value("")
    expect(finger.page.locator("#found button")).to_have_count(0)


@pytest.mark.parametrize("way", ["typing", "board", "two cities", "list"])
def test_a_ticket_takes_three_taps_at_most_by_every_way(at, way):
    finger = own(at)
    page = finger.page
    finger.tap(page.locator("#add > summary"))  # closed at first, as it is once tickets are held
    finger.taps = 0
    finger.tap(page.locator("#add > summary"))
    if way == "typing":
        page.locator("[name=find]").press_sequentially("el paso")
        finger.tap(row(page, "Denver – El Paso", "#found"))
    elif way == "board":
        touch_city(finger, "el-paso")
        finger.tap(row(page, "Denver – El Paso", "#found"))
    elif way == "two cities":
        touch_city(finger, "denver")
        expect(page.locator("#found h3")).to_have_text("Denver")
        finger.taps -= 1  # a chosen city stays; the panel need not be opened again
        touch_city(finger, "el-paso")
        expect(page.locator("#found h3")).to_have_text("El Paso")
        finger.tap(page.locator("#found button.offer").first)
    else:
        finger.tap(page.locator("#every > summary"))
        finger.tap(row(page, "Denver – El Paso"))
    expect(cards(page)).to_have_text(["Denver – El Paso"])
    assert finger.taps <= 3


@pytest.mark.parametrize("count", [5, pytest.param(10, marks=pytest.mark.soak)])
def test_tickets_one_after_another_take_a_tap_each(at, count):
    finger = own(at)
    tickets = list(finger.board.tickets_of("base").values())[:count]
    for ticket in tickets:
        add_from_the_list(finger, ticket_name(finger.board, ticket.id))
    assert finger.taps == count + 1
    expect(finger.page.locator("#held")).to_contain_text(f"{count} tickets")
    finger.page.get_by_role("button", name=re.compile("^Take back")).first.tap()
    expect(cards(finger.page)).to_have_count(count - 1)


def test_a_ticket_is_punched_when_a_route_connects_it(at):
    table = at(log=[{"type": "claim", "player": "blue", "route": "denver--santa-fe", "late": True}])
    finger = table.phone("blue", path="/tickets/blue")
    add_from_the_list(finger, "Denver – El Paso")
    expect(finger.page.locator(".ticket-punched")).to_have_count(0)
    table.phone().claim("el-paso--santa-fe")
    finger.page.reload()
    expect(finger.page.locator(".ticket-punched .ticket-state")).to_have_text("completed")


def test_five_phones_each_with_its_own_tickets(at):
    table = at(players=5)
    fingers = {color: table.phone(color, path=f"/tickets/{color}") for color in HANDS}
    for color, finger in fingers.items():
        for ticket in HANDS[color]:
            add_from_the_list(finger, ticket)
    for color, finger in fingers.items():
        expect(cards(finger.page)).to_have_text(HANDS[color])
        if color != "black":
            finger.press("My tickets are in")
            finger.page.wait_for_url(re.compile(r"/t/\w+$"))
    last = fingers["black"]
    with last.page.expect_response(lambda answer: answer.request.method == "POST"):  # the others ask only after it
        last.press("My tickets are in")
    page = fingers["blue"].page
    page.goto(f"{page.url}/tickets")
    expect(page.get_by_text("tickets in", exact=True)).to_have_count(5)


def test_one_phone_handed_round_five_times(at):
    """After each hand Back, a reload and the app switcher are tried: none shows a ticket."""
    finger = at(players=5).phone(*HANDS, path="/tickets")
    page = finger.page
    for color, hand in HANDS.items():
        finger.tap(page.get_by_role("link", name=f"Hand the phone to {NAMES[color]}"))
        shows_nothing(page)
        finger.press(f"I'm {NAMES[color]} – show my tickets")
        for ticket in hand:
            add_from_the_list(finger, ticket)
        expect(cards(page)).to_have_text(hand)
        finger.press("My tickets are in")
        expect(page).not_to_have_url(re.compile(f"/tickets/{color}$"))
        shows_nothing(page)
        page.go_back()
        shows_nothing(page)
        page.reload()
        shows_nothing(page)
        page.evaluate(HIDE, True)
        page.evaluate(HIDE, False)
        shows_nothing(page)
        page.goto(re.sub(r"(/t/\w+).*", r"\1/tickets", page.url))


def shows_nothing(page: Page) -> None:
    expect(page.locator("main")).to_be_visible()
    expect(cards(page)).to_have_count(0)
    for ticket in (ticket for hand in HANDS.values() for ticket in hand):
        assert ticket not in page.content()


def opened(at) -> Page:
    finger = at().phone("blue", "red", path="/tickets/blue")
    finger.press("I'm Ada – show my tickets")
    add_from_the_list(finger, "Denver – El Paso")
    return finger.page


def test_hidden_it_is_blank_at_once_and_closed_when_it_comes_back(at):
    page = opened(at)
    page.evaluate(HIDE, True)
    expect(page.locator("[data-tickets]")).to_be_hidden()
    page.evaluate(HIDE, False)
    expect(page.get_by_role("button", name="I'm Ada – show my tickets")).to_be_visible()
    shows_nothing(page)


def test_a_phone_of_ones_own_is_blank_while_hidden_and_there_again(at):
    finger = own(at)
    add_from_the_list(finger, "Denver – El Paso")
    finger.page.evaluate(HIDE, True)
    expect(finger.page.locator("[data-tickets]")).to_be_hidden()
    finger.page.evaluate(HIDE, False)
    expect(cards(finger.page)).to_be_visible()


def test_leaving_closes_and_back_and_forward_show_the_cover(at):
    page = opened(at)
    page.get_by_role("link", name="Log").click()
    page.go_back()
    expect(page.get_by_role("button", name="I'm Ada – show my tickets")).to_be_visible()
    page.go_forward()
    page.go_back()
    expect(page.get_by_role("button", name="I'm Ada – show my tickets")).to_be_visible()


def test_a_page_out_of_the_back_cache_is_loaded_anew(at):
    page = opened(at)
    page.context.request.post(f"{page.url}/close")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.get_by_role("button", name="I'm Ada – show my tickets")).to_be_visible()


def test_a_reload_closes(at):
    page = opened(at)
    page.reload()
    expect(page.get_by_role("button", name="I'm Ada – show my tickets")).to_be_visible()


def test_left_alone_it_says_so_and_closes_and_keeps_what_was_typed(at):
    finger = at().phone("blue", "red", path="/tickets/blue")
    page = finger.page
    page.clock.install()
    finger.press("I'm Ada – show my tickets")
    page.locator("[name=find]").fill("den e")
    page.clock.run_for(50_000)
    expect(page.locator("[data-warning]")).to_have_text(
        "Locking in a few seconds. Touch the screen to keep this page open."
    )
    page.locator("h1").tap()
    page.clock.run_for(40_000)
    expect(page.locator("[data-warning]")).to_have_text("")
    page.clock.run_for(25_000)
    expect(page.get_by_role("button", name="I'm Ada – show my tickets")).to_be_visible()
    finger.press("I'm Ada – show my tickets")
    expect(page.locator("[name=find]")).to_have_value("den e")


def test_a_ticket_that_is_answered_late_comes_onto_the_list(at):
    """Its form is answered by the phone meanwhile."""
    finger = own(at)
    page, held = finger.page, []
    page.route("**/keep", lambda way: held.append((way, way.fetch())))
    finger.tap(page.locator("#every > summary"))
    finger.tap(row(page, "Denver – El Paso"))
    page.wait_for_timeout(900)
    expect(cards(page)).to_have_count(0)
    for way, answer in held:
        way.fulfill(response=answer)
    expect(cards(page)).to_have_text(["Denver – El Paso"])


def test_a_pin(at):
    finger = own(at)
    page = finger.page
    page.locator("#pin > summary").tap()
    page.get_by_label("Four digits").fill("4711")
    finger.press("Set PIN and lock")
    expect(page.get_by_label("Ada's PIN")).to_be_visible()  # at once
    shows_nothing(page)
    page.get_by_label("Ada's PIN").fill("1234")
    finger.press("I'm Ada – show my tickets")
    expect(page.get_by_role("alert")).to_contain_text("Wrong PIN")
    page.goto(page.url.split("?")[0].replace("/blue", ""))
    page.go_back()  # no form is sent again
    expect(page.get_by_label("Ada's PIN")).to_be_visible()
    page.get_by_label("Ada's PIN").fill("4711")
    finger.press("I'm Ada – show my tickets")
    expect(page.locator("#held")).to_be_visible()


def test_without_script_everything_works_too(at):
    finger = at().phone("blue", "red", path="/tickets/blue", java_script_enabled=False)
    page = finger.page
    finger.press("I'm Ada – show my tickets")
    touch_city(finger, "el-paso")
    expect(page.locator("#found h3")).to_have_text("El Paso")
    finger.tap(row(page, "Denver – El Paso", "#found"))
    expect(cards(page)).to_have_text(["Denver – El Paso"])
    page.locator("[name=find]").fill("houst")
    finger.press("Find")
    finger.tap(row(page, "Duluth – Houston", "#found"))
    expect(cards(page)).to_have_count(2)
    finger.press("My tickets are in")
    expect(page).to_have_url(re.compile("/tickets/red$"))
    page.go_back()
    expect(cards(page)).to_have_count(0)


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_hangs_over_and_every_target_is_large_enough(at, width):
    finger = at("europe").phone("blue", path="/tickets/blue", viewport={"width": width, "height": 740})
    page = finger.page
    for ticket in ("Athina – Edinburgh", "Constantinople – Palermo"):
        add_from_the_list(finger, ticket)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.locator("main button:visible, main summary:visible, main select:visible, main .tabs a:visible")
    for box in (found.bounding_box() for found in sizes.all()):
        assert box
        assert min(box["width"], box["height"]) >= 44


def test_no_address_of_the_history_names_a_ticket(at):
    finger = own(at)
    asked: list[str] = []
    finger.page.on("request", lambda request: asked.append(request.url))
    finger.page.locator("[name=find]").press_sequentially("el paso")
    row(finger.page, "Denver – El Paso", "#found").tap()
    expect(cards(finger.page)).to_have_count(1)
    touch_city(finger, "duluth")
    expect(finger.page.locator("#found h3")).to_have_text("Duluth")
    assert asked
    assert not re.search("paso|denver|duluth|find=|at[0-9]+", " ".join(asked))
