"""Recounting the pieces, before the tickets are revealed or at any time; one tap corrects a mistake."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.recount.view import CorrectionForm, counts, fields, summary
from companion.pages.shared.entry_forms import must_be_open
from companion.pages.shared.head import head
from companion.play import Kind, Refused, View
from companion.play.game import must_play
from companion.play.keys import new_id
from companion.web import htmx
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page of the recount, and corrects the entries that it finds wrong."""
    tables = parts.tables
    blueprint = private(Blueprint("recount", __name__, url_prefix="/t/<table>/recount"))

    def render(table: str, typed: Mapping[str, str], no: Refused | None = None) -> Response:
        """The page with the numbers typed so far, and with the reason if something was refused."""
        game = tables.on_table(table, this_device())
        must_play(game)
        player_counts = counts(game, typed)
        context = {
            **head(game),
            "counts": player_counts,
            "summary": summary(player_counts, "compare" in typed or request.method == "POST", game.board.only_trains),
            "id": new_id(),
            "finished": game.table.finished,
            "sentence": sentence(no) if no else "",
        }
        return htmx.answer("recount/recount.html", "recount/_counts.html", context, STATUS[no.kind] if no else 200)

    @blueprint.get("")
    def page(table: str) -> Response:
        return render(table, request.args)

    @blueprint.post("")
    def correct(table: str) -> Response:
        """Reports the correction whose button was pressed, and shows the page anew."""
        game = tables.on_table(table, this_device())
        try:
            correction = _chosen_correction(game)
            entry = {**correction.entry, "id": request.form.get("id", "")}
            must_be_open(game, entry)
            tables.log.report(table, this_device(), entry)
        except Refused as no:
            return render(table, request.form, no)
        if htmx.wants_fragment():
            return render(table, request.form)
        typed = urlencode([(field, request.form.get(field, "")) for field in fields(game)])
        return redirect(f"{url_for('recount.page', table=table)}?{typed}", 303)

    return blueprint


def _chosen_correction(game: View) -> CorrectionForm:
    """The correction whose button was pressed, worked out anew, since the log may have grown meanwhile."""
    color, __, key = request.form.get("mend", "").partition(" ")
    forms = [form for count in counts(game, request.form) if count.mark.color == color for form in count.corrections]
    form = next((form for form in forms if form.key == key and form.entry), None)
    if form is None:
        raise Refused(Kind.CONFLICT, "no-such-slip", game.version)
    return form
