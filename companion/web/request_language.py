"""The language of an answer: chosen in this browser, else by its table, else asked for by `Accept-Language`.

For programs only the header counts.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from flask import Flask, Response, g, request

from companion import i18n, languages
from companion.play.tables import Tables
from companion.web.assets import FOREVER
from companion.web.preferences import chosen_language
from companion.web.problems import speaks_json
from companion.web.this_device import known_device

DEPENDS_ON: Final = ("Accept-Language", "Cookie")


class RequestLanguage:
    """Sets the language of each request; `default` is used where none that it asks for is offered."""

    def __init__(self, tables: Tables | None, default: str | None = None) -> None:
        self._tables, self._default = tables, default

    def attach(self, app: Flask) -> None:
        """Must be attached before whatever may refuse a request, so that the refusal is in the right language."""
        app.before_request(self._begin)
        app.after_request(_add_headers)
        app.teardown_request(_end)
        app.jinja_env.globals |= {
            "language": i18n.language,
            "languages": languages.offered,
            "own_language": chosen_language,
        }

    def _begin(self) -> None:
        """Sets the language until the end of the request."""
        g.speaking = ExitStack()
        tag = self._wanted()
        if tag:
            g.speaking.enter_context(i18n.speaking(languages.catalogue(tag)))

    def _wanted(self) -> str | None:
        """The language for this request; None where neither it nor the server asks for one."""
        wanted = [tag for tag, quality in request.accept_languages if quality]
        if not speaks_json():
            chosen = chosen_language() or self._of_table()
            if chosen:
                wanted.insert(0, chosen)
        return languages.best(wanted) or self._default

    def _of_table(self) -> str:
        """The language chosen by the table that the request is about, if this device is at it; else ""."""
        table = (request.view_args or {}).get("table") or request.args.get("at")
        device = known_device()
        if self._tables is None or table is None or device is None or len(languages.offered()) == 1:
            return ""
        return self._tables.language_at(table, device)


def _add_headers(response: Response) -> Response:
    """Adds the language and the headers that it depends on, except to files that are the same for everybody."""
    if response.headers.get("Cache-Control") != FOREVER:
        response.headers["Content-Language"] = i18n.language()
        response.vary.update(DEPENDS_ON)
    return response


def _end(_error: BaseException | None) -> None:
    """Sets the language back after the request."""
    g.pop("speaking", ExitStack()).close()
