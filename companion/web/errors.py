"""What a person sees when something is not there or goes wrong: a sentence, and a way on."""

from __future__ import annotations

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from companion.web import htmx
from companion.words import N_, _

SENTENCES = {
    400: N_("The request could not be read. Go back and try once more."),
    404: N_("There is nothing at this address. It may have been mistyped."),
    405: N_("This address does not take that. Go back and try once more."),
    413: N_("That is more than fits. Send a smaller file."),
    500: N_("Something broke on our side, and it has been written down. Try once more."),
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
    shown = {"sentence": _(SENTENCES.get(status, OTHERWISE)), "status": status}
    page = htmx.answer("errors/page.html", "errors/_sentence.html", shown, status)
    for name, value in problem.get_headers():
        if name != "Content-Type":
            page.headers[name] = value
    return page
