"""The page for numbers that a board has counted: everybody's tokens, cards and money."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.i18n import gettext as _
from companion.pages.parts import Parts
from companion.pages.shared import counted_things as things
from companion.pages.shared.entry_forms import must_be_open
from companion.pages.shared.head import head
from companion.play import Refused
from companion.play.keys import new_id
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page where a table's numbers are typed in."""
    tables = parts.tables
    blueprint = private(Blueprint("counted", __name__, url_prefix="/t/<table>/counted"))

    def render(table: str, no: Refused | None = None) -> Response:
        """The page, with the reason if a number was refused."""
        game = tables.on_table(table, this_device())
        saved = _("Saved.") if "done" in request.args else ""
        context = {
            **head(game),
            "counted": things.counted(game),
            "finished": game.table.finished,
            "sentence": sentence(no) if no else saved,
            "wrong": no is not None,
            "form": request.form if no else {},  # what was typed is not lost because one number is wrong
        }
        return make_response(render_template("counted/counted.html", **context), STATUS[no.kind] if no else 200)

    @blueprint.get("")
    def page(table: str) -> Response:
        return render(table)

    @blueprint.post("")
    def save(table: str) -> Response:
        """Reports every number that was changed, and leads back to the page that the form was on."""
        try:
            for entry in things.typed_entries(tables.on_table(table, this_device()), request.form):
                must_be_open(tables.on_table(table, this_device()), entry)
                tables.log.report(table, this_device(), {**entry, "id": new_id()})
        except Refused as no:
            return render(table, no)
        seat = request.form.get("seat")  # whose page of tickets the form was on, if it was on one
        if seat in tables.on_table(table, this_device()).setup.colors:
            return redirect(url_for("tickets.seat", table=table, color=seat), 303)
        return redirect(url_for("counted.page", table=table, done=1), 303)

    return blueprint
