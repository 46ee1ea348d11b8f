"""What pages about a finished game answer where there is nothing for them to show."""

from __future__ import annotations

from flask import make_response, request, url_for
from werkzeug.wrappers import Response

from companion.play import View
from companion.web import htmx


def page_before_end(game: View) -> str:
    """Where a phone goes that asks too early how a game ended: to finish it, or if it only watches, to watch it."""
    return url_for("end.end" if game.plays else "television.watch", table=game.id)


def answer_instead(game: View, after_reveal: bool = True) -> Response | None:
    """The answer in place of a page about the end of a game; None if that page is to be shown.

    A phone that asks too early is sent to another page; with `after_reveal` that is so until the reveal is over. A
    page that is shown already asks from time to time whether the log was corrected: 204 if not, else it reloads.
    """
    if not game.table.finished:
        return htmx.go_to(page_before_end(game))
    if after_reveal and game.revealing:
        return htmx.go_to(url_for("reveal.reveal", table=game.id))
    if htmx.wants_fragment() and "log" in request.args:
        was_corrected = request.args["log"] != str(len(game.log))
        return htmx.load_anew() if was_corrected else make_response("", 204)
    return None
