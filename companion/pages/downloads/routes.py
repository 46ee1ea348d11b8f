"""Files of a game to save: its record, a spreadsheet, the score sheet."""

from __future__ import annotations

import json

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.export.csv import csv_text
from companion.pages.parts import Parts
from companion.play import View
from companion.play.circles import Circles
from companion.record import game_dates
from companion.record.read import record_json
from companion.sheet import KeeperCode
from companion.web import sheets
from companion.web.addresses import circle_url
from companion.web.headers import private
from companion.web.this_device import this_device, this_token


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the files of a finished game."""
    tables = parts.tables
    blueprint = private(Blueprint("downloads", __name__, url_prefix="/t/<table>"))

    @blueprint.get("/record.json")
    def record(table: str) -> Response:
        """The game as this device may see it: others' tickets are hidden until the end.

        On a phone that is passed round its own are hidden too, opened or not: a file stays on the phone.
        """
        game = tables.on_table(table, this_device())
        text = json.dumps(record_json(game.record), ensure_ascii=False, indent=1)
        return _file(text + "\n", "application/json; charset=utf-8", game, "json")

    @blueprint.get("/tally.csv")
    def spreadsheet(table: str) -> Response:
        game = tables.on_table(table, this_device())
        sheets.must_be_over(game)
        return _file(csv_text(game.result, game_dates.day(game.log)), "text/csv; charset=utf-8", game, "csv")

    @blueprint.get("/sheet.pdf")
    def sheet(table: str) -> BaseResponse:
        game = tables.on_table(table, this_device())
        broken = tables.circles.broken(table, this_device())
        return sheets.pdf_or_page(parts.printer, game, broken, _keeper_code(tables.circles))

    @blueprint.get("/sheet")
    def sheet_to_print(table: str) -> BaseResponse:
        game = tables.on_table(table, this_device())
        broken = tables.circles.broken(table, this_device())
        return sheets.as_page(game, broken, _keeper_code(tables.circles))

    return blueprint


def _keeper_code(circles: Circles) -> KeeperCode | None:
    """The code for new keepers of the circle that the request names, if any. Refused to all but its keepers."""
    circle = request.args.get("keeper_of")
    if circle is None:
        return None
    link = circle_url(circles.link(circle, this_device(), "keeps", this_token()))
    return KeeperCode(circles.at(circle, this_device()).name, link)


def _file(body: str, kind: str, game: View, suffix: str) -> Response:
    """An answer that browsers save as a file, named after the board and the table's id, not by what people typed."""
    name = f"{game.board.id}-{game.id[:6]}.{suffix}"
    return Response(body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
