"""For phones that don't trust this machine's certificates yet: how to trust them, and how to undo that.

Only where the machine has an authority of its own (`companion serve --https`).
"""

from __future__ import annotations

import re
from typing import Final

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from companion.pages.parts import Parts
from companion.web.headers import POLICY

KIND: Final = "application/x-x509-ca-cert"  # by which phones recognise a certificate to install
NAME: Final = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::[0-9]{1,5})?")


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page about certificates, and for the certificate to install."""
    secure = parts.secure
    blueprint, certificates = Blueprint("trust", __name__), secure.certificates

    @blueprint.get("/trust")
    def trust() -> Response:
        """How to trust the certificate, with an https link to `to`, the page that was asked for."""
        wanted = request.args.get("to", "")
        https_root = f"https://{_name()}:{secure.port}"
        context = {
            "name": certificates.name,
            "fingerprint": certificates.fingerprint,
            "address": https_root + (wanted if _is_page(wanted) else "/"),
            "probe_url": https_root + url_for("trust.certificate")
            if _is_page(wanted) and not request.is_secure
            else "",
        }
        page = make_response(render_template("trust/trust.html", **context))
        page.headers["Cache-Control"] = "no-store"
        # The page's script tests whether this phone trusts the certificate already.
        page.headers["Content-Security-Policy"] = POLICY.replace(
            "connect-src 'self'", f"connect-src 'self' {https_root}"
        )
        return page

    @blueprint.get("/trust/trackside.crt")
    def certificate() -> Response:
        """The certificate of this machine's own authority, as a file that phones install."""
        answer = Response(certificates.der, content_type=KIND)
        answer.headers["Content-Disposition"] = 'attachment; filename="trackside.crt"'
        if not request.is_secure:
            return answer
        answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # asked for by the page over plain http
        return answer

    return blueprint


def _name() -> str:
    """This machine's name as the browser used it, without the port."""
    called = NAME.fullmatch(request.host)
    return called[1] if called else abort(400)


def _is_page(path: str) -> bool:
    """Whether an address is a page of ours: `//elsewhere` would be another site."""
    return path.startswith("/") and not path.startswith(("//", "/\\"))
