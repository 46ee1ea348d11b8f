"""The page with the keeper's QR code, for the box: it prints itself, without what only a screen needs."""

from __future__ import annotations

import os

from playwright.sync_api import expect

from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store

COOKIE = "the-phone-that-made-it"


def test_it_prints_itself_and_on_paper_only_the_code_and_what_it_does(phone, boards):
    page = phone.page
    page.context.add_cookies([{"name": "trackside", "value": COOKIE, "url": phone.home}])
    tables = Tables(open_store(os.environ["DATABASE_URL"]), boards)
    circle = tables.circles.make(browser_with(COOKIE), "Friday")
    tables.store.engine.dispose()
    page.add_init_script("window.print = () => (window.printed = true)")
    phone.open(f"/circles/{circle}/paper")
    page.get_by_role("button", name="Print").tap()
    page.wait_for_function("window.printed")

    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    expect(page.get_by_role("img", name="QR code: Friday")).to_be_visible()
    expect(page.get_by_text("Whoever scans the code becomes a keeper")).to_be_visible()
    expect(page.get_by_text("Print this and put it in the box.")).to_be_hidden()
    expect(page.get_by_role("link", name="Friday")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert phone.complaints == []
