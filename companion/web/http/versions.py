"""The mark that every answer of ours carries, and what becomes of a page that is older than the server.

In a hotel's network somebody else may answer, with any status: the scripts of our pages believe nothing that has not
the mark. It names the version of what pages are made with. A page of another version sees that in any answer, sends
what it keeps, and loads itself anew (`static/js/renewal.js`). Pages from before there was a mark ask without
one, and are told to load anew in the way they know.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import Final

from flask import Flask, Response, request

from companion.web.http import htmx
from companion.web.http.devices import known_device

MARK: Final = "Trackside"  # of answers; of requests too, with the version of the page that asks
GRACE: Final = (
    10.0  # seconds in which an old page sends what it keeps: where it could not store that, nobody else will
)
MOST: Final = 10_000  # old pages remembered at a time


class Versions:
    """The version of this server's pages, and when pages without one were first heard of."""

    def __init__(self, version: str) -> None:
        self._version = version
        self._old: OrderedDict[int, float] = OrderedDict()
        self._lock = threading.Lock()

    def attach(self, app: Flask) -> None:
        """Marks every answer, and looks at who asks for a piece of a table's page."""
        app.jinja_env.globals["pages_version"] = self._version
        app.before_request(self._renew)
        app.after_request(self._mark)

    def _mark(self, response: Response) -> Response:
        response.headers[MARK] = self._version
        return response

    def _renew(self) -> Response | None:
        table = (request.view_args or {}).get("table")
        if table is None or request.method != "GET" or not htmx.wants_fragment() or MARK in request.headers:
            return None
        return htmx.load_anew() if self._has_had_time(hash((known_device(), table))) else None

    def _has_had_time(self, page: int) -> bool:
        """Whether an old page has had time enough to send everything it kept."""
        now = time.monotonic()
        with self._lock:
            first = self._old.setdefault(page, now)
            while len(self._old) > MOST:
                self._old.popitem(last=False)
        return now - first >= GRACE
