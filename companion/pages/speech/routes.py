"""The page with the sentences that are read aloud, and this browser's settings for sound and keys."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.parts import Parts
from companion.pages.shared import announcements
from companion.pages.shared.head import head
from companion.pages.shared.strip import strip
from companion.pages.shared.version_field import version_in
from companion.web import htmx, preferences
from companion.web.headers import private
from companion.web.this_device import YEARS, this_device

LAST_HEARD: Final = "trackside-looked"  # the cookie with the version of a table that was read aloud last


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page of sentences, and changes this browser's settings for sound and keys."""
    tables = parts.tables
    blueprint = private(Blueprint("speech", __name__, url_prefix="/t/<table>/aloud"))

    @blueprint.get("")
    def page(table: str) -> Response:
        """The table's standing, and what has happened since this phone last asked."""
        game = tables.on_table(table, this_device())
        what = request.args.get("what")
        context: dict[str, Any] = {
            **head(game),
            "standings": announcements.standings(strip(game)),
            "changes": announcements.actions_since(game, version_in(request.cookies.get(LAST_HEARD))),
            "what": what,
            "much": preferences.amount_read_aloud(),
            "keys": preferences.has_key_shortcuts(),
        }
        answer = htmx.answer("speech/speech.html", "speech/_sentences.html", context)
        if what == "news":
            _remember(answer, url_for("speech.page", table=table), game.version)
        return answer

    @blueprint.post("")
    def store_settings(table: str) -> BaseResponse:
        """Stores this browser's settings, and leads back to the table."""
        tables.on_table(table, this_device())
        answer = redirect(url_for("table.page", table=table), 303)
        preferences.store_speech(answer, request.form.get("much", ""), keys="keys" in request.form)
        preferences.store_hand(answer, left="left" in request.form)
        preferences.store_nudges(answer, wanted="nudges" in request.form)
        return answer

    blueprint.app_template_global("has_key_shortcuts")(preferences.has_key_shortcuts)
    return blueprint


def _remember(answer: Response, here: str, version: int) -> None:
    """Stores in a cookie up to which version this browser has heard what happened at this table."""
    cookie = dump_cookie(
        LAST_HEARD, str(version), max_age=YEARS, httponly=True, samesite="Lax", path=here, sync_expires=False
    )
    answer.headers.add("Set-Cookie", cookie)
