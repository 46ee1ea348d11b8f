"""The headers of every answer: who may do what with it, how long it keeps; and gzip."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

# No 'unsafe-inline', no 'unsafe-eval': there is no style and no script in the pages themselves.
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
    # Not `no-referrer`, under which a plain form would send `Origin: null`.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Only over https, where a browser heeds it; and for this name alone, for others may have their reasons.
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
TEXTS = ("text/", "application/json", "image/svg+xml")
WORTH_IT = 500


def attach(app: Flask) -> None:
    """Every answer of the app goes through here."""
    app.after_request(guard)
    app.after_request(shrink)


def guard(response: Response) -> Response:
    """A page is asked for anew each time unless it says otherwise itself."""
    for name, value in (HEADERS | SECURE if request.is_secure else HEADERS).items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def shrink(response: Response) -> Response:
    """Text goes gzipped to whoever takes it. Streams are left alone: a zipper would hold their lines back; and what
    pages are made with comes gzipped already.
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
