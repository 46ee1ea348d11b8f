"""The mark that every answer of ours carries, and what becomes of a page that is older than the server.

In a hotel's network somebody else may answer, with any status: the scripts of our pages believe nothing that has not
the mark. It names the version of what pages are made with. A page of another version sees that in any answer, sends
what it keeps, and loads itself anew (`renewWhenEmpty` in `static/js/outbox.js`).
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

MARK: Final = "Trackside"  # of answers; of requests too, with the version of the page that asks


class Versions:
    """The version of this server's pages."""

    def __init__(self, version: str) -> None:
        self._version = version

    def attach(self, app: Flask) -> None:
        """Marks every answer, and lets pages say which version they are of."""
        app.jinja_env.globals["pages_version"] = self._version
        app.after_request(self._mark)

    def _mark(self, response: Response) -> Response:
        response.headers[MARK] = self._version
        return response
