"""The score sheet as PDF, made by the printer's process; where that is impossible, as a page for the browser to
print.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion import sheet
from companion.boards.model import Board
from companion.history.broken import Broken
from companion.i18n import gettext as _
from companion.play import View
from companion.prose.remembered import broken_records_in_words
from companion.record import game_dates
from companion.record.read import record_json
from companion.sheet import PAPERS, KeeperCode
from companion.sheet.html_to_pdf import CannotPrint
from companion.sheet.pool import Busy, Printer, PrinterFailed
from companion.web.addresses import public_url
from companion.web.problems import Problem

LATER: Final = 30  # seconds until the printer may have time
# The page for printing contains its style, fonts and pictures as data, and no script.
SHEET_POLICY: Final = "default-src 'none'; style-src data:; font-src data:; img-src data:; frame-ancestors 'none'"


def as_pdf(printer: Printer, game: View, broken: Iterable[Broken], keeper_code: KeeperCode | None = None) -> Response:
    """The sheet as PDF, with the records that the game broke.

    Raises Problem, or CannotPrint where software is missing on this machine.
    """
    must_be_over(game)
    record = json.dumps(record_json(game.record)).encode()
    file_name = f"{game.board.id}-{game.id[:6]}.pdf"
    details = _details(game, broken, keeper_code)
    return _pdf_response(lambda: printer(record, _paper(), **details), file_name)


def blank(printer: Printer, board: Board) -> BaseResponse:
    """A board's blank sheet as PDF; as a page for the browser to print where no PDF can be made."""
    paper = _paper()
    try:
        return _pdf_response(lambda: printer.blank(board.id, paper), f"{board.id}-blank.pdf")
    except CannotPrint as missing:
        text = sheet.blank_html(board, paper, notice=str(missing))
        return Response(text, headers={"Content-Security-Policy": SHEET_POLICY})


def _pdf_response(make: Callable[[], bytes], file_name: str) -> Response:
    """The PDF that `make` returns, as an answer. Raises Problem where the printer has no time or fails."""
    try:
        body = make()
    except (Busy, PrinterFailed) as problem:
        code = "busy" if isinstance(problem, Busy) else "no-sheet"
        raise Problem(503, code, str(problem), LATER) from None
    answer = Response(body, content_type="application/pdf", headers={"Cache-Control": "no-store"})
    answer.headers["Content-Disposition"] = f'inline; filename="{file_name}"'
    return answer


def as_page(
    game: View, broken: Iterable[Broken], keeper_code: KeeperCode | None = None, notice: str = ""
) -> BaseResponse:
    """The sheet as a page for the browser to print; the notice is shown above it, but not printed."""
    must_be_over(game)
    when = game_dates.day(game.log)
    text = sheet.sheet_html(game.result, _paper(), when=when, notice=notice, **_details(game, broken, keeper_code))
    return Response(text, headers={"Content-Security-Policy": SHEET_POLICY})


def pdf_or_page(
    printer: Printer, game: View, broken: Iterable[Broken], keeper_code: KeeperCode | None = None
) -> BaseResponse:
    """The sheet as PDF; where none can be made, as a page with a sentence on what to install."""
    try:
        return as_pdf(printer, game, broken, keeper_code)
    except CannotPrint as missing:
        return as_page(game, broken, keeper_code, str(missing))


def must_be_over(game: View) -> None:
    """Refuses a sheet before the end of the game, since it has every ticket on it."""
    if not game.table.finished:
        raise Problem(403, "not-finished", _("The score sheet is ready once the game is finished."))


def _paper() -> str:
    """The size of paper that the request asks for. Raises Problem if there is no such size."""
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        papers = ", ".join(PAPERS)
        raise Problem(422, "wrong-value", _("“paper” must be one of: {known}.").format(known=papers))
    return paper


def _details(game: View, broken: Iterable[Broken], keeper_code: KeeperCode | None) -> dict[str, Any]:
    """What a sheet has beside the game, as `sheet_pdf` takes it.

    The address of the tally is None where this server is not on the internet.
    """
    return {
        "address": public_url(url_for("tally.page", table=game.id)),
        "broken_records": broken_records_in_words(game.board, game.setup, broken),
        "keeper_code": keeper_code,
    }
