"""Takes the pictures of the boards in docs/pictures/, without a browser: from our own PDF."""

from __future__ import annotations

from pathlib import Path

from PIL.Image import Dither, Image, new

from companion.boards import files
from companion.picture import DARK, LIGHT, PRINT, Palette, picture
from companion.picture.samples import SAMPLES
from companion.sheet import html_to_pdf

WIDTH = 1200
# Those with the most readers; every board is on docs/boards.md, small.
BOARDS = ("usa", "europe")
STATES = ("empty", "mid-game", "finished")
# In grey as a printer without colours would have it.
KINDS: dict[str, tuple[Palette, str]] = {"light": (LIGHT, "RGB"), "dark": (DARK, "RGB"), "grey": (PRINT, "L")}


def take(folder: Path) -> list[Path]:
    """Writes the pictures into a folder: two boards at three stages of a game, by day, by night and in grey."""
    folder.mkdir(exist_ok=True)
    taken = []
    for name in BOARDS:
        board = files.boards()[name]
        for state in STATES:
            for kind, (palette, mode) in KINDS.items():
                file = folder / f"{name}-{state}-{kind}.png"
                svg = picture(board, SAMPLES[state](board), palette, width=WIDTH)
                small(html_to_pdf.image(html_to_pdf.pdf(html_to_pdf.svg_page(svg)), WIDTH).convert(mode)).save(
                    file, optimize=True
                )
                taken.append(file)
    return taken


def small(image: Image, colours: int = 256) -> Image:
    """An image reduced to its most frequent colours, for a smaller file.

    A drawing has few colours, so only the softened edges of its shapes change.
    """
    if image.mode != "RGB":
        return image.quantize(32)
    counted = sorted(image.getcolors(image.width * image.height) or [], reverse=True)
    flat = new("P", (1, 1))
    flat.putpalette([part for _count, colour in counted[:colours] for part in colour])
    return image.quantize(palette=flat, dither=Dither.NONE)
