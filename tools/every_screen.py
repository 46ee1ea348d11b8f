"""Takes a picture of every screen in every mode into build/modes/: python -m tools.every_screen [modes] [names]

Give several modes or names with commas between them; a name stands for all that begin with it. For each mode a few
sheets are made too, with many screens side by side to look through.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from math import ceil
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
# Of a sheet: its width, its rows of screens, the space around a screen, and what is shown of its height; in pixels.
BROAD, ROWS, GAP, TALLEST = 3000, 3, 10, 1480


def main(modes: Sequence[str] = (), names: Sequence[str] = ("",)) -> int:
    """Takes all screens in all modes, or those asked for, and prints the files; 0 in the end."""
    os.environ["DATABASE_URL"] = url = f"sqlite:///{tempfile.mkdtemp()}/games.sqlite3"
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        walk = tour(Tables(open_store(url), catalogue.boards()), url, f"http://127.0.0.1:{port}")
        for mode in modes or MODES:
            wanted = [stop for stop in walk.stops if stop.name.startswith(tuple(names))]
            if "locale" in MODES[mode]:  # the actions at stops look for English words
                wanted = [stop for stop in wanted if not stop.act]
            if mode.startswith("television"):
                wanted = [stop for stop in wanted if stop.wide]
            taken = _all(browser, walk, wanted, mode)
            print(*taken, *_sheets(taken, FOLDER / f"sheet-{mode}"), sep="\n")
        browser.close()
    return 0


def _all(browser: Browser, walk: Tour, stops: Sequence[Stop], mode: str) -> list[Path]:
    """Takes these stops of the tour in one mode."""
    folder = FOLDER / mode
    folder.mkdir(parents=True, exist_ok=True)
    context, taken = browser.new_context(**MODES[mode]), []
    for stop in stops:
        page = walk.show(context, stop)
        _set_mode(page, mode)
        page.wait_for_timeout(200)
        file = folder / f"{stop.name}.png"
        page.screenshot(path=file, full_page=mode == "print")
        page.close()
        taken.append(file)
    context.close()
    return taken


def _set_mode(page: Page, mode: str) -> None:
    """Applies what can't be set when the browser starts: the size of letters, printing, and the left hand."""
    if mode == "large":
        page.evaluate("document.documentElement.style.fontSize = '200%'")
    if mode == "print":
        page.emulate_media(media="print")
    if mode.startswith("left"):
        # Not by the setting, which would need a reload, and that would close whatever is open on the page.
        page.evaluate("document.documentElement.dataset.hand = 'left'")


def _sheets(files: Sequence[Path], name: Path) -> list[Path]:
    """Puts these screens side by side on sheets; the sheets' files have this name and a number."""
    pictures = [Image.open(file).convert("RGB") for file in files]
    if not pictures:
        return []
    width = max(picture.width for picture in pictures) + GAP
    per_row = max(1, BROAD // width)
    per_sheet = per_row * ROWS
    made = []
    for number, first in enumerate(range(0, len(pictures), per_sheet), 1):
        some = pictures[first : first + per_sheet]
        height = min(TALLEST, max(picture.height for picture in some)) + GAP
        sheet = Image.new("RGB", (width * min(per_row, len(some)), height * ceil(len(some) / per_row)), "#808080")
        for place, picture in enumerate(some):
            row, column = divmod(place, per_row)
            cut = picture.crop((0, 0, picture.width, min(picture.height, height - GAP)))
            sheet.paste(cut, (column * width, row * height))
        file = name.with_name(f"{name.name}-{number}.png")
        sheet.save(file)
        made.append(file)
    return made


if __name__ == "__main__":
    sys.exit(main(*(argument.split(",") for argument in sys.argv[1:3])))
