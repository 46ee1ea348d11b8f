"""Takes the small pictures of docs/boards.md, one of each built-in board: python -m tools.shelf_pictures"""

from __future__ import annotations

from pathlib import Path

from companion.boards import files
from companion.boards.model import Board
from companion.picture import LIGHT, picture
from companion.picture.samples import SAMPLES
from companion.sheet import html_to_pdf
from tools.board_pictures import small

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "boards"
SIDE = 450  # neither wider nor higher
COLOURS = 48  # the most frequent, so that a page of pictures stays under a megabyte


def take(folder: Path) -> list[Path]:
    """Writes a picture of every built-in board before the game into a folder."""
    folder.mkdir(exist_ok=True)
    taken = []
    for name, board in files.boards().items():
        pixels = width(board)
        svg = picture(board, SAMPLES["empty"](board), LIGHT, width=pixels)
        image = html_to_pdf.image(html_to_pdf.pdf(html_to_pdf.svg_page(svg)), pixels).convert("RGB")
        file = folder / f"{name}.png"
        small(image, COLOURS).save(file, optimize=True)
        taken.append(file)
    return taken


def width(board: Board) -> int:
    """How wide the picture of a board is, so that it is neither wider nor higher than SIDE."""
    assert board.layout is not None
    return round(SIDE * min(1, board.layout.width / board.layout.height))


if __name__ == "__main__":
    print(*take(FOLDER), sep="\n")
