"""Protection against cross-site requests: changes are accepted only from our own pages, or from programs with a
token.
"""

from __future__ import annotations

from flask import Flask, abort, request

from companion.web.addresses import this_server
from companion.web.this_device import bearer

READING = ("GET", "HEAD", "OPTIONS")


def attach(app: Flask) -> None:
    """Checks every request."""
    app.before_request(refuse_other_sites)


def refuse_other_sites() -> None:
    """Refuses a change that was sent by a page of another site, since browsers send our cookie along with it."""
    if request.method in READING or bearer() is not None:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None and site not in ("same-origin", "none"):
        abort(403)
    # A proxy in front may have turned https into http, but never the other way round.
    ours = this_server()
    if origin is not None and origin not in (ours, ours.replace("http:", "https:", 1)):
        abort(403)
