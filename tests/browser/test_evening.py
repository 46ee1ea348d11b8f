"""The end of an evening: everybody comes along, nobody is left behind, nothing is undone by a slip, no dead ends."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from companion.boards import files
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.evenings import Evening
from tests.support.housing import arrives
from tests.support.tapping import Seated

NAMES = {"blue": "Ada", "red": "Bo", "green": "Cyrill"}
# Every page of a table, on which a phone may be when the tickets are revealed.
PAGES = (
    "",
    "/people",
    "/setup",
    "/log",
    "/tickets/blue",
    "/tickets",
    "/routes",
    "/recount",
    "/aloud",
    "/end",
    "/watch",
)


@pytest.fixture
def table(browser, home, boards):
    """An evening in Europe that is played and not finished."""
    evening = Evening(18, "europe", 3)
    evening.log.pop()
    tables = Tables(open_store(os.environ["DATABASE_URL"]), boards)
    seated = Seated(tables, browser, home, files.boards()["europe"])
    yield seated.opens(3, evening.log, names=NAMES)
    seated.leave()
    tables.store.engine.dispose()


def finish(table):
    told = {"type": "finish", "id": "the-end"}
    table.tables.log.report(table.table, browser_with(table.maker), told, anyway=True)


def test_every_phone_comes_to_the_reveal_wherever_it_is(table):
    maker = table.phone("blue")
    pages = [maker.page]
    for path in PAGES[1:]:
        page = maker.page.context.new_page()
        page.goto(f"{table.home}/t/{table.table}{path}")
        pages.append(page)
    finish(table)
    for page in pages:
        arrives(page, "/reveal")


def test_a_phone_that_hears_of_the_reveal_twice_begins_the_way_once(table):
    """What is begun anew breaks off what was begun: on a busy server that is the whole page once more."""
    page = table.phone("blue", path="/end").page
    begun = []
    page.route("**/reveal", lambda way: begun.append(way))  # takes its time
    with page.expect_request("**/reveal"), page.expect_response("**/along**"), page.expect_response("**/end"):
        finish(table)
    page.wait_for_timeout(300)
    assert len(begun) == 1
    begun[0].continue_()
    arrives(page, "/reveal")


def test_who_types_is_asked_and_goes_along_on_a_tap(table):
    typing = table.phone(path="/setup")
    typing.page.locator("[name=title]").fill("Friday at")
    finish(table)
    way = typing.page.get_by_role("link", name="Watch the reveal")
    expect(way).to_be_in_viewport()
    expect(typing.page.locator("[name=title]")).to_have_value("Friday at")
    typing.tap(way)
    arrives(typing.page, "/reveal")


def test_after_the_finish_nothing_is_taken_back_by_one_tap(table):
    ada = table.phone("blue", path="/tickets/blue")
    page = ada.page.context.new_page()
    page.route("**/along**", lambda route: route.abort())  # a page that does not hear of it
    page.goto(f"{table.home}/t/{table.table}/tickets/blue")
    finish(table)
    arrives(ada.page, "/reveal")
    page.get_by_role("button", name="Take back").first.click()
    expect(page.get_by_text("Reopen it first to change something.")).to_be_visible()
    assert table.tables.games.at(table.table, browser_with(table.maker))[0].table.finished
    for path in ("", "/log", "/tally"):
        page.goto(f"{table.home}/t/{table.table}{path}")
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)
        expect(page.get_by_role("button", name="Take back")).to_have_count(0)
        page.get_by_text("Reopen the game…").click()
        expect(page.get_by_role("button", name="Reopen the game")).to_be_visible()
    page.get_by_role("button", name="Reopen the game").click()
    arrives(ada.page, "/end")
    expect(ada.page.get_by_text("Ada reopened this game")).to_be_visible()


def test_one_phone_goes_round_in_one_chain(table):
    phone = table.phone("blue", "red", "green", path="/end")
    for name in ("Ada", "Bo", "Cyrill"):
        way = phone.page.get_by_role("link", name=f"Next: {name}")
        if name == "Ada":
            expect(way).to_be_in_viewport()
            phone.tap(way)
        phone.press(f"I'm {name} – show my tickets")
        done = phone.page.get_by_role("button", name="I have no more tickets")
        expect(done).to_be_in_viewport()
        phone.tap(done)
    reveal = phone.page.get_by_role("button", name="Reveal the tickets")
    expect(reveal).to_be_in_viewport()
    phone.tap(reveal)
    arrives(phone.page, "/reveal")
    assert phone.taps == 8


def test_again_takes_everybody_along_and_opens_one_table(table):
    maker, other = table.phone("blue"), table.phone("red")
    finish(table)
    for finger in (maker, other):
        arrives(finger.page, "/reveal")
    table.tables.reveal.step(table.table, browser_with(table.maker), 999)
    maker.page.goto(f"{table.home}/t/{table.table}/tally")
    maker.press("Play again with the same people")
    expect(maker.page).to_have_url(re.compile(r"/t/\w+$"))
    expect(other.page).to_have_url(maker.page.url)
    other.page.goto(f"{table.home}/t/{table.table}/tally")
    other.press("Play again with the same people")
    expect(other.page).to_have_url(maker.page.url)
    expect(other.page.locator(".turn-whose")).to_contain_text("Bo")


def last_word(line):
    """The sum at the end of a line; to somebody who listens a hidden one is told in words."""
    return "?" if "?" in line else line.split()[-1]


def test_hidden_sums_tell_nobody_who_wins(table):
    table.tables.settings.change(table.table, browser_with(table.maker), {"options": {"moving_totals": False}})
    maker = table.phone(path="/end")
    finish(table)
    arrives(maker.page, "/reveal")
    lines = maker.page.locator(".score li")
    began = [last_word(text) for text in lines.all_inner_texts()]
    last = int(maker.page.locator(".line progress").get_attribute("max"))
    for step in (last // 2, last - 1):
        table.tables.reveal.step(table.table, browser_with(table.maker), step)
        expect(maker.page.locator(f"[data-key='{step}']")).to_be_visible()
        shown = [last_word(text) for text in lines.all_inner_texts()]
        if step < last - 1:
            assert shown == began
        else:
            assert shown[-1] == "?", "the winner comes last, and is not told"
            assert "?" not in shown[:-1]


def test_a_tap_that_is_clear_claims_at_once_where_a_board_is_entered_afterwards(browser, home, boards):
    tables = Tables(open_store(os.environ["DATABASE_URL"]), boards)
    seated = Seated(tables, browser, home, boards["usa"]).opens(3, tracking="tally")
    phone = seated.phone()
    for _ in range(3):
        phone.page.get_by_role("button", name="Zoom in").tap()
    phone.choose("helena--seattle")
    phone.has("helena--seattle", "blue")
    expect(phone.page.get_by_role("button", name="Undo")).to_be_visible()
    phone.press("Next: Bo")
    expect(phone.page.locator(".turn-whose")).to_contain_text("Bo")
    seated.leave()
    tables.store.engine.dispose()
