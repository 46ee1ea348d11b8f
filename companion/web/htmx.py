"""Everything about htmx's headers: whether a whole page or only a fragment is wanted, redirecting, and reloading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

_VARY = ("HX-Request", "HX-Request-Type")


def wants_fragment() -> bool:
    """Whether htmx asks for a fragment of the page it shows."""
    # "full" is sent where htmx swaps the whole body: when following a link or going back in history.
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Request-Type") != "full"


def answer(page: str, fragment: str, context: Mapping[str, Any], status: int = 200) -> Response:
    """The page rendered from these templates, or only its fragment where that is wanted."""
    name = fragment if wants_fragment() else page
    response = make_response(render_template(name, **context), status)
    response.vary.update(_VARY)
    return response


def go_to(address: str) -> BaseResponse:
    """Redirects to another page. For htmx by a header: it would put the target of a redirect into this page."""
    if not wants_fragment():
        return redirect(address, 303)
    return as_htmx_redirect(make_response("", 204), address)


def as_htmx_redirect(response: Response, address: str) -> Response:
    """Empties an answer and makes it one by which htmx goes to another page. Its other headers stay."""
    response.status_code = 204 if response.status_code == 200 else response.status_code
    response.set_data(b"")
    response.headers["HX-Redirect"] = address
    return response


def load_anew() -> Response:
    """An answer that makes htmx reload the whole page."""
    response = make_response("", 200)
    response.headers["HX-Refresh"] = "true"
    return response
