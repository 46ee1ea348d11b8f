"""Counting the pieces again, before the tickets are turned over and at any time; one tap puts a slip right."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.recount.view import Mend, counts, fields, summary
from companion.pages.shared.entry_forms import must_be_open
from companion.pages.shared.head import head
from companion.play import Kind, Refused, View
from companion.play.game import must_play
from companion.play.keys import new_id
from companion.web import htmx
from companion.web.devices import this_device
from companion.web.errors import STATUS, sentence
from companion.web.headers import private


def pages(parts: Parts) -> Blueprint:
    """The page of these tables."""
    tables = parts.tables
    blueprint = private(Blueprint("recount", __name__, url_prefix="/t/<table>/recount"))

    def shown(table: str, typed: Mapping[str, str], no: Refused | None = None) -> Response:
        game = tables.on_table(table, this_device())
        must_play(game)
        found = counts(game, typed)
        told = {
            **head(game),
            "counts": found,
            "summary": summary(found, "compare" in typed or request.method == "POST", game.board.only_trains),
            "id": new_id(),
            "finished": game.table.finished,
            "sentence": sentence(no) if no else "",
        }
        return htmx.answer("recount/recount.html", "recount/_counts.html", told, STATUS[no.kind] if no else 200)

    @blueprint.get("")
    def page(table: str) -> Response:
        return shown(table, request.args)

    @blueprint.post("")
    def mend(table: str) -> Response:
        game = tables.on_table(table, this_device())
        try:
            wanted = _wanted(game)
            entry = {**wanted.entry, "id": request.form.get("id", "")}
            must_be_open(game, entry)
            tables.log.report(table, this_device(), entry)
        except Refused as no:
            return shown(table, request.form, no)
        if htmx.wants_fragment():
            return shown(table, request.form)
        typed = urlencode([(field, request.form.get(field, "")) for field in fields(game)])
        return redirect(f"{url_for('recount.page', table=table)}?{typed}", 303)

    return blueprint


def _wanted(game: View) -> Mend:
    """The slip whose button was pressed, looked for anew: the log may have gone on."""
    color, __, key = request.form.get("mend", "").partition(" ")
    mends = [mend for count in counts(game, request.form) if count.mark.color == color for mend in count.mends]
    mend = next((mend for mend in mends if mend.key == key and mend.entry), None)
    if mend is None:
        raise Refused(Kind.CONFLICT, "no-such-slip", game.version)
    return mend
