"""Changes come from our own pages, or from a program that shows its token."""

from __future__ import annotations

from flask import Flask, abort, request

from companion.web.addresses import here
from companion.web.devices import bearer

READING = ("GET", "HEAD", "OPTIONS")


def attach(app: Flask) -> None:
    """Every request is looked at before its page is."""
    app.before_request(refuse_other_sites)


def refuse_other_sites() -> None:
    """A form on somebody else's page brings this browser's cookie along; it is told apart by where it comes from."""
    if request.method in READING or bearer() is not None:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None and site not in ("same-origin", "none"):
        abort(403)
    # A web server in front may have taken https off without a word, but nothing puts it on.
    ours = here()
    if origin is not None and origin not in (ours, ours.replace("http:", "https:", 1)):
        abort(403)
