"""A game to take along: its record as a file."""

from __future__ import annotations

import json

from flask import Blueprint, Response

from companion.play import Game, Tables
from companion.record import record_json
from companion.web.device import this_device
from companion.web.private import private


def pages(tables: Tables) -> Blueprint:
    """The files of these tables."""
    family = private(Blueprint("taking", __name__, url_prefix="/t/<table>"))

    @family.get("/record.json")
    def record(table: str) -> Response:
        """As this device may see it: tickets of others stand as hidden until the end."""
        game, viewer = tables.game(table, this_device())
        text = json.dumps(record_json(game.seen_by(game.on_pages(viewer))), ensure_ascii=False, indent=1)
        return as_file(text + "\n", "application/json; charset=utf-8", game, "json")

    return family


def as_file(body: str | bytes, kind: str, game: Game, ending: str) -> Response:
    """A file under a name that says what was played, and nothing that people typed."""
    name = f"{game.board.id}-{game.snapshot.id[:6]}.{ending}"
    return Response(body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
