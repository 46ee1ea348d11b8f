"""A page that was open before the server was renewed sends what it kept, and then loads itself anew.

The page is one of e36d4f4, as its server gave it to the phone of the first of three players, with its own script;
`python -m tools.older_page` kept it.
"""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.housing import until
from tests.support.tapping import Seated

OLD = ZipFile(Path(__file__).parent / "pages" / "e36d4f4.zip")
# What makes the old page's own script hurry.
HURRY = "() => { sender.PATIENCE = 600; setInterval(() => unsent.left.length && drain(), 120); }"
TYPES = {"mp4": "video/mp4", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "png": "image/png"}
BEGUN = ["calgary--helena", "dallas--houston--1", "denver--omaha"]
KEPT = ["duluth--helena", "el-paso--houston"]


def opens_once(page: Page, table: str) -> None:
    """The page's next visit to the table finds the old page; the files it names are there as long as it is."""
    text = OLD.read("table.html").decode().replace("{table}", table)
    page.route(f"**/t/{table}", lambda route: route.fulfill(body=text, content_type="text/html"), times=1)
    for name in OLD.namelist():
        if name.startswith("assets/"):
            page.route(f"**/{name}", _file)


def _file(route: Route) -> None:
    name = "assets/" + route.request.url.rsplit("/", 1)[1]
    route.fulfill(body=OLD.read(name), content_type=TYPES[name.rsplit(".", 1)[1]])


@pytest.fixture
def seated(house, browser, boards):
    log = [{"type": "claim", "player": c, "route": r} for c, r in zip(("blue", "red", "green"), BEGUN, strict=True)]
    seated = Seated(house.tables, browser, house.home, boards["usa"]).opens(log=log)
    yield seated
    seated.leave()


def test_an_older_page_sends_its_queue_and_then_loads_anew(seated, house):
    finger = seated.phone("blue", service_workers="block", path="/people")
    page = finger.page
    opens_once(page, seated.table)
    # Before it hears of the newer server, which it would go over to at once.
    page.context.set_offline(True)
    page.goto(f"{seated.home}/t/{seated.table}", wait_until="load")
    assert page.evaluate("() => typeof unsent === 'object'"), "the old page"
    for route in KEPT:
        finger.tap(finger.choose(route))
        page.locator("#choice[data-empty]").wait_for(state="attached")
    until(page, "async () => (await outbox.all()).length === 2")
    page.evaluate("() => { window.old = true; }")
    page.context.set_offline(False)
    page.evaluate(HURRY)
    until(page, "() => window.old === undefined", seconds=60)
    expect(page.locator("[data-board]")).to_be_visible()
    for route in (*BEGUN, *KEPT):
        finger.has(route)
    log = house.tables.games.at(seated.table, next(iter(house.tables.store.snapshot(seated.table).members)))[0].log
    assert [entry.route for entry in log if entry.type == "claim"] == [*BEGUN, *KEPT]
