"""How a no of the use-cases is answered: with which number, and to people with its sentence."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

from companion.play import Kind, Refused
from companion.play.tables import StoreUnavailable
from companion.prose import refusals
from companion.prose.sentences import in_full
from companion.web import htmx
from companion.web.problems import Problem, as_json, speaks_json

STATUS: Final = {
    Kind.NOT_ALLOWED: 403,
    Kind.NOT_FOUND: 404,
    Kind.CONFLICT: 409,
    Kind.GONE: 410,
    Kind.ASKED: 202,
    Kind.WRONG: 422,
}
RETRY_AFTER: Final = "2"


def attach(app: Flask) -> None:
    """Pages that have nothing better to show than the sentence show it alone."""
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Problem, problem)
    app.register_error_handler(StoreUnavailable, away)


def refused(no: Refused) -> Response:
    """The sentence, on a page or as the piece that htmx asked for; to programs with its code and version."""
    status = STATUS[no.kind]
    if speaks_json():
        return as_json(status, no.code, sentence(no), no.version)
    return _page(sentence(no), status, code=no.code)


def problem(wrong: Problem) -> Response:
    """Answers a Problem, which the web room raises itself."""
    if speaks_json():
        return as_json(wrong.status, wrong.code, in_full(wrong.message), retry_after=wrong.retry_after)
    return _page(in_full(wrong.message), wrong.status, wrong.retry_after)


def away(problem: StoreUnavailable) -> Response:
    """The storage is away: nothing was stored, and the same can be sent again."""
    if speaks_json():
        return as_json(503, "storage-away", in_full(str(problem)), retry_after=RETRY_AFTER)
    return _page(in_full(str(problem)), 503, RETRY_AFTER)


def _page(text: str, status: int, retry_after: int | str | None = None, code: str = "") -> Response:
    shown = {"sentence": text, "status": status, "code": code}
    response = htmx.answer("errors/page.html", "errors/_sentence.html", shown, status)
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
    return response


def sentence(no: Refused) -> str:
    """Why it was refused, in the language of whoever is answered."""
    return refusals.sentence(no.reason, no.data)
