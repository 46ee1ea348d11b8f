"""How long a picture takes to draw and to print, and how large it is."""

import gzip
from collections.abc import Iterator, Mapping
from functools import partial

from bench.report import Row, at_most, best_ms
from companion.boards.model import Board
from companion.picture import DARK, LIGHT, PRINT, picture
from companion.picture.samples import everything, plain
from companion.sheet import html_to_pdf


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Every figure of every board's picture: empty, and with every state shown at once.

    Elements and the time to print them were set for boards of a hundred tracks; a board with more has more of both.
    """
    for board in boards.values():
        empty, full = plain(board), everything(board)
        texts = [picture(board, scene, palette) for scene in (empty, full) for palette in (LIGHT, DARK)]
        tracks = max(100, len(board.routes))
        page = html_to_pdf.svg_page(picture(board, full, PRINT, width=720))
        html_to_pdf.pdf(page)  # the first one reads the fonts
        gzipped = max(len(gzip.compress(text.encode(), 6)) for text in texts) / 1024
        elements = max(text.count("<") - text.count("</") for text in texts)
        yield at_most(f"{board.name}: draw, empty", best_ms(partial(picture, board, empty)), 20)
        yield at_most(f"{board.name}: draw, everything shown", best_ms(partial(picture, board, full)), 20)
        yield at_most(f"{board.name}: picture as a page of PDF", best_ms(partial(html_to_pdf.pdf, page)), 2 * tracks)
        yield at_most(f"{board.name}: picture, gzip, light or dark", gzipped, 4 + 1.2 * len(board.routes) / 10, "KB")
        yield at_most(f"{board.name}: picture, elements", elements, 5 * tracks, "")
