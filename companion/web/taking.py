"""A game to take along: its record, a spreadsheet, the score sheet. What the tally offers of it besides."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion import exports, moments
from companion.play import Game, Tables
from companion.press import Press
from companion.record import record_json
from companion.web import sheets
from companion.web.address import public
from companion.web.device import this_device
from companion.web.private import private


def pages(tables: Tables, press: Press) -> Blueprint:
    """The files of these tables."""
    family = private(Blueprint("taking", __name__, url_prefix="/t/<table>"))

    @family.get("/record.json")
    def record(table: str) -> Response:
        """As this device may see it: tickets of others stand as hidden until the end.

        A file stays behind on the phone, so those of a phone that goes round are in none, opened or not.
        """
        game, viewer = tables.game(table, this_device())
        text = json.dumps(record_json(game.seen_by(game.on_pages(viewer))), ensure_ascii=False, indent=1)
        return _file(text + "\n", "application/json; charset=utf-8", game, "json")

    @family.get("/tally.csv")
    def spreadsheet(table: str) -> Response:
        game, __ = tables.game(table, this_device())
        sheets.must_be_over(game)
        return _file(exports.csv_text(game.result, moments.day(game.log)), "text/csv; charset=utf-8", game, "csv")

    @family.get("/sheet.pdf")
    def sheet(table: str) -> BaseResponse:
        game, __ = tables.game(table, this_device())
        return sheets.pdf_or_page(press, game)

    @family.get("/sheet")
    def sheet_to_print(table: str) -> BaseResponse:
        game, __ = tables.game(table, this_device())
        return sheets.as_page(game)

    return family


def offers(game: Game) -> dict[str, Any]:
    """The text for the chat and the link for BG Stats."""
    address = public(url_for("tally.page", table=game.snapshot.id))
    span = moments.span(game.log)
    return {
        "chat": exports.chat_text(game.result, address),
        "bg_stats": exports.bg_stats_link(game.result, game.snapshot.id, span, address=address),
    }


def _file(body: str, kind: str, game: Game, ending: str) -> Response:
    """A file under a name that says what was played, and nothing that people typed."""
    name = f"{game.board.id}-{game.snapshot.id[:6]}.{ending}"
    return Response(body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
