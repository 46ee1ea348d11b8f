"""Whether this phone shakes and glows when it is its player's turn. Kept by the browser, like all that is its own."""

from __future__ import annotations

from typing import Final

from flask import Flask, request
from werkzeug.wrappers import Response

from companion.web.devices import YEARS

COOKIE: Final = "trackside-nudges"
OFF: Final = "off"


def attach(app: Flask) -> None:
    """Every page may ask."""
    app.add_template_global(wants_nudges)


def wants_nudges() -> bool:
    return request.cookies.get(COOKIE) != OFF


def keep(answer: Response, wanted: bool) -> None:
    """Remembers the choice; what is usual needs no cookie."""
    if wanted:
        answer.delete_cookie(COOKIE, httponly=True, samesite="Lax", path="/")
    else:
        answer.set_cookie(COOKIE, OFF, max_age=YEARS, httponly=True, samesite="Lax", path="/")
