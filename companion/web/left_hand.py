"""Which hand holds this phone: what a thumb needs lies on its side. Kept by the browser, like all that is its own."""

from __future__ import annotations

from typing import Final

from flask import Flask, request
from werkzeug.wrappers import Response

from companion.web.devices import YEARS

COOKIE: Final = "trackside-hand"
LEFT: Final = "left"


def attach(app: Flask) -> None:
    """Every page may ask."""
    app.add_template_global(left_handed)


def left_handed() -> bool:
    return request.cookies.get(COOKIE) == LEFT


def keep(answer: Response, left: bool) -> None:
    """Remembers the choice; the right hand needs no cookie."""
    if left:
        answer.set_cookie(COOKIE, LEFT, max_age=YEARS, httponly=True, samesite="Lax", path="/")
    else:
        answer.delete_cookie(COOKIE, httponly=True, samesite="Lax", path="/")
