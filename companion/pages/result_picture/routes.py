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
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page on which a result becomes a picture, and for what anybody may see of it."""
    tables = parts.tables
    blueprint = private(Blueprint("result_picture", __name__, url_prefix="/t/<table>/picture"))

    @blueprint.get("")
    def page(table: str) -> BaseResponse:
        """The page. A phone that only asks for corrections since gets 204 if there are none."""
        game = tables.on_table(table, this_device())
        if not game.table.finished:
            return htmx.go_to(url_for("end.end" if game.plays else "television.watch", table=table))
        if game.revealing:
            return htmx.go_to(url_for("reveal.reveal", table=table))
        if game.board.layout is None:
            return htmx.go_to(url_for("tally.page", table=table))
        if htmx.wants_fragment() and "log" in request.args:
            return make_response("", 204) if request.args["log"] == str(len(game.log)) else htmx.load_anew()
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
        """What anybody sees who has the link: the picture, and whatever a chat makes of it."""
        game = tables.shared_result(table)
        picture = url_for("result_picture.shared_picture", table=table, version=game.version)
        context = {"title": headline(game.result), "words": in_words(game.result), "about": board_and_variant(game)}
        return render_template("result_picture/shared.html", picture=picture, **context)

    @blueprint.get("/shared.jpg")
    def shared_picture(table: str) -> BaseResponse:
        """The picture, drawn by the printer; the card of every other link where it cannot be drawn now."""
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
    return json.dumps(record_json(game.record)).encode()
