"""Counts every request, and gives it an id under which it can be found in the log."""

from __future__ import annotations

import hashlib
import logging
import secrets
import time

from flask import Flask, Response, g, got_request_exception, request

from companion.host import logs
from companion.host.metrics import Measures

CHANGING = ("POST", "PATCH", "DELETE")


def attach(app: Flask, measures: Measures, lines: bool) -> None:
    """Counts all requests of the app; with `lines`, also writes a line to the log for each."""

    def begin() -> None:
        g.began, g.request_id = time.perf_counter(), secrets.token_hex(8)

    def end(response: Response) -> Response:
        """Counts and logs the request, now that its answer is ready."""
        seconds = time.perf_counter() - g.began
        response.headers["X-Request-Id"] = g.request_id
        measures.took("request", seconds)
        if response.status_code >= 400:
            measures.refused(response.status_code)
        elif request.method in CHANGING and "table" in (request.view_args or {}):
            measures.add("taps")
            measures.took("tap", seconds)
        if lines:
            level = logging.ERROR if response.status_code == 500 else logging.INFO
            logs.log_event("request", level, **_fields(response), ms=round(seconds * 1000, 1))
        return response

    # Attached before all others, to measure the whole time of a request.
    app.before_request(begin)
    app.after_request(end)
    if lines:
        got_request_exception.connect(_log_exception, app)
        app.log_exception = _no_flask_log  # type: ignore[assignment, method-assign]


def _fields(response: Response) -> dict[str, object]:
    """The fields of a log line. The page is given by its URL pattern, never by what was filled in."""
    table = str((request.view_args or {}).get("table", ""))
    line: dict[str, object] = {
        "id": g.request_id,
        "method": request.method if request.method in (*CHANGING, "GET", "HEAD", "OPTIONS") else "other",
        "page": request.url_rule.rule if request.url_rule else "none",
        "status": response.status_code,
        "from": logs.network_prefix(request.remote_addr or ""),
    }
    if table:
        line["table"] = hashlib.sha256(table.encode()).hexdigest()[:8]
    return line


def _no_flask_log(_error: object) -> None:
    """Replaces Flask's own logging of exceptions, which would write the address and the error's message."""


def _log_exception(_app: Flask, exception: BaseException, **_more: object) -> None:
    logs.log_event("mishap", logging.ERROR, id=g.get("request_id"), **logs.fault(exception))
