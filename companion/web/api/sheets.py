"""The score sheet for programs."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response

from companion.play.tables import Tables
from companion.sheet.pdf import CannotPrint
from companion.sheet.pool import Printer
from companion.web import sheets
from companion.web.api.calls import Call, seen
from companion.web.problems import Problem

PDF = "application/pdf"


def calls(tables: Tables, printer: Printer) -> Iterator[Call]:
    """The call for a sheet."""

    def see_sheet(table: str) -> Response:
        game = seen(tables, table)
        try:
            return sheets.as_pdf(printer, game)
        except CannotPrint as missing:
            raise Problem(503, "cannot-print", str(missing), sheets.LATER) from None

    asks = {"paper": "The size of the paper: a4, as without it, or letter."}
    about = "The score sheet of a finished game as PDF."
    yield Call(
        "see_sheet",
        "GET",
        "/tables/<table>/sheet.pdf",
        about,
        see_sheet,
        None,
        {200: None},
        (403, 422, 429, 503),
        asks,
        kind=PDF,
    )
