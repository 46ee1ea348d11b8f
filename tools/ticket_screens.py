"""Takes pictures of everything about tickets into build/tickets: python -m tools.ticket_screens"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from companion.boards import files
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.serving import served
from tests.support.tapping import Seated
from tools import chromium

BUILD = Path(__file__).resolve().parent.parent / "build" / "tickets"
SIZES = {"phone": (360, 740), "narrow": (320, 640), "desk": (1280, 800)}
ROUTES = ["berlin--essen", "essen--kobenhavn--1", "berlin--danzig", "danzig--riga", "berlin--frankfurt--1"]
TICKETS = ["frankfurt--kobenhavn", "berlin--roma", "brest--petrograd", "erzurum--kobenhavn", "angora--athina"]


def main() -> int:
    """Takes the pictures in every size, and in both colour schemes or those of the command line."""
    path = chromium.find()
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    BUILD.mkdir(parents=True, exist_ok=True)
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/games.sqlite3"
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tables = Tables(open_store(os.environ["DATABASE_URL"]), files.boards())
        for size, (width, height) in SIZES.items():
            for scheme in sys.argv[1:] or ("light", "dark"):
                room = Seated(tables, browser, f"http://127.0.0.1:{port}", files.boards()["europe"])
                log = [{"type": "claim", "player": "blue", "route": route, "late": True} for route in ROUTES]
                room.opens(3, log)
                screen = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                take(room, screen, f"{size}-{scheme}")
                room.leave()
        browser.close()
    return 0


def take(room: Seated, screen: dict[str, object], name: str) -> None:
    """Takes one picture after another, as a player would see them: an empty hand, adding tickets in each way, the
    questions at the end, and a phone that is passed on.
    """
    page = room.phone("blue", path="/tickets/blue", **screen).page

    def shot(what: str, whole_page: bool = True) -> None:
        page.wait_for_timeout(150)
        page.screenshot(path=BUILD / f"{what}-{name}.png", full_page=whole_page)

    shot("empty", False)
    page.locator("[name=find]").fill("kob")
    shot("typed", False)
    add(page)
    shot("some")
    page.locator("#add summary").first.click()
    shot("hand", False)
    page.locator("#add summary").first.click()
    page.locator("#every > summary").click()
    shot("list")
    page.get_by_role("button", name="My tickets are in").click()
    shot("asked")
    page.get_by_role("button", name="It's right").click()
    shot("confirmed")
    room.tables.seats.take(room.table, room.tables.store.snapshot(room.table).seats["blue"].device, "red", "1234")
    page.goto(page.url.replace("/blue", ""))
    shot("seats", False)
    page.get_by_role("link", name="Hand the phone to Ada").click()
    shot("cover", False)
    page.goto(page.url.replace("/blue", "/red"))
    shot("pin", False)


def add(page: Page) -> None:
    """Adds a few tickets from the list."""
    page.locator("#every > summary").click()
    for ticket in TICKETS:
        page.locator(f"#lists button[value='{ticket}']").click()
        page.wait_for_timeout(200)
    page.locator("#every > summary").click()


if __name__ == "__main__":
    sys.exit(main())
