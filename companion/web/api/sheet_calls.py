"""The call for the score sheet."""

from __future__ import annotations

from flask import Response

from companion.play.keys import Device
from companion.sheet import PAPERS
from companion.sheet.html_to_pdf import CannotPrint
from companion.web import sheets
from companion.web.api.calls import Calls, Services, Who
from companion.web.problems import Problem

calls = Calls()
PAPER = {
    "description": "The size of the paper: a4, as without it, or letter.",
    "schema": {"type": "string", "enum": [*PAPERS]},
}


@calls.add(
    method="GET",
    path="/tables/<table>/sheet.pdf",
    who=Who.DEVICE,
    query={"paper": PAPER},
    answers={200: None},
    errors=(403, 422, 429),
    content_type="application/pdf",
)
def see_sheet(services: Services, device: Device, table: str) -> Response:
    """The score sheet of a finished game as PDF."""
    game = services.tables.view(table, device)
    try:
        return sheets.as_pdf(services.printer, game, services.tables.circles.broken(table, device))
    except CannotPrint as missing:
        raise Problem(503, "cannot-print", str(missing), sheets.LATER) from None
