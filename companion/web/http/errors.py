"""The pages for errors: a sentence, and a way on."""

from __future__ import annotations

from flask import Flask, Response
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n import N_, _
from companion.web.http import htmx
from companion.web.http.problems import as_json, speaks_json

SENTENCES = {
    400: N_("The request could not be read. Go back and try once more."),
    404: N_("There is nothing at this address. It may have been mistyped."),
    405: N_("This address does not take that. Go back and try once more."),
    413: N_("That is more than fits. Send a smaller file."),
    500: N_("Something broke on our side, and it has been written down. Try once more."),
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
    403: N_("This comes from another site; send a token, not a cookie."),
    404: N_("There is no such call; see /api/openapi.json."),
    405: N_("This call does not take this method."),
    413: N_("That is more than fits."),
    500: N_("Something broke on our side, and it has been written down."),
}
OTHERWISE = N_("That did not work. Go back and try once more.")


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
