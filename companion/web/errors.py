"""The pages for errors: a sentence, and a way on."""

from __future__ import annotations

from flask import Flask, Response
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n import N_, _
from companion.web import htmx
from companion.web.problems import as_json, speaks_json

SENTENCES = {
    400: N_("We couldn't read that request. Go back and try again."),
    404: N_("There's nothing at this address. Check for typos, or go back to the start."),
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
    """Every refusal of the app looks the same; the traceback goes to the log alone."""
    app.register_error_handler(HTTPException, refused)


def refused(problem: HTTPException) -> BaseResponse:
    """The sentence for the kind of refusal; redirects and the like pass as they are."""
    status = problem.code or 500
    if status < 400:
        return problem.get_response()
    if speaks_json():
        answer = as_json(status, CODES.get(status, "refused"), _(FOR_PROGRAMS.get(status, OTHERWISE)))
        return _with_headers(answer, problem)
    shown = {"sentence": _(SENTENCES.get(status, OTHERWISE)), "status": status}
    page = htmx.answer("errors/page.html", "errors/_sentence.html", shown, status)
    return _with_headers(page, problem)


def _with_headers(answer: Response, problem: HTTPException) -> Response:
    """Such as which methods an address takes."""
    for name, value in problem.get_headers():
        if name != "Content-Type":
            answer.headers[name] = value
    return answer
