"""The score sheet as PDF, made by the printer and never here; where it cannot be, the same page to print oneself."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from flask import Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion import sheet
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.play import View
from companion.record import game_dates
from companion.record.read import record_json
from companion.sheet import PAPERS
from companion.sheet.pdf import CannotPrint
from companion.sheet.pool import Busy, Printer, PrinterFailed
from companion.web.addresses import public
from companion.web.problems import Problem

LATER: Final = 30  # seconds until the printer may have time
# The page to print holds its style, fonts and pictures as data, and no script.
ALONE: Final = "default-src 'none'; style-src data:; font-src data:; img-src data:; frame-ancestors 'none'"


def as_pdf(printer: Printer, game: View) -> Response:
    """The sheet on the paper that was asked for. Raises Problem; CannotPrint where this machine lacks something."""
    must_be_over(game)
    record = json.dumps(record_json(game.record)).encode()
    return _printed(lambda: printer(record, _paper(), _address(game)), f"{game.board.id}-{game.id[:6]}.pdf")


def blank(printer: Printer, board: Board) -> BaseResponse:
    """A board's sheet for playing on paper; where the PDF cannot be made, the page to print oneself."""
    paper = _paper()
    try:
        return _printed(lambda: printer.blank(board.id, paper), f"{board.id}-blank.pdf")
    except CannotPrint as missing:
        text = sheet.blank_html(board, paper, notice=str(missing))
        return Response(text, headers={"Content-Security-Policy": ALONE})


def _printed(make: Callable[[], bytes], name: str) -> Response:
    try:
        body = make()
    except (Busy, PrinterFailed) as problem:
        code = "busy" if isinstance(problem, Busy) else "no-sheet"
        raise Problem(503, code, str(problem), LATER) from None
    answer = Response(body, content_type="application/pdf", headers={"Cache-Control": "no-store"})
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer


def as_page(game: View, notice: str = "") -> BaseResponse:
    """The sheet as a page that any browser prints."""
    must_be_over(game)
    when = game_dates.day(game.log)
    text = sheet.sheet_html(game.result, _paper(), when=when, address=_address(game), notice=notice)
    return Response(text, headers={"Content-Security-Policy": ALONE})


def pdf_or_page(printer: Printer, game: View) -> BaseResponse:
    """For people: where the PDF cannot be made, the page with a sentence on what to install."""
    try:
        return as_pdf(printer, game)
    except CannotPrint as missing:
        return as_page(game, str(missing))


def must_be_over(game: View) -> None:
    """Before the end there is no sheet: it would tell every ticket."""
    if not game.table.finished:
        raise Problem(403, "not-finished", _("The score sheet is ready once the game is finished."))


def _paper() -> str:
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        known = ", ".join(PAPERS)
        raise Problem(422, "wrong-value", _("“paper” must be one of: {known}.").format(known=known))
    return paper


def _address(game: View) -> str | None:
    return public(url_for("tally.page", table=game.id))
