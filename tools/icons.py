"""Draws the app's icons from their SVGs, and takes the two screenshots for its installation: python -m tools.icons"""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from companion import data
from tests.support.serving import served
from tools import chromium
from tools.screens import MINE, tables

ICONS: Final = (
    ("icon-192", "favicon", (192, 192)),
    ("icon-512", "favicon", (512, 512)),
    ("maskable", "maskable", (512, 512)),
    ("monochrome", "monochrome", (512, 512)),
    ("touch", "maskable", (180, 180)),  # iOS rounds the corners itself
    ("card", "card", (1200, 630)),  # what a chat shows beside a link
)
SCREENS: Final[dict[str, dict[str, Any]]] = {
    "screen-narrow": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True},
    "screen-wide": {"viewport": {"width": 1280, "height": 800}},
}


def draw(browser: Browser, source: Path, size: tuple[int, int]) -> Image.Image:
    """An SVG as an image of this size; what the SVG doesn't cover stays transparent."""
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height})
    svg = source.read_text().replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
    page.set_content(f'<body style="margin:0;font-size:0">{svg}')
    taken = page.screenshot(omit_background=True)
    page.close()
    return Image.open(io.BytesIO(taken))


def keep(picture: Image.Image, file: Path, colours: int) -> Path:
    """Saves a picture as a small file, and returns the file.

    An opaque one is reduced to this number of colours; on a transparent one that would change the soft edges.
    """
    is_opaque = picture.convert("RGBA").getchannel("A").getextrema() == (255, 255)
    if is_opaque:
        picture = picture.quantize(colours, method=Image.Quantize.FASTOCTREE)
    picture.save(file, optimize=True)
    return file


def icons(browser: Browser, folder: Path) -> list[Path]:
    """Draws every icon from its SVG in this folder into a file beside it."""
    return [
        keep(draw(browser, folder / f"{source}.svg", size), folder / f"{name}.png", 32)
        for name, source, size in ICONS
    ]


def screens(browser: Browser, folder: Path) -> list[Path]:
    """Takes a table in the final round on a phone and on a laptop, into this folder."""
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/games.sqlite3"
    path = tables(os.environ["DATABASE_URL"]).path("/t/{final}")
    taken = []
    with served() as (_, port):
        home = f"http://127.0.0.1:{port}"
        for name, size in SCREENS.items():
            context = browser.new_context(color_scheme="light", **size)
            context.add_cookies([{"name": "trackside", "value": MINE, "url": home}])
            page = context.new_page()
            page.goto(home + path, wait_until="load")
            page.evaluate("document.fonts.ready.then(() => null)")
            taken.append(keep(Image.open(io.BytesIO(page.screenshot())), folder / f"{name}.png", 96))
            context.close()
    return taken


def main() -> None:
    """Draws all icons, takes the screenshots, and prints their files."""
    static = data.static()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        print(*icons(browser, static / "icons"), sep="\n")
        print(*screens(browser, static / "media"), sep="\n")
        browser.close()


if __name__ == "__main__":
    main()
