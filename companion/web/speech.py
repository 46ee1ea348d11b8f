"""The page of what is said aloud; each browser has its own setting for how much, and for which keys work."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response as BaseResponse

from companion.play.tables import Tables
from companion.present import speech
from companion.present.speech import News
from companion.present.table import strip
from companion.web.http import htmx, left_hand, nudges
from companion.web.http.devices import YEARS, this_device
from companion.web.http.private import private
from companion.web.people import head

COOKIE: Final = "trackside-says"
LOOKED: Final = "trackside-looked"
ALL, NOTHING = "all", "nothing"
MUCH: Final = (ALL, "turns", NOTHING)
NO_KEYS: Final = "no-keys"


def pages(tables: Tables) -> Blueprint:
    """How a table stands and what has changed, in sentences; and the switches."""
    blueprint = private(Blueprint("speech", __name__, url_prefix="/t/<table>/aloud"))

    @blueprint.get("")
    def page(table: str) -> Response:
        game = tables.on_table(table, this_device())
        what, looked = request.args.get("what"), request.cookies.get(LOOKED, "")
        version = int(looked) if looked.isascii() and looked.isdigit() and len(looked) < 12 else 0
        context: dict[str, Any] = {
            **head(game),
            "standings": speech.standings(strip(game)),
            "changes": speech.since(game, version),
            "what": what,
            "much": how_much(),
            "keys": keys_wanted(),
        }
        answer = htmx.answer("speech/speech.html", "speech/_sentences.html", context)
        if what == "news":
            _remember(answer, url_for("speech.page", table=table), game.version)
        return answer

    @blueprint.post("")
    def switch(table: str) -> BaseResponse:
        tables.on_table(table, this_device())
        much = request.form.get("much", ALL)
        kept = [much if much in MUCH else ALL, *([] if "keys" in request.form else [NO_KEYS])]
        answer = redirect(url_for("table.page", table=table), 303)
        answer.set_cookie(COOKIE, ".".join(kept), max_age=YEARS, httponly=True, samesite="Lax", path="/")
        left_hand.keep(answer, "left" in request.form)
        nudges.keep(answer, "nudges" in request.form)
        return answer

    blueprint.app_template_global("keys_wanted")(keys_wanted)
    return blueprint


def _remember(answer: Response, here: str, version: int) -> None:
    """Up to where this browser was told; for this table, and without the hour at which it was."""
    kept = dump_cookie(
        LOOKED, str(version), max_age=YEARS, httponly=True, samesite="Lax", path=here, sync_expires=False
    )
    answer.headers.add("Set-Cookie", kept)


def how_much() -> str:
    """How much this browser wants to have said."""
    much = request.cookies.get(COOKIE, ALL).partition(".")[0]
    return much if much in MUCH else ALL


def keys_wanted() -> bool:
    """Whether one key alone does something here; who dictates or has a restless hand turns that off."""
    return not request.cookies.get(COOKIE, "").endswith(NO_KEYS)


def as_wanted(news: News) -> dict[str, Any] | None:
    """The news as this browser wants it."""
    much = how_much()
    if much == NOTHING:
        return None
    return (news if much == ALL else replace(news, acts=())).told
