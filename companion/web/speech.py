"""How much a browser wants to have said, and whether its single keys do something; kept by the browser."""

from __future__ import annotations

from typing import Final

from flask import request
from werkzeug.wrappers import Response

from companion.web.devices import YEARS

COOKIE: Final = "trackside-says"
ALL, NOTHING = "all", "nothing"
MUCH: Final = (ALL, "turns", NOTHING)
NO_KEYS: Final = "no-keys"


def keep(answer: Response, much: str, *, keys: bool) -> None:
    """Has the browser remember what was chosen."""
    kept = [much if much in MUCH else ALL, *([] if keys else [NO_KEYS])]
    answer.set_cookie(COOKIE, ".".join(kept), max_age=YEARS, httponly=True, samesite="Lax", path="/")


def how_much() -> str:
    """How much this browser wants to have said."""
    much = request.cookies.get(COOKIE, ALL).partition(".")[0]
    return much if much in MUCH else ALL


def keys_wanted() -> bool:
    """Whether one key alone does something here; who dictates or has a restless hand turns that off."""
    return not request.cookies.get(COOKIE, "").endswith(NO_KEYS)
