"""How a no of the use-cases is answered: with which number, and to people with its sentence."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

from companion.play import Kind, Refused
from companion.store import StoreAway
from companion.web import htmx

STATUS: Final = {
    Kind.NOT_ALLOWED: 403,
    Kind.NOT_FOUND: 404,
    Kind.CONFLICT: 409,
    Kind.GONE: 410,
    Kind.WRONG: 422,
}
RETRY_AFTER: Final = "2"


def attach(app: Flask) -> None:
    """Pages that have nothing better to show than the sentence show it alone."""
    app.register_error_handler(Refused, refused)
    app.register_error_handler(StoreAway, away)


def refused(no: Refused) -> Response:
    """The sentence, on a page or as the piece that htmx asked for."""
    status = STATUS[no.kind]
    return htmx.answer(
        "errors/page.html", "errors/_sentence.html", {"sentence": sentence(no), "status": status}, status
    )


def away(problem: StoreAway) -> Response:
    """The storage is away: nothing was stored, and the same can be sent again."""
    shown = {"sentence": f"{str(problem)[:1].upper()}{str(problem)[1:]}.", "status": 503}
    response = htmx.answer("errors/page.html", "errors/_sentence.html", shown, 503)
    response.headers["Retry-After"] = RETRY_AFTER
    return response


def sentence(no: Refused) -> str:
    """A refusal as a sentence of its own."""
    return f"{no.message[:1].upper()}{no.message[1:]}" + ("" if no.message.endswith((".", "?")) else ".")
