"""A season by touch: three evenings, four people, two boards, one guest, one merge undone."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.evenings import Evening, read

COOKIE = "the-phone-that-opened-them"
EVENINGS = (
    ("usa", 3, ("Ada", "Bo", "Cyrill")),
    ("europe", 4, ("Ada", "Bo", "Cyrill", "Guest")),
    ("usa", 5, ("Ada K.", "Bo", "Cyrill")),
)


@pytest.fixture
def tables(phone, boards):
    """The evenings as this phone finished them."""
    phone.page.context.add_cookies([{"name": "trackside", "value": COOKIE, "url": phone.home}])
    tables = Tables(open_store(os.environ["DATABASE_URL"]), boards)
    device = browser_with(COOKIE)
    yield [
        tables.open(read(Evening(seed, board, len(names), tickets=2).record(names=names)), device).table
        for board, seed, names in EVENINGS
    ]
    tables.store.engine.dispose()


def row(page, name):
    """A person's row on the page of the circle."""
    return page.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))


def test_a_whole_season(phone, tables):
    page = phone.open(f"/t/{tables[0]}/reveal")
    page.get_by_role("button", name="Keep it in a circle").tap()
    page.get_by_label("Where").fill("Bo's kitchen")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_label("Where")).to_have_count(0)
    for table in tables[1:]:
        phone.open(f"/t/{table}/reveal")
        page.get_by_role("button", name="Ada, Bo and Cyrill").tap()  # one tap from the winner to the others
        page.get_by_role("button", name="Skip").tap()
        expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    page.locator(".keeping").get_by_role("link", name="Ada, Bo and Cyrill").tap()
    expect(page.get_by_role("heading", name="3 games")).to_be_visible()
    expect(row(page, "Ada")).to_contain_text("2")
    expect(page.get_by_text("Bo's kitchen")).to_be_visible()

    page.get_by_role("link", name="Some names may belong to the same person").tap()
    page.get_by_role("button", name="Yes, that's one person").tap()
    page.get_by_role("link", name="Ada, Bo and Cyrill").tap()
    expect(row(page, "Ada")).to_contain_text("3")
    expect(row(page, "Ada K.")).to_have_count(0)
    page.get_by_role("link", name="Who's who").tap()
    page.get_by_role("button", name="Ada K. is someone else").tap()
    page.get_by_role("link", name="Ada, Bo and Cyrill").tap()
    expect(row(page, "Ada K.")).to_contain_text("1")

    page.get_by_role("link", name="Longest path").tap()
    expect(page.locator(".circle-board svg")).to_be_visible()
    page.get_by_role("link", name="Ada, Bo and Cyrill").tap()
    row(page, "Guest").get_by_role("link").tap()
    expect(page.get_by_role("table", name="Played with")).to_be_visible()
    page.get_by_role("link", name="Ada, Bo and Cyrill").tap()

    page.get_by_role("link", name="New game").tap()
    for name in ("Bo", "Cyrill"):
        page.get_by_role("group", name="People you've played with").get_by_role("button", name=name, exact=True).tap()
    page.get_by_role("button", name="Start USA").tap()
    page.wait_for_url("**/t/*")
    assert [said for said in phone.complaints if "error" in said.lower()] == []


@pytest.mark.soak
def test_a_link_joins_a_second_phone_and_a_renewed_one_is_dead(phone, desk, tables):
    page = phone.open("/circles")
    page.get_by_label("Name of a new circle").fill("Others")
    page.get_by_role("button", name="Start a circle").tap()
    page.get_by_role("link", name="Links and settings").tap()
    secret = page.get_by_label("Link").nth(1).input_value().partition("#")[2]
    other = desk.open(f"/circles/join#{secret}")
    expect(other.get_by_role("heading", name="Others")).to_be_visible()
    assert "#" not in other.url
    page.get_by_role("button", name="Make a new link").nth(1).tap()
    expect(page.get_by_label("Link").nth(1)).not_to_have_value(secret)
    assert other.reload().status == 404
