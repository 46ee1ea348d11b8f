"""Every board has its own page of a sheet, whichever way its land runs, and a blank sheet has two.

Each is printed blank in the tests; what differs beyond that is the shape of its page, so the narrowest and the
broadest are printed whole and on the other paper, besides one with stations. All of it for all of them is in soak.
"""

import io

import pypdfium2
import pytest

from companion import sheet
from companion.boards import files
from companion.rules.tally import tally
from tests.support.evenings import fullest

SHAPES = {name: board.layout.width / board.layout.height for name, board in files.boards().items() if board.layout}
BOARDS = sorted(files.boards())
SOME = {min(SHAPES, key=SHAPES.__getitem__), max(SHAPES, key=SHAPES.__getitem__), "europe"}
DEEP = [name if name in SOME else pytest.param(name, marks=pytest.mark.soak) for name in BOARDS]


def texts(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return [page.get_textpage().get_text_range().upper() for page in document]


@pytest.mark.parametrize("board", DEEP)
def test_a_board_fits_the_second_page_and_the_players_begin_on_the_third(board):
    pages = texts(sheet.sheet_pdf(tally(fullest(board).replayed())))
    assert [n for n, text in enumerate(pages) if "LONGEST PATHS" in text] == [1]
    assert [n for n, text in enumerate(pages) if "PLACE 1" in text] == [0, 2]


@pytest.mark.parametrize("board", DEEP)
def test_a_blank_sheet_has_a_page_for_figures_and_one_for_the_board(boards, board):
    assert len(texts(sheet.blank_pdf(boards[board], "a4"))) == 2


@pytest.mark.parametrize("board", DEEP)
def test_so_it_has_on_letter_paper(boards, board):
    assert len(texts(sheet.blank_pdf(boards[board], "letter"))) == 2
