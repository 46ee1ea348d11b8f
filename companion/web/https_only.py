"""Where the machine has an authority of its own, all but the page on which phones learn to trust it is for https.

What a phone entered before over plain http is still taken there.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n import gettext as _
from companion.play.keys import BrowserDevice
from companion.web import htmx
from companion.web.devices import known_device
from companion.web.problems import Problem, speaks_json

ON_PLAIN_HTTP: Final = frozenset({"trust.trust", "trust.certificate", "asset", "in_folder", "manifest.manifest"})
# What a phone entered over plain http before is taken there: over https it would be another phone.
LEFT_OVER: Final = frozenset({"table.entries", "end.finish", "tickets.keep"})


def attach(app: Flask) -> None:
    """All pages but those are for https alone."""
    app.before_request(_over_https_only)
    app.after_request(_nothing_to_read)
    app.after_request(_forgettable)


def _over_https_only() -> BaseResponse | None:
    if request.is_secure or request.endpoint in ON_PLAIN_HTTP:
        return None
    if request.endpoint in LEFT_OVER and isinstance(known_device(), BrowserDevice):
        return None
    if speaks_json():
        raise Problem(403, "needs-https", _("this server answers programs over https only"))
    wanted = request.full_path.rstrip("?") if request.method == "GET" and not htmx.wants_fragment() else "/"
    return htmx.go_to(url_for("trust.trust", to=wanted))


def _nothing_to_read(response: Response) -> Response:
    """Whoever listens in hears that something arrived, and no hand of tickets; a page that is still open goes on."""
    if request.endpoint in LEFT_OVER and not request.is_secure and htmx.wants_fragment():
        return htmx.nothing_but_go_to(response, url_for("trust.trust", to="/"))
    return response


def _forgettable(response: Response) -> Response:
    """Tomorrow the same name may be served over plain http again; no phone may be told to refuse that for a year."""
    response.headers.pop("Strict-Transport-Security", None)
    return response
