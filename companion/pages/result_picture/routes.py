"""The result as a picture, which the phone draws and sends by its share sheet, or saves."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.shared.head import head
from companion.picture.result_card import SHAPES, result_card
from companion.web import htmx
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page on which a result becomes a picture."""
    tables = parts.tables
    blueprint = private(Blueprint("result_picture", __name__, url_prefix="/t/<table>/picture"))

    @blueprint.get("")
    def page(table: str) -> Response:
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
        cards = {shape.name: Markup(result_card(game.result, shape)) for shape in SHAPES}  # noqa: S704  (drawn by us)
        context = {**head(game), "log": len(game.log), "cards": cards, "file": f"{game.board.id}-{game.id[:6]}"}
        return make_response(render_template("result_picture/result_picture.html", **context))

    return blueprint
