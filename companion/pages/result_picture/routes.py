"""The result as a picture, which the phone draws and sends.

The server draws it only beside the link of a game whose maker shows its result. All other links have one and the same
card, so that a preview says nothing about a game.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n import language
from companion.pages.parts import Parts
from companion.pages.shared.head import board_and_variant, head
from companion.picture.result_card import FORMATS, headline, in_words, result_card
from companion.play import View
from companion.record.read import record_json
from companion.sheet.html_to_pdf import CannotPrint
from companion.sheet.pool import Busy, PrinterFailed
from companion.web import htmx
from companion.web.addresses import this_server
from companion.web.finished_game import answer_instead
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page on which a result becomes a picture, and for what anybody may see of it."""
    tables = parts.tables
    blueprint = private(Blueprint("result_picture", __name__, url_prefix="/t/<table>/picture"))

    @blueprint.get("")
    def page(table: str) -> BaseResponse:
        """The page, once the reveal is over; the tally for a board without a layout, which can't be drawn."""
        game = tables.on_table(table, this_device())
        if instead := answer_instead(game):
            return instead
        if game.board.layout is None:
            return htmx.go_to(url_for("tally.page", table=table))
        cards = {form.name: Markup(result_card(game.result, form)) for form in FORMATS}  # noqa: S704  (drawn by us)
        context = {
            **head(game),
            "log": len(game.log),
            "cards": cards,
            "file": f"{game.board.id}-{game.id[:6]}",
            "shared": game.options.picture_shared,
            "address": this_server() + url_for("result_picture.shared", table=table),
        }
        return make_response(render_template("result_picture/result_picture.html", **context))

    @blueprint.post("")
    def share(table: str) -> BaseResponse:
        """Shows the result to anybody who has its link, or to nobody any more; only the maker may."""
        wanted = {"options": {"picture_shared": "shared" in request.form}}
        tables.settings.change(table, this_device(), wanted)
        return redirect(url_for("result_picture.page", table=table), 303)

    @blueprint.get("/shared")
    def shared(table: str) -> str:
        """What anybody with the link sees: the picture, and the texts from which a chat makes its preview."""
        game = tables.shared_result(table)
        picture = url_for("result_picture.shared_picture", table=table, version=game.version)
        context = {"title": headline(game.result), "words": in_words(game.result), "about": board_and_variant(game)}
        return render_template("result_picture/shared.html", picture=picture, **context)

    @blueprint.get("/shared.jpg")
    def shared_picture(table: str) -> BaseResponse:
        """The picture, drawn by the printer's process; if it can't draw now, the card that all other links have."""
        game = tables.shared_result(table)
        try:
            body = game.public.cached(f"card {language()}", lambda: parts.printer.card(_record(game)))
        except (Busy, PrinterFailed, CannotPrint):
            return redirect(parts.assets.url("icons/card.png"), 303)
        return Response(body, content_type="image/jpeg")

    @blueprint.app_template_global("outside")
    def outside(path: str) -> str:
        """The whole address of a path, for programs elsewhere that read a page."""
        return this_server() + path

    return blueprint


def _record(game: View) -> bytes:
    """The game's record, as the printer's process reads it."""
    return json.dumps(record_json(game.record)).encode()
