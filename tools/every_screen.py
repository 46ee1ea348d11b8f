"""Takes a picture of every screen in every mode into build/modes/: python -m tools.every_screen [modes] [names]

Modes and names are told with commas between them; a name stands for all that begin with it. Of each mode a few
sheets with many screens side by side come besides, to look through.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.boards import files as catalogue
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.serving import served
from tools import chromium
from tools.tour import Stop, Tour, tour

FOLDER: Final = Path(__file__).resolve().parent.parent / "build" / "modes"
UPRIGHT: Final = {"width": 360, "height": 740}
PHONE: Final[dict[str, Any]] = {"viewport": UPRIGHT, "is_mobile": True, "has_touch": True, "reduced_motion": "reduce"}
SMALL: Final = {**PHONE, "viewport": {"width": 320, "height": 640}}
TELEVISION: Final[dict[str, Any]] = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}
MODES: Final[dict[str, dict[str, Any]]] = {
    "light": PHONE,
    "dark": {**PHONE, "color_scheme": "dark"},
    "forced": {**PHONE, "color_scheme": "dark", "forced_colors": "active"},
    "contrast": {**PHONE, "contrast": "more"},
    "contrast-dark": {**PHONE, "contrast": "more", "color_scheme": "dark"},
    "large": PHONE,
    "left": PHONE,
    "small": SMALL,
    # The longest words there are, where they have least room.
    "french": {**SMALL, "locale": "fr-FR"},
    "german": {**SMALL, "locale": "de-DE"},
    "polish": {**SMALL, "locale": "pl-PL"},
    "sideways": {**PHONE, "viewport": {"width": 740, "height": 360}},
    "left-sideways": {**PHONE, "viewport": {"width": 740, "height": 360}},
    "desk": {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"},
    "television": TELEVISION,
    "television-dark": {**TELEVISION, "color_scheme": "dark"},
    "print": {"viewport": {"width": 794, "height": 1123}},
}
BROAD, ROWS, GAP, TALLEST = 3000, 3, 10, 1480


def main(modes: Sequence[str] = (), names: Sequence[str] = ("",)) -> int:
    """All, or those that are asked for."""
    os.environ["DATABASE_URL"] = url = f"sqlite:///{tempfile.mkdtemp()}/games.sqlite3"
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        walk = tour(Tables(open_store(url), catalogue.boards()), url, f"http://127.0.0.1:{port}")
        for mode in modes or MODES:
            wanted = [stop for stop in walk.stops if stop.name.startswith(tuple(names))]
            if "locale" in MODES[mode]:  # what somebody does at a stop goes by English words
                wanted = [stop for stop in wanted if not stop.act]
            if mode.startswith("television"):
                wanted = [stop for stop in wanted if stop.wide]
            taken = _all(browser, walk, wanted, mode)
            print(*taken, *_sheets(taken, FOLDER / f"sheet-{mode}"), sep="\n")
        browser.close()
    return 0


def _all(browser: Browser, walk: Tour, stops: Sequence[Stop], mode: str) -> list[Path]:
    (folder := FOLDER / mode).mkdir(parents=True, exist_ok=True)
    context, taken = browser.new_context(**MODES[mode]), []
    for stop in stops:
        page = walk.show(context, stop)
        _turn(page, mode)
        page.wait_for_timeout(200)
        page.screenshot(path=(file := folder / f"{stop.name}.png"), full_page=mode == "print")
        page.close()
        taken.append(file)
    context.close()
    return taken


def _turn(page: Page, mode: str) -> None:
    """What a browser is not told when it starts."""
    if mode == "large":
        page.evaluate("document.documentElement.style.fontSize = '200%'")
    if mode == "print":
        page.emulate_media(media="print")
    if mode.startswith("left"):
        # Without loading anew, which would close what somebody has open.
        page.evaluate("document.documentElement.dataset.hand = 'left'")


def _sheets(files: Sequence[Path], name: Path) -> list[Path]:
    """Many screens side by side."""
    pictures = [Image.open(file).convert("RGB") for file in files]
    if not pictures:
        return []
    wide = max(picture.width for picture in pictures) + GAP
    row = max(1, BROAD // wide)
    made = []
    for number in range(0, len(pictures), row * ROWS):
        some = pictures[number : number + row * ROWS]
        high = min(TALLEST, max(picture.height for picture in some)) + GAP
        sheet = Image.new("RGB", (wide * min(row, len(some)), high * -(-len(some) // row)), "#808080")
        for place, picture in enumerate(some):
            cut = picture.crop((0, 0, picture.width, min(picture.height, high - GAP)))
            sheet.paste(cut, (place % row * wide, place // row * high))
        sheet.save(file := name.with_name(f"{name.name}-{number // (row * ROWS) + 1}.png"))
        made.append(file)
    return made


if __name__ == "__main__":
    sys.exit(main(*(told.split(",") for told in sys.argv[1:3])))
