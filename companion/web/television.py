"""The large screen for a television: the board, how everybody stands, what happened, who is next. Nothing secret."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, abort, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.picture import PALETTES, picture
from companion.picture.game import looks_of, scene_of
from companion.play import Tables, View
from companion.present.people import marks
from companion.present.table import strip
from companion.prose.names import isolated
from companion.web.http import htmx
from companion.web.http.devices import this_device
from companion.web.http.private import private
from companion.web.people import head

WIDTH: Final = 1600


def pages(tables: Tables) -> Blueprint:
    """The screen, and the board as it stands at a version."""
    blueprint = private(Blueprint("television", __name__, url_prefix="/t/<table>/watch"))

    @blueprint.get("")
    def watch(table: str) -> BaseResponse:
        game = tables.on_table(table, this_device())
        if game.table.finished:  # the end is told on every screen at once
            return htmx.go_to(url_for("reveal.reveal", table=table))
        context = {
            **head(game),
            "strip": strip(tables.for_everybody(table, this_device())),
            "people": marks(game),
            "waiting": _still_to_play(game),
            "drawn": game.board.layout is not None,
        }
        return htmx.answer("television/television.html", "television/_screen.html", context)

    @blueprint.get("/<int:version>-<palette>.svg")
    def board(table: str, version: int, palette: str) -> Response:
        game = tables.on_table(table, this_device())
        if palette not in PALETTES or game.board.layout is None or version > game.version:
            abort(404)
        svg = picture(game.board, scene_of(game.table), PALETTES[palette], looks=looks_of(game.table), width=WIDTH)
        # The version is in the address so that a new one is fetched; the newest is always the right answer.
        return Response(svg, content_type="image/svg+xml; charset=utf-8")

    return blueprint


def _still_to_play(game: View) -> list[str]:
    """The names of the players who still have a last turn."""
    if game.table.phase != "final-round":
        return []
    return [isolated(game.setup.name(color)) for color in game.table.waiting_for]
