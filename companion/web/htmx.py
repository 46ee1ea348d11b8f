"""The only place that says HX-: is a whole page wanted, or the piece of it that changes?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, make_response, render_template, request

_SPOKEN = ("HX-Request", "HX-Request-Type")


def wants_fragment() -> bool:
    """Whether htmx asks for a piece to put into the page it shows."""
    # htmx says "full" where it swaps the whole body: on a followed link, and when it goes back in history.
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Request-Type") != "full"


def answer(page: str, fragment: str, shown: Mapping[str, Any], status: int = 200) -> Response:
    """The page, or only its fragment; caches keep the two apart."""
    name = fragment if wants_fragment() else page
    response = make_response(render_template(name, **shown), status)
    response.vary.update(_SPOKEN)
    return response
