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
    return at.opens(3).phone(start=True, **PHONE).page


def claim(at: Seated) -> Page:
    return chosen(at.opens(3, log=turns(at.board.id, 3, 20)).phone(**PHONE)).page


def correct(at: Seated) -> Page:
    return at.opens(3, log=turns(at.board.id, 3, 20)).phone(path="/log", **PHONE).page


def tickets(at: Seated) -> Page:
    at.opens(3, log=turns(at.board.id, 3, 20))
    page = at.phone("blue", path="/tickets/blue", **PHONE).page
    page.locator("[name=find]").fill(next(iter(at.board.city))[:3])
    page.wait_for_timeout(500)
    return page


def end(at: Seated) -> Page:
    at.opens(3, log=Evening(5, at.board.id, 3).log)
    return at.phone("blue", path="/tally", **PHONE).page


PICTURES: Final = (begin, claim, correct, tickets, end)


def main() -> int:
    """A small phone by day, at twice the size: sharp enough on a phone, and a few kilobytes each."""
    path = chromium.find()
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    with tables() as on, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for shown in PICTURES:
            at = on(browser, "usa")
            page = shown(at)
            page.evaluate("document.fonts.ready.then(() => null)")
            page.wait_for_timeout(250)
            picture = Image.open(io.BytesIO(page.screenshot()))
            file = MEDIA / f"help-{shown.__name__}.webp"
            picture.save(file, quality=45, method=6)
            print(file, file.stat().st_size)
            at.leave()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
