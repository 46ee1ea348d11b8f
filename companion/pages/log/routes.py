"""The log of a table: every entry in words, to be taken back, brought back or changed at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.i18n import gettext as _
from companion.pages.log import corrections
from companion.pages.parts import Parts
from companion.pages.shared.entry_forms import must_be_open
from companion.pages.shared.head import head
from companion.pages.shared.log_lines import EntryLine, entry_lines, log_page
from companion.pages.shared.player_marks import marks
from companion.play import Refused, View
from companion.play.game import must_play
from companion.play.keys import new_id
from companion.play.tables import Tables
from companion.rules.log import Hidden
from companion.web import htmx
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.this_device import this_device

AT_ONCE: Final = 100


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the log, and for a page on which one entry is changed."""
    tables = parts.tables
    blueprint = private(Blueprint("log", __name__, url_prefix="/t/<table>/log"))
    _add_whole_log(blueprint, tables)
    _add_one_entry(blueprint, tables)
    return blueprint


def _add_whole_log(blueprint: Blueprint, tables: Tables) -> None:
    """Adds the page of the whole log, on which entries are taken back and brought back."""

    def render(table: str, text: str = "", status: int = 200, open_at: int = 0) -> Response:
        """The log, with a message if there is one, and with the line of the entry at place `open_at` unfolded."""
        game = tables.on_table(table, this_device())
        context = _log_context(game) | {"sentence": text, "wrong": status >= 400, "open_at": open_at}
        return htmx.answer("log/log.html", "log/_log.html", context, status)

    @blueprint.get("")
    def log(table: str) -> Response:
        return render(table)

    @blueprint.post("")
    def strike(table: str) -> Response:
        """Strikes an entry. Striking a strike brings back what it struck, the entry at place `about`."""
        place = request.form.get("entry", 0, int)
        entry = {"type": "strike", "entry": place, "id": request.form.get("id", "")}
        about = request.form.get("about", place, int)
        if _is_about_a_ticket(tables.on_table(table, this_device()), place):
            abort(404)
        try:
            report(tables, table, entry)
        except Refused as no:
            return render(table, sentence(no), STATUS[no.kind], about)
        if htmx.wants_fragment():
            return render(table, open_at=about)
        return redirect(url_for("log.log", table=table, _anchor=f"entry-{about}"), 303)


def _add_one_entry(blueprint: Blueprint, tables: Tables) -> None:
    """Adds the page on which one entry is changed."""

    def render(table: str, place: int, text: str = "", status: int = 200) -> Response:
        """The form for an entry; with the reason and what was typed, if a change was refused."""
        game = tables.on_table(table, this_device())
        must_play(game)
        line = _line(game, place)
        if game.table.finished and not text:
            return redirect(url_for("log.log", table=table), 303)
        if not line.amendable:
            abort(404)
        context = head(game) | {"line": line, "people": marks(game), "id": new_id(), "sentence": text}
        form = corrections.amend_form(game, place, request.form if text else None)
        return make_response(render_template("log/entry.html", **context, form=form), status)

    @blueprint.get("/<int:place>")
    def entry(table: str, place: int) -> Response:
        return render(table, place)

    @blueprint.post("/<int:place>")
    def change(table: str, place: int) -> Response:
        """Puts the entry of the form in the place of this one."""
        game = tables.on_table(table, this_device())
        line = _line(game, place)
        if line.kind not in corrections.AMENDABLE_KINDS:
            abort(404)
        replacement = corrections.replacement(game, place, request.form)
        amendment = {"type": "amend", "entry": place, "with": replacement, "id": request.form.get("id", "")}
        try:
            report(tables, table, amendment)
        except Refused as no:
            # Screen readers read the reason out; not everybody should hear which ticket it is about.
            text = _("You already have that ticket.") if no.code == "ticket-held" else sentence(no)
            return render(table, place, text, STATUS[no.kind])
        return redirect(url_for("log.log", table=table, _anchor=f"entry-{place}"), 303)


def report(tables: Tables, table: str, entry: Mapping[str, Any]) -> None:
    """Reports a correction, unless the game is finished."""
    must_be_open(tables.on_table(table, this_device()), entry)
    tables.log.report(table, this_device(), entry)


def _is_about_a_ticket(game: View, place: int) -> bool:
    """Whether an entry is about a ticket that this device sees: such entries are changed on the page of the seat."""
    visible = 0 < place <= len(game.log) and not isinstance(game.log[place - 1], Hidden)
    return visible and game.is_secret(place)


def _log_context(game: View) -> dict[str, Any]:
    """The template's data for the part of the log that the address asks for: up to line `to`, or the newest."""
    page = log_page(game, request.args.get("to", None, int), AT_ONCE)
    return {
        **head(game),
        "lines": page.lines,
        "people": marks(game),
        "earlier": page.earlier,
        "later": page.later,
        "new_id": new_id,
        "finished": game.table.finished,
        "own": next(iter(game.hands), None),
    }


def _line(game: View, place: int) -> EntryLine:
    """The line of an entry. Aborts with 404 if there is none, or if it is about tickets, which other pages change."""
    if not 1 <= place <= len(game.log):
        abort(404)
    line = entry_lines(game, [place])[0]
    return abort(404) if line.state in ("hidden", "own") else line
