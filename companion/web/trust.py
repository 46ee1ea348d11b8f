"""For phones that do not trust this machine yet: how they learn to, over plain http, and how they forget it again.

Only where the machine has an authority of its own (`companion serve --https`); then all else is for https alone.
"""

from __future__ import annotations

import re
from typing import Final

from flask import Blueprint, Flask, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n import gettext as _
from companion.play.keys import BrowserDevice
from companion.web.hosting import Secure
from companion.web.http import htmx
from companion.web.http.devices import known_device
from companion.web.http.headers import POLICY
from companion.web.http.problems import Problem, speaks_json

ON_PLAIN_HTTP: Final = frozenset({"trust.trust", "trust.certificate", "asset", "in_folder", "manifest.manifest"})
# What a phone entered over plain http before is taken there: over https it would be another phone.
LEFT_OVER: Final = frozenset({"table.entries", "end.finish", "tickets.keep"})
KIND: Final = "application/x-x509-ca-cert"  # by which phones know what to do with it
NAME: Final = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::[0-9]{1,5})?")


def pages(secure: Secure) -> Blueprint:
    """The page, and the certificate to take along."""
    blueprint, certificates = Blueprint("trust", __name__), secure.certificates

    @blueprint.get("/trust")
    def trust() -> Response:
        wanted = request.args.get("to", "")
        there = f"https://{_name()}:{secure.port}"
        context = {
            "name": certificates.name,
            "fingerprint": certificates.fingerprint,
            "address": there + (wanted if _is_page(wanted) else "/"),
            "asks": f"{there}{url_for('trust.certificate')}" if _is_page(wanted) and not request.is_secure else "",
        }
        page = make_response(render_template("trust/trust.html", **context))
        page.headers["Cache-Control"] = "no-store"
        # It asks itself whether this phone can come in by https already.
        page.headers["Content-Security-Policy"] = POLICY.replace("connect-src 'self'", f"connect-src 'self' {there}")
        return page

    @blueprint.get("/trust/trackside.crt")
    def certificate() -> Response:
        answer = Response(certificates.der, content_type=KIND)
        answer.headers["Content-Disposition"] = 'attachment; filename="trackside.crt"'
        if not request.is_secure:
            return answer
        answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # asked for by the page over plain http
        return answer

    return blueprint


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


def _name() -> str:
    """This machine as the browser called it, without the port."""
    called = NAME.fullmatch(request.host)
    return called[1] if called else abort(400)


def _is_page(path: str) -> bool:
    """Whether it is a page of ours, and of nobody else: `//elsewhere` is another site."""
    return path.startswith("/") and not path.startswith(("//", "/\\"))
