"""Takes the pictures in docs/: python -m tools.pictures"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.serving import served
from tools import board_pictures, chromium

DOCS = Path(__file__).resolve().parent.parent / "docs"
# name, path, width, height, by day or by night
PICTURES = [("shelf", "/boards", 1120, 700, "light")]


def main() -> int:
    """The boards from our own PDF; each page from the real server, in the real browser."""
    path = chromium.find()
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    DOCS.mkdir(exist_ok=True)
    print(*board_pictures.take(DOCS / "pictures"), sep="\n")
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, address, width, height, scheme in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(f"http://127.0.0.1:{port}{address}", wait_until="networkidle")
            page.screenshot(path=DOCS / f"{name}.png")
            print(DOCS / f"{name}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
