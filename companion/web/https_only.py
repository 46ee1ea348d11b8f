"""With a certificate authority of this machine's own, pages are served over https only, except the page that explains
how to trust it.

What a phone entered earlier over plain http is still accepted there.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, current_app, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n import gettext as _
from companion.play.keys import BrowserDevice
from companion.web import htmx
from companion.web.owner import Owner
from companion.web.problems import Problem, speaks_json
from companion.web.this_device import known_device

ON_PLAIN_HTTP: Final = frozenset({"trust.trust", "trust.certificate", "asset", "in_folder", "manifest.manifest"})
# A phone sends what it entered over plain http to these; over https it would have another cookie.
LEFT_OVER: Final = frozenset({"table.entries", "end.finish", "tickets.keep"})


def attach(app: Flask) -> None:
    """Makes the app answer over https only, except for what a phone needs before it trusts the certificate."""
    app.before_request(_over_https_only)
    app.after_request(_without_body)
    app.after_request(_without_hsts)


def _over_https_only() -> BaseResponse | None:
    """Redirects a request over plain http to the page about certificates, unless it is one that may use plain http.

    API calls are refused instead.
    """
    if request.is_secure or request.endpoint in ON_PLAIN_HTTP or _is_owner_page():
        return None
    if request.endpoint in LEFT_OVER and isinstance(known_device(), BrowserDevice):
        return None
    if speaks_json():
        raise Problem(403, "needs-https", _("this server only takes API calls over https"))
    wanted = request.full_path.rstrip("?") if request.method == "GET" and not htmx.wants_fragment() else "/"
    return htmx.go_to(url_for("trust.trust", to=wanted))


def _is_owner_page() -> bool:
    """Whether this is the page about this server, asked for on this machine itself, so that no network carries it."""
    owner: Owner | None = current_app.extensions["owner"]
    return request.blueprint == "server" and owner is not None and owner.is_here()


def _without_body(response: Response) -> Response:
    """Empties answers over plain http, so that nobody on the network can read tickets in them."""
    if request.endpoint in LEFT_OVER and not request.is_secure and htmx.wants_fragment():
        return htmx.as_htmx_redirect(response, url_for("trust.trust", to="/"))
    return response


def _without_hsts(response: Response) -> Response:
    """Removes HSTS, or phones would refuse plain http for a year, even if this server goes back to it."""
    response.headers.pop("Strict-Transport-Security", None)
    return response
