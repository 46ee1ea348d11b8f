"""The only place that says HX-: is a whole page wanted, or the piece of it that changes?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

_SPOKEN = ("HX-Request", "HX-Request-Type")


def wants_fragment() -> bool:
    """Whether htmx asks for a fragment of the page it shows."""
    # htmx says "full" where it swaps the whole body: on a followed link, and when it goes back in history.
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Request-Type") != "full"


def answer(page: str, fragment: str, shown: Mapping[str, Any], status: int = 200) -> Response:
    """The page, or only its fragment; caches keep the two apart."""
    name = fragment if wants_fragment() else page
    response = make_response(render_template(name, **shown), status)
    response.vary.update(_SPOKEN)
    return response


def go_to(address: str) -> BaseResponse:
    """Sends a person to another page. A fetch would follow a redirect and put that page into this one."""
    if not wants_fragment():
        return redirect(address, 303)
    return nothing_but_go_to(make_response("", 204), address)


def nothing_but_go_to(response: Response, address: str) -> Response:
    """Makes an answer one that sends a person to another page and shows nothing; its other headers stay."""
    response.status_code = 204 if response.status_code == 200 else response.status_code
    response.set_data(b"")
    response.headers["HX-Redirect"] = address
    return response


def load_anew() -> Response:
    """Tells the page to load itself again: too much of it has changed."""
    response = make_response("", 200)
    response.headers["HX-Refresh"] = "true"
    return response
