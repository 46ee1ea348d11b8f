"""Takes the pictures of the help page into static/media/: python -m tools.help_pictures"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.support.evenings import Evening
from tests.support.tapping import Seated
from tools import chromium
from tools.table_screens import chosen, tables, turns

MEDIA: Final = Path(__file__).resolve().parent.parent / "static" / "media"
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 600}, "device_scale_factor": 2}


def begin(at: Seated) -> Page:
    """A table before the first turn."""
    return at.opens(3).phone(start=True, **PHONE).page


def claim(at: Seated) -> Page:
    """The choice of routes after a tap."""
    return chosen(at.opens(3, log=turns(at.board.id, 3, 20)).phone(**PHONE)).page


def correct(at: Seated) -> Page:
    """The log of a game in progress."""
    return at.opens(3, log=turns(at.board.id, 3, 20)).phone(path="/log", **PHONE).page


def tickets(at: Seated) -> Page:
    """The search for a ticket on the page of a seat."""
    at.opens(3, log=turns(at.board.id, 3, 20))
    page = at.phone("blue", path="/tickets/blue", **PHONE).page
    page.locator("[name=find]").fill(next(iter(at.board.city))[:3])
    page.wait_for_timeout(500)
    return page


def end(at: Seated) -> Page:
    """The tally of a finished game."""
    at.opens(3, log=Evening(5, at.board.id, 3).log)
    return at.phone("blue", path="/tally", **PHONE).page


PICTURES: Final = (begin, claim, correct, tickets, end)


def main() -> int:
    """Takes each picture on a small phone by day, at double resolution, and prints its file and size."""
    path = chromium.find()
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    with tables() as on, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for show in PICTURES:
            at = on(browser, "usa")
            page = show(at)
            page.evaluate("document.fonts.ready.then(() => null)")
            page.wait_for_timeout(250)
            picture = Image.open(io.BytesIO(page.screenshot()))
            file = MEDIA / f"help-{show.__name__}.webp"
            picture.save(file, quality=45, method=6)
            print(file, file.stat().st_size)
            at.leave()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
