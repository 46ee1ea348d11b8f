"""A game to take along: its record, a spreadsheet, the score sheet. What the tally offers of it besides."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.export.bg_stats import bg_stats_link
from companion.export.chat import chat_text
from companion.export.csv import csv_text
from companion.play import View
from companion.play.tables import Tables
from companion.record import dates
from companion.record.read import record_json
from companion.sheet.pool import Printer
from companion.web import sheets
from companion.web.http.addresses import public
from companion.web.http.devices import this_device
from companion.web.http.private import private


def pages(tables: Tables, printer: Printer) -> Blueprint:
    """The files of these tables."""
    blueprint = private(Blueprint("downloads", __name__, url_prefix="/t/<table>"))

    @blueprint.get("/record.json")
    def record(table: str) -> Response:
        """As this device may see it: tickets of others stand as hidden until the end.

        A file stays behind on the phone, so those of a phone that goes round are in none, opened or not.
        """
        game = tables.on_table(table, this_device())
        text = json.dumps(record_json(game.record), ensure_ascii=False, indent=1)
        return _file(text + "\n", "application/json; charset=utf-8", game, "json")

    @blueprint.get("/tally.csv")
    def spreadsheet(table: str) -> Response:
        game = tables.on_table(table, this_device())
        sheets.must_be_over(game)
        return _file(csv_text(game.result, dates.day(game.log)), "text/csv; charset=utf-8", game, "csv")

    @blueprint.get("/sheet.pdf")
    def sheet(table: str) -> BaseResponse:
        game = tables.on_table(table, this_device())
        return sheets.pdf_or_page(printer, game)

    @blueprint.get("/sheet")
    def sheet_to_print(table: str) -> BaseResponse:
        game = tables.on_table(table, this_device())
        return sheets.as_page(game)

    return blueprint


def offers(game: View) -> dict[str, Any]:
    """The text for the chat and the link for BG Stats."""
    address = public(url_for("tally.page", table=game.id))
    began, ended = dates.span(game.log) or (datetime.fromtimestamp(game.facts.opened, UTC), None)
    return {
        "chat": chat_text(game.result, address),
        "bg_stats": bg_stats_link(game.result, game.id, began, ended, game.setup.title.strip(), address),
    }


def _file(body: str, kind: str, game: View, suffix: str) -> Response:
    """A file under a name that says what was played, and nothing that people typed."""
    name = f"{game.board.id}-{game.id[:6]}.{suffix}"
    return Response(body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
