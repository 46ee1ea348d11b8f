"""Which device asks: a browser by one cookie, a program by a token. The server keeps only a hash of either."""

from __future__ import annotations

from flask import Flask, Response, g, request

from companion.play.keys import Device, browser_with, new_token, program_with

COOKIE = "trackside"
SECURE_COOKIE = "__Host-trackside"
YEARS = 400 * 24 * 60 * 60  # seconds; browsers keep no cookie longer than 400 days
BEARER = "Bearer "


def attach(app: Flask) -> None:
    """A browser that has no name yet gets one with its first answer that needs it."""
    app.after_request(_remember)


def this_device() -> Device:
    """The device that asks; a browser that has no name yet is given one."""
    return program_with(token) if (token := bearer()) is not None else browser_with(this_token())


def this_token() -> str:
    """The token itself, which is never kept."""
    if (token := bearer()) is not None:
        return token
    known: str | None = request.cookies.get(_cookie_name()) or g.get("new_device")
    if known is None:
        known = g.new_device = new_token()
    return known


def known_device() -> Device | None:
    """The device that asks, where it has been here before."""
    if (token := bearer()) is not None:
        return program_with(token)
    known = request.cookies.get(_cookie_name())
    return None if known is None else browser_with(known)


def devices_here() -> list[Device]:
    """Every device that this request names: a browser that came by http and by https may be two."""
    if (token := bearer()) is not None:
        return [program_with(token)]
    return [browser_with(request.cookies[name]) for name in (COOKIE, SECURE_COOKIE) if name in request.cookies]


def forget(response: Response) -> None:
    """The browser lets go of its name, and of all that it keeps for us."""
    for name, secure in ((COOKIE, request.is_secure), (SECURE_COOKIE, True)):
        if name in request.cookies:
            response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="Lax")
            response.headers["Clear-Site-Data"] = '"cookies", "storage"'


def bearer() -> str | None:
    """A program's token, where it brought one."""
    header = request.headers.get("Authorization", "")
    return header.removeprefix(BEARER).strip() if header.startswith(BEARER) else None


def _remember(response: Response) -> Response:
    """Read again with every visit, so a phone in use is not forgotten."""
    token = g.get("new_device")
    if token is not None:
        secure = request.is_secure
        response.set_cookie(
            _cookie_name(), token, max_age=YEARS, httponly=True, samesite="Lax", secure=secure, path="/"
        )
        response.headers["Cache-Control"] = "no-store"
    return response


def _cookie_name() -> str:
    return SECURE_COOKIE if request.is_secure else COOKIE
