"""Importing a saved game as a table: from a file or pasted text, from this host or another."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.i18n import gettext as _
from companion.pages.parts import Parts
from companion.prose.records import sentences
from companion.record.read import LARGEST, RecordWrong, read_record
from companion.web.headers import private
from companion.web.this_device import this_device

# A record grows in a form: a line break becomes two characters, and the form adds some of its own.
MOST: Final = 4 * LARGEST


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the import form, and opens the table that is sent with it."""
    boards, tables = parts.boards, parts.tables
    blueprint = private(Blueprint("import_game", __name__, url_prefix="/import"))

    def page(complaints: list[str], status: int = 200) -> Response:
        """The form, with what is wrong with the game that was sent, and the pasted text again."""
        context = {"complaints": complaints, "text": request.form.get("text", "") if status != 200 else ""}
        return make_response(render_template("import_game/import_game.html", **context), status)

    @blueprint.get("")
    def form() -> Response:
        return page([])

    @blueprint.post("")
    def start() -> Response:
        """Opens a table with the game that was uploaded or pasted, and leads to it, or to its tally if finished."""
        request.max_content_length = request.max_form_memory_size = MOST
        raw = _uploaded()
        if not raw.strip():
            return page([_("Choose a file, or paste its text.")], 422)
        try:
            record = read_record(raw, boards)
            table = tables.open(record, this_device()).table
        except RecordWrong as wrong:
            return page(sentences(wrong.complaints), 422)
        return redirect(url_for("tally.page" if record.replayed().finished else "table.page", table=table), 303)

    return blueprint


def _uploaded() -> bytes:
    """The chosen file, or else the pasted text. A byte order mark in front is dropped."""
    file = request.files.get("file")
    raw = file.read(LARGEST + 4) if file and file.filename else request.form.get("text", "").encode()
    return raw.removeprefix(b"\xef\xbb\xbf")
