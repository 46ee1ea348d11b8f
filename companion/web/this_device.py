"""Which device made the request: a browser with its cookie, or a program with its token. Only hashes are stored."""

from __future__ import annotations

from flask import Flask, Response, g, request

from companion.play.keys import Device, browser_with, new_token, program_with

COOKIE = "trackside"
SECURE_COOKIE = "__Host-trackside"
YEARS = 400 * 24 * 60 * 60  # seconds; browsers keep no cookie longer than 400 days
BEARER = "Bearer "


def attach(app: Flask) -> None:
    """Sets the cookie of a new browser with the first answer that needs it."""
    app.after_request(_set_cookie)


def this_device() -> Device:
    """The device that made the request; a new browser is given a cookie."""
    token = bearer()
    return browser_with(this_token()) if token is None else program_with(token)


def this_token() -> str:
    """The device's token itself, which is never stored."""
    if (token := bearer()) is not None:
        return token
    cookie: str | None = request.cookies.get(_cookie_name()) or g.get("new_device")
    if cookie is None:
        cookie = g.new_device = new_token()
    return cookie


def known_device() -> Device | None:
    """The device that made the request; None for a browser without our cookie."""
    if (token := bearer()) is not None:
        return program_with(token)
    cookie = request.cookies.get(_cookie_name())
    return None if cookie is None else browser_with(cookie)


def devices_here() -> list[Device]:
    """All devices that the request belongs to: a browser used over http and https has two cookies."""
    if (token := bearer()) is not None:
        return [program_with(token)]
    return [browser_with(request.cookies[name]) for name in (COOKIE, SECURE_COOKIE) if name in request.cookies]


def forget(response: Response) -> None:
    """Makes the browser delete our cookies, and everything that our pages have stored in it."""
    for name, secure in ((COOKIE, request.is_secure), (SECURE_COOKIE, True)):
        if name in request.cookies:
            response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="Lax")
            response.headers["Clear-Site-Data"] = '"cookies", "storage"'


def bearer() -> str | None:
    """The token of a program, if the request has one."""
    header = request.headers.get("Authorization", "")
    return header.removeprefix(BEARER).strip() if header.startswith(BEARER) else None


def _set_cookie(response: Response) -> Response:
    """Sets the cookie of a browser that was new in this request."""
    token = g.get("new_device")
    if token is not None:
        secure = request.is_secure
        response.set_cookie(
            _cookie_name(), token, max_age=YEARS, httponly=True, samesite="Lax", secure=secure, path="/"
        )
        response.headers["Cache-Control"] = "no-store"
    return response


def _cookie_name() -> str:
    """The name of our cookie: over https another one, which no page over http can set."""
    return SECURE_COOKIE if request.is_secure else COOKIE
