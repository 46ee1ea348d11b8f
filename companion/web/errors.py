"""Answering every refusal and error: people get a page with a sentence, programs get JSON (see `problems`)."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n import N_, _
from companion.play import Kind, Refused
from companion.play.tables import StoreUnavailable
from companion.prose import table_refusals
from companion.prose.sentences import in_full
from companion.web import htmx
from companion.web.problems import Problem, problem_json, speaks_json

STATUS: Final = {
    Kind.NOT_ALLOWED: 403,
    Kind.NOT_FOUND: 404,
    Kind.CONFLICT: 409,
    Kind.GONE: 410,
    Kind.ASKED: 202,
    Kind.WRONG: 422,
}
RETRY_AFTER: Final = "2"  # seconds, where the database is unavailable
SENTENCES = {
    400: N_("We couldn't read that request. Go back and try again."),
    404: N_("There's nothing at this address. Check for typos, or go back to the home page."),
    405: N_("That can't be done at this address. Go back and try again."),
    413: N_("That's too big. Send a smaller file."),
    500: N_("Something went wrong on our side, and we've logged it. Try again."),
}
CODES = {
    400: "bad-request",
    403: "other-site",
    404: "no-such-call",
    405: "not-this-method",
    413: "too-large",
    500: "fault",
}
FOR_PROGRAMS = {
    403: N_("This request comes from another site; send a token, not a cookie."),
    404: N_("There's no such call; see /api/openapi.json."),
    405: N_("This call doesn't accept this method."),
    413: N_("That's too big."),
    500: N_("Something went wrong on our side, and we've logged it."),
}
OTHERWISE = N_("That didn't work. Go back and try again.")


def attach(app: Flask) -> None:
    """Makes the app answer all errors with the functions below; the traceback of a fault goes only to the log."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Problem, problem)
    app.register_error_handler(StoreUnavailable, unavailable)


def http_error(error: HTTPException) -> BaseResponse:
    """The answer to an error of HTTP, such as 404. Redirects are left as they are."""
    status = error.code or 500
    if status < 400:
        return error.get_response()
    if speaks_json():
        answer = problem_json(status, CODES.get(status, "refused"), _(FOR_PROGRAMS.get(status, OTHERWISE)))
        return _with_headers(answer, error)
    context = {"sentence": _(SENTENCES.get(status, OTHERWISE)), "status": status}
    page = htmx.answer("errors/page.html", "errors/_sentence.html", context, status)
    return _with_headers(page, error)


def _with_headers(answer: Response, error: HTTPException) -> Response:
    """The answer with the headers of the error, such as `Allow`."""
    for name, value in error.get_headers():
        if name != "Content-Type":
            answer.headers[name] = value
    return answer


def refused(refusal: Refused) -> Response:
    """The answer to a refusal of a use-case; programs also get its code and the table's version."""
    status = STATUS[refusal.kind]
    if speaks_json():
        return problem_json(status, refusal.code, sentence(refusal), refusal.version)
    return _page(sentence(refusal), status, code=refusal.code)


def problem(problem: Problem) -> Response:
    """The answer to a problem that `web` itself found."""
    if speaks_json():
        return problem_json(problem.status, problem.code, in_full(problem.message), retry_after=problem.retry_after)
    return _page(in_full(problem.message), problem.status, problem.retry_after)


def unavailable(error: StoreUnavailable) -> Response:
    """The answer where the database is unavailable: nothing was stored, and the request can be sent again."""
    if speaks_json():
        return problem_json(503, "storage-away", in_full(str(error)), retry_after=RETRY_AFTER)
    return _page(in_full(str(error)), 503, RETRY_AFTER)


def _page(text: str, status: int, retry_after: int | str | None = None, code: str = "") -> Response:
    """The page that shows what went wrong."""
    context = {"sentence": text, "status": status, "code": code}
    response = htmx.answer("errors/page.html", "errors/_sentence.html", context, status)
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
    return response


def sentence(refusal: Refused) -> str:
    """The reason of a refusal, in the language of the request."""
    return table_refusals.sentence(refusal.reason, refusal.data)
