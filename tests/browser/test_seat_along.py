"""A seat goes along to another phone: by touch, with the old phone beside the new one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.play.keys import browser_with
from tests.browser.conftest import PHONE
from tests.support.housing import House
from tests.support.resting import put_away
from tests.support.tapping import Seated


@pytest.fixture
def new(browser: Browser, house: House) -> Iterator[Page]:
    """A phone that was never here."""
    context = browser.new_context(**PHONE, base_url=house.home)
    yield context.new_page()
    put_away(context)


def test_a_seat_goes_from_one_phone_to_the_other(seated: Seated, new: Page) -> None:
    old = seated.phone("blue", path="/people")
    old.tap(old.page.get_by_role("link", name="Take my seat to another phone"))
    old.tap(old.page.get_by_role("button", name="Show the QR code"))
    expect(old.page.get_by_role("img", name="QR code for this seat")).to_be_visible()
    # What the drawing says is in no text of the page; so the test has a newer code.
    secret = seated.tables.moving.offer(seated.table, browser_with(seated.maker), "blue")
    new.goto(f"/join/seat#{secret}")
    expect(new.get_by_text("Your old phone asks if it's you.")).to_be_visible()
    assert secret not in new.url
    question = old.page.get_by_role("group", name="A question")
    expect(question).to_contain_text(new.locator(".code").inner_text().strip())
    old.tap(question.get_by_role("button", name="Yes, that's me"))
    old.page.wait_for_url(re.compile("/people$"))
    expect(old.page.locator("#seat-blue")).to_contain_text("another phone")
    new.wait_for_url(re.compile("/people$"))
    expect(new.locator("#seat-blue")).to_contain_text("this phone")
    new.goto(f"/t/{seated.table}/tickets/blue")
    expect(new).to_have_url(re.compile("/tickets/blue$"))
    refused = old.page.goto(f"{seated.home}/t/{seated.table}/tickets/blue")
    assert refused is not None
    assert refused.status == 403


def test_everything_goes_along_by_one_link(seated: Seated, new: Page) -> None:
    old = seated.phone("blue", path="/people")
    old.page.goto(f"{seated.home}/")
    old.tap(old.page.get_by_role("link", name="Take everything to another phone"))
    old.tap(old.page.get_by_role("button", name="Make my link"))
    link = old.page.get_by_label("Link").input_value()
    assert "/phone/open#" in link
    new.goto(f"/phone/open#{link.partition('#')[2]}")
    new.wait_for_url(re.compile(r":\d+/$"))
    game = new.locator(f"a[href='/t/{seated.table}']").first
    expect(game).to_be_visible()
    assert link.partition("#")[2] not in new.content()
    new.goto(f"/t/{seated.table}/people")
    expect(new.locator("#seat-blue")).to_contain_text("another phone")
