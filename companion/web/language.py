"""Which language an answer speaks: what this phone chose, else what its table did, else what the browser asks for.

A phone's choice is kept by the browser, like all that is its own. Programs are answered by their header alone.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from flask import Flask, Response, g, request
from werkzeug.wrappers import Response as BaseResponse

from companion import i18n, languages
from companion.play.tables import Tables
from companion.web.assets import FOREVER
from companion.web.devices import YEARS, known_device
from companion.web.problems import speaks_json

COOKIE: Final = "trackside-language"
DEPENDS_ON: Final = ("Accept-Language", "Cookie")


class Spoken:
    """Speaks to everybody in their language; `otherwise` in this one, where nobody said anything."""

    def __init__(self, tables: Tables | None, otherwise: str | None = None) -> None:
        self._tables, self._otherwise = tables, otherwise

    def attach(self, app: Flask) -> None:
        """Before all else that may have to say no."""
        app.before_request(self._begin)
        app.after_request(_tell)
        app.teardown_request(_end)
        app.jinja_env.globals |= {"language": i18n.language, "languages": languages.offered, "own_language": own}

    def _begin(self) -> None:
        g.speaking = ExitStack()
        if tag := self._wanted():
            g.speaking.enter_context(i18n.speaking(languages.catalogue(tag)))

    def _wanted(self) -> str | None:
        asked = [tag for tag, quality in request.accept_languages if quality]
        if not speaks_json():
            asked = [own() or self._of_table(), *asked]
        return languages.best(filter(None, asked)) or self._otherwise

    def _of_table(self) -> str:
        """What the table chose that a page is about, for whoever sits there."""
        table, device = (request.view_args or {}).get("table") or request.args.get("at"), known_device()
        if self._tables is None or table is None or device is None or len(languages.offered()) == 1:
            return ""
        return self._tables.language_at(table, device)


def own() -> str:
    """The language that this phone chose; nothing where it leaves that to others."""
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in languages.offered() else ""


def keep(answer: BaseResponse, tag: str) -> None:
    """Remembers the choice; who takes it back has no cookie."""
    if tag in languages.offered():
        answer.set_cookie(COOKIE, tag, max_age=YEARS, httponly=True, samesite="Lax", path="/")
    else:
        answer.delete_cookie(COOKIE, httponly=True, samesite="Lax", path="/")


def _tell(response: Response) -> Response:
    """Says which language it is, and what that depends on, of all but files that are the same for everybody."""
    if response.headers.get("Cache-Control") != FOREVER:
        response.headers["Content-Language"] = i18n.language()
        response.vary.update(DEPENDS_ON)
    return response


def _end(_error: BaseException | None) -> None:
    g.pop("speaking", ExitStack()).close()
