"""The large screen for a television: the board, how everybody stands, who is next. Nothing secret."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, abort, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.parts import Parts
from companion.pages.shared.final_round import final_round_now, has_unusual_ending
from companion.pages.shared.head import head
from companion.pages.shared.player_marks import marks, seat_lines
from companion.pages.shared.start_card import has_begun
from companion.pages.shared.strip import strip
from companion.picture import PALETTES, picture
from companion.picture.game_scene import looks_of, scene_of
from companion.play import View
from companion.play.tables import Tables
from companion.prose.display_names import isolated
from companion.web import htmx
from companion.web.addresses import invitation_url
from companion.web.headers import private
from companion.web.invitation import invitation, qr
from companion.web.this_device import this_device

WIDTH: Final = 1600


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the large screen, and for pictures of the board at one version."""
    tables = parts.tables
    blueprint = private(Blueprint("television", __name__, url_prefix="/t/<table>/watch"))

    @blueprint.get("")
    def watch(table: str) -> BaseResponse:
        """The large screen; once the game is finished it leads to the reveal."""
        game = tables.on_table(table, this_device())
        if game.table.finished:  # the end is told on every screen at once
            return htmx.go_to(url_for("reveal.reveal", table=table))
        context = {
            **head(game),
            "strip": strip(tables.for_everybody(table, this_device())),
            "people": marks(game),
            "waiting": _still_to_play(game),
            "final": final_round_now(game) if has_unusual_ending(game) else "",
            "drawn": game.board.layout is not None,
            "lobby": _lobby(tables, game),
        }
        return htmx.answer("television/television.html", "television/_screen.html", context)

    @blueprint.get("/<int:version>-<palette>.svg")
    def board(table: str, version: int, palette: str) -> Response:
        """The board as it stands now. The version in the address only makes browsers fetch it again."""
        game = tables.on_table(table, this_device())
        if palette not in PALETTES or game.board.layout is None or version > game.version:
            abort(404)
        svg = picture(game.board, scene_of(game.table), PALETTES[palette], looks=looks_of(game.table), width=WIDTH)
        return Response(svg, content_type="image/svg+xml; charset=utf-8")

    return blueprint


def _lobby(tables: Tables, game: View) -> dict[str, Any] | None:
    """What the screen shows before the first turn, and None later: how others join, and who has a seat already.

    On a watcher's screen there is no invitation link, only the server's address and the code.
    """
    if has_begun(game) or game.table.phase != "playing":
        return None
    address = invitation_url("")
    ways_in = {"address": address.partition("://")[2].rstrip("#"), "qr": qr(address.rstrip("#"))}
    if game.plays:
        ways_in |= invitation(tables, game.id, game.facts.code)
    return ways_in | {"seats": seat_lines(game), "code": game.facts.code or ""}


def _still_to_play(game: View) -> list[str]:
    """Who still has a turn in the final round, in the order of play."""
    if game.table.phase != "final-round":
        return []
    seats, table = game.setup.colors, game.table
    first = seats.index(table.next_player)
    in_order = [color for color in (*seats[first:], *seats[:first]) if color in table.waiting_for]
    return [isolated(game.setup.name(color)) for color in in_order]
