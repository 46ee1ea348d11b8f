"""The headers of every answer: what browsers may do with it, how long it may be cached, which version of our pages
made it; and gzip.
"""

from __future__ import annotations

import gzip
from typing import Final

from flask import Blueprint, Flask, Response, request

# Neither 'unsafe-inline' nor 'unsafe-eval': the pages contain no style and no script.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: with it, a form without script would send `Origin: null`.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Only sent over https, since browsers ignore it otherwise; and without subdomains, which are not ours to decide on.
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
TEXTS = ("text/", "application/json", "image/svg+xml")
WORTH_IT = 500  # bytes from which gzip saves something
MARK: Final = "Trackside"  # in answers, and in requests of our pages: the version of the pages
LISTED: Final = "home.home"  # the only page that search engines may list


def attach(app: Flask) -> None:
    """Adds the headers to every answer of the app, and compresses it."""
    app.after_request(guard)
    app.after_request(shrink)


def guard(response: Response) -> Response:
    """Adds the security headers; and `no-cache` unless the answer says how long it may be cached."""
    headers = HEADERS | SECURE if request.is_secure else HEADERS
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def shrink(response: Response) -> Response:
    """Compresses text for browsers that accept gzip.

    Streams are left alone, since compression would delay their lines, and so are files that are compressed already.
    """
    if (
        response.is_streamed
        or "Content-Encoding" in response.headers
        or not (response.content_type or "").startswith(TEXTS)
    ):
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) < WORTH_IT or not request.accept_encodings["gzip"]:
        return response
    response.set_data(gzip.compress(body, compresslevel=6, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    return response


def private(blueprint: Blueprint) -> Blueprint:
    """Makes the answers of a blueprint private: no cache stores them, and no search engine lists them."""
    blueprint.after_request(_private)
    return blueprint


def _private(response: Response) -> Response:
    """Adds the headers of a private answer; the home page may be listed all the same."""
    response.headers.setdefault("Cache-Control", "no-store")
    if request.endpoint != LISTED:
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


class PageVersion:
    """Marks every answer with the version of our pages.

    In a hotel's network, for example, somebody else may answer a request, with any status: the scripts of our pages
    trust no answer without this mark. A page that sees another version than its own sends the entries that it still
    has, and then reloads itself (`reloadWhenIdle` in `static/js/outbox.js`).
    """

    def __init__(self, version: str) -> None:
        self._version = version

    def attach(self, app: Flask) -> None:
        """Marks every answer, and tells pages their version."""
        app.jinja_env.globals["pages_version"] = self._version
        app.after_request(self._mark)

    def _mark(self, response: Response) -> Response:
        response.headers[MARK] = self._version
        return response
