"""The way to a table and around it, by tapping on phones that lie there, with script and without."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.picture.looks import SHAPES
from tests.browser.conftest import PHONE
from tests.browser.test_pages import TOO_SMALL, faint
from tests.pages.visiting import new_game as the_form
from tests.support.resting import put_away

NAMES = ("Ada", "Bo", "Cy", "Di")
MakePhone = Callable[..., Page]


@pytest.fixture
def phones(browser: Browser, home: str) -> Iterator[MakePhone]:
    """As many phones as a test wants; what goes wrong behind any page fails it."""
    complaints: list[str] = []
    contexts = []

    def make(**options: Any) -> Page:
        contexts.append(browser.new_context(**PHONE, base_url=home, **options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Policy" in said.text else None)
        return page

    yield make
    for context in contexts:
        put_away(context)
    assert complaints == []


def new_game(page: Page, *names: str) -> str:
    """A table that this phone has opened by sending the form; its address, where the phone is now."""
    page.goto("/")
    # A field that is named more than once needs the body in one piece.
    body = urlencode(the_form(*names, board="usa"), doseq=True)
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": page.url.rstrip("/")}
    page.goto(page.request.post("/new", data=body, headers=kind).url)
    return page.url


def tapped_game(page: Page, *names: str) -> str:
    """A game started by tapping; the address of its table."""
    page.goto("/")
    page.get_by_role("link", name="New game").tap()
    page.get_by_role("radio", name="USA").tap()
    for seat, name in enumerate(names, 1):
        page.get_by_label(f"Seat {seat}: name").fill(name)
    page.locator(".depart button").tap()
    page.wait_for_url(re.compile("/t/[0-9a-f]+$"))
    return page.url


def claim(page: Page, address: str) -> None:
    """Ada claims a route, told by a program with the browser's cookie."""
    home, __, table = address.partition("/t/")
    entry = {"type": "claim", "player": "blue", "route": "denver--omaha", "id": "one"}
    answer = page.request.post(f"/api/tables/{table}/entries", data=entry, headers={"Origin": home})
    assert answer.ok, answer.text()


def names_in_order(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator("[data-seat] input[name^=name-]").all()]


def test_a_new_game_for_four_takes_three_taps_and_the_names(phones: MakePhone) -> None:
    page = phones()
    address = tapped_game(page, *NAMES)
    page.goto(f"{address}/people")
    for name in NAMES:
        expect(page.get_by_role("button", name=f"This is me: {name}")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="This is me: Ada")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("Ada, Bo, Cy and Di"))).to_be_visible()


@pytest.mark.parametrize("steps", [12, 1], ids=["slowly", "at a stroke"])
def test_seats_change_places_by_the_arrow_and_by_dragging(phones: MakePhone, steps: int) -> None:
    page = phones()
    page.goto("/new")
    for seat, name in enumerate(NAMES, 1):
        page.get_by_label(f"Seat {seat}: name").fill(name)
    page.get_by_role("button", name="Seat 2: move up").tap()
    assert names_in_order(page)[:4] == ["Bo", "Ada", "Cy", "Di"]
    page.locator("#who").evaluate("heading => heading.scrollIntoView({ behavior: 'instant' })")
    grips = page.locator("[data-grip]")
    grips.nth(3).hover()  # which waits until the page stands still
    goal = grips.nth(0).bounding_box()
    assert goal
    page.mouse.down()
    page.mouse.move(goal["x"] + 20, goal["y"] + 4, steps=steps)
    page.mouse.up()
    assert names_in_order(page)[:4] == ["Di", "Bo", "Ada", "Cy"]
    page.locator(".depart button").tap()
    page.wait_for_url(re.compile("/t/"))
    page.goto(f"{page.url}/setup")
    assert names_in_order(page)[:4] == ["Di", "Bo", "Ada", "Cy"]


def test_a_colour_somebody_has_is_swapped_and_the_tag_shows_what_is_chosen(phones: MakePhone) -> None:
    page = phones()
    page.goto("/new")
    page.get_by_role("button", name="Seat 1: colour and shape").tap()
    sheet = page.locator("#look-1")
    sheet.get_by_label("red").check(force=True)
    sheet.get_by_label("moon").check(force=True)
    sheet.get_by_role("button", name="Done").tap()
    expect(sheet).to_be_hidden()
    first, second = (page.locator(f"[data-seat]:nth-child({n}) .seat-look [data-tag-ground]") for n in (1, 2))
    expect(first).to_have_attribute("fill", "#D33914")
    expect(second).to_have_attribute("fill", "#0013D8")
    assert page.locator("#look-2 [name=color-2]:checked").input_value() == "blue"


def test_a_token_of_ones_own_is_shown_by_its_letter_while_it_is_typed(phones: MakePhone) -> None:
    page = phones()
    page.goto("/new")
    page.get_by_role("button", name="Seat 1: colour and shape").tap()
    token, tag = page.locator("#look-1").get_by_label("Or name your own token"), page.locator(".seat-look").first
    usual = tag.locator("[data-tag-shape]").get_attribute("d")
    for typed, shape, x in (('a "bell"', "", "26"), ("Moon", SHAPES["moon"].path, "37.5"), ("", usual, "37.5")):
        token.fill(typed)
        token.blur()
        expect(tag.locator("[data-tag-letter]")).to_have_attribute("x", x)
        assert tag.locator("[data-tag-shape]").get_attribute("d") == shape


def test_who_starts_is_told_by_name_and_picked_at_random(phones: MakePhone) -> None:
    page = phones()
    page.goto("/new")
    page.get_by_label("Seat 1: name").fill("Ada")
    page.get_by_label("Seat 2: name").fill("Bo")
    starts = page.get_by_label("Who starts?")
    assert starts.locator("option:not([hidden])").all_inner_texts()[1:] == ["Ada", "Bo"]
    page.get_by_role("button", name="Pick one at random").tap()
    assert starts.input_value() in ("1", "2")
    expect(page.get_by_text(re.compile("^(Ada|Bo) starts.$"))).to_be_visible()


def test_a_typed_code_asks_and_one_tap_lets_in(phones: MakePhone) -> None:
    host, guest = phones(), phones()
    address = new_game(host, "Ada", "Bo")
    host.goto(f"{address}/people")
    code = host.locator(".code").inner_text()
    guest.goto("/")
    guest.get_by_role("link", name="Join a table").tap()
    guest.get_by_label("Code").fill(code.lower())
    guest.get_by_role("button", name="Ask to join").tap()
    expect(guest.get_by_role("heading", name="Waiting to be let in")).to_be_visible()
    host.get_by_role("button", name="Let in").tap()  # it came up by itself
    expect(guest.get_by_role("heading", name="Players and phones")).to_be_visible()
    guest.get_by_role("button", name="This is me: Bo").tap()
    expect(guest.locator("#hand")).to_be_visible()  # its tickets
    expect(host.locator("#seat-red")).to_contain_text("another phone")
    guest.goto(f"{address}/people")
    expect(guest.locator("#seat-red")).to_contain_text("this phone")


def test_a_scanned_code_lets_in_at_once_and_its_secret_leaves_the_address(phones: MakePhone) -> None:
    host, guest = phones(), phones()
    address = new_game(host, "Ada", "Bo")
    host.goto(f"{address}/people")
    link = host.locator("[data-share]").input_value()
    requested: list[str] = []
    guest.on("request", lambda request: requested.append(request.url))
    guest.goto(f"/join#{link.split('#')[1]}")
    guest.wait_for_url(f"{address}/people")
    assert not any("#" in url or link.split("#")[1] in url for url in requested[1:])


def test_a_line_is_taken_back_and_brought_back_where_it_stands(phones: MakePhone) -> None:
    page, other = phones(), phones()
    address = new_game(page, "Ada", "Bo")
    claim(page, address)
    page.goto(f"{address}/people")
    other.goto(f"/join#{page.locator('[data-share]').input_value().split('#')[1]}")
    other.wait_for_url(f"{address}/people")
    other.goto(f"{address}/log")
    page.goto(f"{address}/log")
    page.get_by_text("Ada claimed Denver – Omaha").tap()
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator("#entry-1 s")).to_be_visible()
    expect(page.locator("#entry-1").get_by_role("button", name="Bring back")).to_be_visible()
    expect(other.locator("#entry-1 s")).to_be_visible()
    expect(page.locator("#entry-2")).to_contain_text("Taken back")
    page.wait_for_timeout(300)  # the news of it comes too, and closes nothing
    page.locator("#entry-1").get_by_role("button", name="Bring back").tap()
    expect(page.locator("#entry-1 s")).to_have_count(0)
    page.locator("#entry-1").get_by_role("link", name="Change…").tap()
    page.get_by_role("radio", name="Bo").check()
    page.get_by_role("button", name="Change it").tap()
    expect(page.locator("#entry-1")).to_contain_text("Bo claimed Denver – Omaha")


def test_the_large_screen_keeps_itself_fresh(phones: MakePhone) -> None:
    page, screen = phones(), phones()
    address = new_game(page, "Ada", "Bo")
    page.goto(f"{address}/people")
    screen.goto(f"/join#{page.locator('[data-share]').input_value().split('#')[1]}")
    screen.wait_for_url(f"{address}/people")
    screen.goto(f"{address}/watch")
    expect(screen.get_by_role("heading", name="Join this table")).to_be_visible()
    claim(page, address)
    expect(screen.get_by_role("heading", name="Bo's turn")).to_be_visible()
    expect(screen.get_by_text("Ada claimed Denver – Omaha")).to_be_visible()


def test_all_of_it_works_without_script(phones: MakePhone) -> None:
    page = phones(java_script_enabled=False)
    page.goto("/new")
    page.get_by_role("radio", name="USA").tap()
    page.get_by_label("Seat 1: name").fill("Ada")
    page.locator(".depart button").tap()
    expect(page.get_by_role("alert")).to_contain_text("add another name")
    page.get_by_label("Seat 2: name").fill("Bo")
    page.get_by_role("button", name="Seat 2: move up").tap()
    expect(page.get_by_label("Seat 1: name")).to_have_value("Bo")
    page.get_by_label("Seat 2: name").press("Enter")
    page.wait_for_url(re.compile("/t/[0-9a-f]+$"))
    address = page.url
    claim(page, address)
    page.goto(f"{address}/log")
    page.get_by_text("Ada claimed Denver – Omaha").tap()
    page.get_by_role("button", name="Take back").tap()
    page.wait_for_url(f"{address}/log#entry-1")
    expect(page.locator("#entry-1 s")).to_be_visible()


def test_who_waits_without_script_gets_in_too(phones: MakePhone) -> None:
    host, guest = phones(), phones(java_script_enabled=False)
    address = new_game(host, "Ada", "Bo")
    host.goto(f"{address}/people")
    guest.goto("/join#a-secret-that-nobody-reads")
    expect(guest.locator("noscript p")).to_be_visible()
    guest.get_by_label("Code").fill(host.locator(".code").inner_text())
    guest.get_by_role("button", name="Ask to join").tap()
    host.get_by_role("button", name="Let in").tap()
    expect(guest.get_by_role("heading", name="Players and phones")).to_be_visible()


def test_every_page_of_a_table_can_be_read_and_touched(phones: MakePhone) -> None:
    page = phones()
    address = new_game(page, "Wilhelmina von Sonnenfel", "مريم العربية", "🚂" * 24, "Di", "Jean-Baptiste"[:24])
    for path in ("/people", "/setup", "/log", "/watch"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert faint(page) == [], path
        assert page.evaluate(TOO_SMALL) == [], path
