"""The score sheet of a game, and a board's blank sheet: as PDF, or as HTML to print from a browser.

Both are made from one document. For PDF its style and fonts are passed in beside it and read once a process; the HTML
has them inside, so that it is a single file.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from companion.boards.model import Board
from companion.picture.result_card import WIDE, result_card
from companion.rules.tally import Tally
from companion.sheet import html_to_pdf
from companion.sheet.blank import blank_page
from companion.sheet.game_sheet import KeeperCode, game_pages
from companion.sheet.html_document import PAPERS, document, embedded_style, faces, style

__all__ = ["PAPERS", "KeeperCode", "blank_html", "blank_pdf", "card_jpeg", "sheet_html", "sheet_pdf"]

SHEET: Final = "sheet/sheet.html"
BLANK: Final = "sheet/blank.html"


def sheet_pdf(
    result: Tally,
    size: str = "a4",
    *,
    when: date | None = None,
    address: str | None = None,
    broken_records: Sequence[str] = (),
    keeper_code: KeeperCode | None = None,
) -> bytes:
    """A game's sheet as PDF. `address` is the table's page, `broken_records` are sentences about records it broke.

    Raises CannotPrint where this machine lacks something.
    """
    return _pdf(SHEET, game_pages(result, when, address, broken_records, keeper_code), size)


def sheet_html(
    result: Tally,
    size: str = "a4",
    *,
    when: date | None = None,
    address: str | None = None,
    broken_records: Sequence[str] = (),
    keeper_code: KeeperCode | None = None,
    notice: str = "",
) -> str:
    """A game's sheet as a page to print from a browser; the notice is above it on the screen, but isn't printed."""
    return _html(SHEET, game_pages(result, when, address, broken_records, keeper_code), size, notice)


def blank_pdf(board: Board, size: str = "a4") -> bytes:
    """A board's sheet for playing on paper, as PDF."""
    return _pdf(BLANK, blank_page(board), size)


def card_jpeg(result: Tally) -> bytes:
    """The result as a picture beside a link in a chat. Raises CannotPrint where this machine lacks something."""
    page = html_to_pdf.svg_page(result_card(result, WIDE))
    return html_to_pdf.jpeg(html_to_pdf.pdf(page, faces()), WIDE.size[0])


def blank_html(board: Board, size: str = "a4", *, notice: str = "") -> str:
    """A board's sheet for playing on paper, as a page to print from a browser."""
    return _html(BLANK, blank_page(board), size, notice)


def _pdf(template: str, context: Mapping[str, Any], size: str) -> bytes:
    """A template with this data as an accessible PDF."""
    return html_to_pdf.pdf(document(template, context, size), style(size), tagged=True)


def _html(template: str, context: Mapping[str, Any], size: str, notice: str) -> str:
    """A template with this data as a page that has its style and fonts inside."""
    return document(template, context, size, embedded_style(size), notice)
