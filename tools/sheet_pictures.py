"""Takes the pictures of the score sheet in docs/, without a browser: from our own PDF."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from companion import sheet
from companion.rules.tally import tally
from companion.sheet import html_to_pdf as paper
from tests.support.evenings import evening
from tools.board_pictures import small

WIDTH = 1000
# The first two pages of a sheet: the tally, and the board.
PAGES = {"sheet-tally": 0, "sheet-board": 1}


def take(folder: Path) -> list[Path]:
    """Writes pictures of the sheet of a game of four on Europe into a folder."""
    result = tally(evening(21, "europe", 4).replayed())
    pdf = sheet.sheet_pdf(result, when=date(2026, 11, 18), address="https://trackside.example/t/friday")
    taken = []
    for name, number in PAGES.items():
        file = folder / f"{name}.png"
        small(paper.image(pdf, WIDTH, number).convert("RGB")).save(file, optimize=True)
        taken.append(file)
    return taken
