"""Takes the pictures in docs/ and on the help page: python -m tools.pictures"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.serving import served
from tools import board_pictures, chromium, end_screens, help_pictures, sheet_pictures, shelf_pictures, table_screens

DOCS = Path(__file__).resolve().parent.parent / "docs"
# Name, path, width, height, colour scheme.
PICTURES = [("shelf", "/boards", 1120, 700, "light")]
# Name, state of the table, board, kind of screen, colour scheme.
TABLES = [
    ("table", "five", "europe", "desk", "light"),
    ("table-phone", "choosing", "usa", "phone", "light"),
    ("table-night", "playing", "europe", "phone", "dark"),
]


def main() -> int:
    """Takes all pictures and prints their files: boards and sheets from our own PDF, pages in a browser."""
    path = chromium.find()
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    DOCS.mkdir(exist_ok=True)
    print(*board_pictures.take(DOCS / "pictures"), *sheet_pictures.take(DOCS), sep="\n")
    print(*shelf_pictures.take(shelf_pictures.FOLDER), sep="\n")
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, address, width, height, scheme in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(f"http://127.0.0.1:{port}{address}", wait_until="networkidle")
            page.screenshot(path=DOCS / f"{name}.png")
            print(DOCS / f"{name}.png")
        browser.close()
    tables()
    print(*end_screens.keep(DOCS), sep="\n")
    return help_pictures.main()


def tables() -> None:
    """Takes the pictures of the table."""
    with table_screens.tables() as on, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for name, state, board, kind, scheme in TABLES:
            size = table_screens.KINDS[kind]
            print(table_screens.take(on(browser, board), state, DOCS / f"{name}.png", size, scheme))
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
