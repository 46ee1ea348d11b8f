"""Every board has its own page of a sheet, whichever way its land runs, and a blank sheet has two."""

import io

import pypdfium2
import pytest

from companion import sheet
from companion.boards import files
from companion.rules.tally import tally
from tests.support.evenings import fullest

BOARDS = sorted(files.boards())


def texts(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return [page.get_textpage().get_text_range().upper() for page in document]


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_fits_the_second_page_and_the_players_begin_on_the_third(board):
    pages = texts(sheet.sheet_pdf(tally(fullest(board).replayed())))
    assert [n for n, text in enumerate(pages) if "LONGEST PATHS" in text] == [1]
    assert [n for n, text in enumerate(pages) if "PLACE 1" in text] == [0, 2]


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("board", BOARDS)
def test_a_blank_sheet_has_a_page_for_figures_and_one_for_the_board(boards, board, size):
    pages = texts(sheet.blank_pdf(boards[board], size))
    assert len(pages) == 2
