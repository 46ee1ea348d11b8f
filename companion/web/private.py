"""Pages of tables are for who sits there: no cache keeps them, no search engine lists them."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request

LISTED: Final = "home.home"  # the one page that search engines may know


def private(blueprint: Blueprint) -> Blueprint:
    """The pages of this blueprint, kept private."""
    blueprint.after_request(_private)
    return blueprint


def _private(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "no-store")
    if request.endpoint != LISTED:
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
