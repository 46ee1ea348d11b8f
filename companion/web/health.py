"""Whether this server lives, and whether it can keep games: for whoever decides where to send people."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.play import Tables
from companion.store import StoreAway


def pages(tables: Tables | None) -> Blueprint:
    """Two answers of one word each."""
    blueprint = Blueprint("health", __name__)

    @blueprint.get("/healthz")
    def lives() -> Response:
        return _plain("ok")

    @blueprint.get("/readyz")
    def ready() -> Response:
        try:
            if tables is not None:
                tables.store.version("")
        except StoreAway:
            return _plain("the games cannot be reached", 503)
        return _plain("ready")

    return blueprint


def _plain(word: str, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": "2"} if status == 503 else {})
    return Response(f"{word}\n", status, headers, content_type="text/plain; charset=utf-8")
