"""The page before the reveal: who still has to confirm their tickets, and the button that reveals them all."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.pages.end.view import end_page
from companion.pages.parts import Parts
from companion.pages.shared import unsent
from companion.pages.shared.head import head
from companion.play import Refused
from companion.play.keys import new_id
from companion.web import htmx
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.receipts import with_reason, with_receipt
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page on which a game is finished."""
    tables = parts.tables
    blueprint = private(Blueprint("end", __name__, url_prefix="/t/<table>/end"))

    def render(table: str, no: Refused | None = None) -> Response:
        """The page, with the reason if something was refused; once the game is finished, the reveal or the tally."""
        game = tables.on_table(table, this_device())
        if game.table.finished:
            return htmx.go_to(url_for("reveal.reveal" if game.revealing else "tally.page", table=table))
        context = {
            **head(game),
            "end": end_page(game),
            "id": new_id(),
            "unsent": unsent.words(game),
            "unsent_hints": unsent.hints,
            "sentence": sentence(no) if no else "",
        }
        return htmx.answer("end/end.html", "end/_end.html", context, STATUS[no.kind] if no else 200)

    @blueprint.get("")
    def end(table: str) -> Response:
        """Who still has to confirm, and the button that ends the game."""
        return render(table)

    @blueprint.post("")
    def finish(table: str) -> Response:
        """Finishes the game, and leads to the reveal."""
        name, anyway = request.form.get("id", ""), "anyway" in request.form
        try:
            taken = tables.log.finish(table, this_device(), name, anyway)
        except Refused as no:
            game = tables.on_table(table, this_device())
            # Somebody else was quicker, and the game is finished as wanted.
            if game.table.finished:
                return with_receipt(render(table), 0, game.version)
            return with_reason(render(table, no), sentence(no))
        return with_receipt(htmx.go_to(url_for("reveal.reveal", table=table)), taken.entry, taken.version)

    @blueprint.post("/remind")
    def remind(table: str) -> Response:
        """Reminds another phone that a seat has not confirmed its tickets."""
        try:
            tables.seats.remind(table, this_device(), request.form.get("color", ""))
        except Refused as no:
            return render(table, no)
        return render(table) if htmx.wants_fragment() else redirect(url_for("end.end", table=table), 303)

    return blueprint
