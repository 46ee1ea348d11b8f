"""`/robots.txt`, and `/.well-known/security.txt` where the host named a contact (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from flask import Blueprint, Response, abort

from companion import languages
from companion.pages.parts import Parts
from companion.web.addresses import this_server

# The rest is somebody's table, or nothing that is searched for.
ROBOTS: Final = (
    "User-agent: *\nAllow: /$\nAllow: /assets/\nAllow: /boards\nAllow: /help\nAllow: /about\nDisallow: /\n"
)
VALID: Final = timedelta(days=180)


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for both files."""
    contact = parts.hosting.contact
    blueprint = Blueprint("public", __name__)

    @blueprint.get("/robots.txt")
    def robots() -> Response:
        return _text(ROBOTS)

    @blueprint.get("/.well-known/security.txt")
    def security() -> Response:
        """Always valid for half a year, since whoever runs it can be asked every day."""
        if contact is None:
            abort(404)
        expires = (datetime.now(UTC) + VALID).replace(microsecond=0)
        spoken = ", ".join(languages.offered())
        lines = (
            f"Contact: {contact}",
            f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
            f"Preferred-Languages: {spoken}",
            f"Canonical: {this_server()}/.well-known/security.txt",
        )
        return _text("\n".join(lines) + "\n")

    return blueprint


def _text(text: str) -> Response:
    return Response(text, content_type="text/plain; charset=utf-8")
