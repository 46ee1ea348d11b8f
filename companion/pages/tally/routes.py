"""The tally: a table of figures, each with its reason and the board beside it, and what can be saved and shared."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, make_response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.shared.board_picture import SCREEN, BoardPictures
from companion.pages.shared.head import head
from companion.pages.shared.keeping import keeping
from companion.pages.shared.player_marks import series_in_words
from companion.pages.shared.stage import stage
from companion.pages.tally.sharing import share_texts
from companion.pages.tally.stopping import stops
from companion.pages.tally.view import columns, reason, rows
from companion.pages.tally.warning_advice import warning_groups
from companion.picture import Scene
from companion.picture.game_scene import looks_of, scene_of
from companion.picture.race import race
from companion.play import View
from companion.prose.rulebook import section_for_line
from companion.web import htmx
from companion.web.addresses import public_url
from companion.web.headers import private
from companion.web.this_device import this_device

CHART: Final = 360.0  # beside a width of 720; on a phone that is as low as it may be


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the tally of a finished game."""
    tables = parts.tables
    blueprint = private(Blueprint("tally", __name__, url_prefix="/t/<table>/tally"))
    pictures = BoardPictures()

    @blueprint.get("")
    def page(table: str) -> Response:
        """The tally of a finished game. A phone that only asks for corrections since gets 204 if there are none."""
        game = tables.on_table(table, this_device())
        if not game.table.finished:
            return htmx.go_to(url_for("end.end" if game.plays else "television.watch", table=table))
        if htmx.wants_fragment() and "log" in request.args:  # asked whether anything was put right
            return make_response("", 204) if request.args["log"] == str(len(game.log)) else htmx.load_anew()
        context = {
            **_figures(game, pictures),
            **_page_only(game),
            "circle_days": parts.hosting.keep_circles,
            "keeping": keeping(
                game,
                tables.circles.of(this_device()),
                tables.circles.with_game(table, this_device()),
                tables.is_trial(table),
            ),
            "series": series_in_words(tables.series.wins(table)),
        }
        return htmx.answer("tally/tally.html", "tally/_sums.html", context)

    return blueprint


def _figures(game: View, pictures: BoardPictures) -> dict[str, Any]:
    """The figures, the reason of the one that was tapped, and the board for it."""
    chosen = (request.args.get(name, "") for name in ("player", "line", "ticket"))
    why = reason(game, *chosen)
    return {
        **head(game),
        "columns": columns(game),
        "rows": rows(game),
        "why": why,
        "asked": (why.mark.color if why and why.mark else "", request.args.get("line", "")),
        "rules": section_for_line(game.board, request.args.get("line", "")),
        "board_id": game.board.id,
        "winner": stage(game, len(game.reveal) - 1),
        "drawn": game.board.layout is not None,
        **_pictures(pictures, game, why.scene if why else scene_of(game.table)),
    }


def _page_only(game: View) -> dict[str, Any]:
    """The data that only the whole page needs, not its fragments."""
    return {
        "warnings": warning_groups(game),
        "stops": list(stops(game)),
        **share_texts(game, public_url(_outside(game))),
        "log": len(game.log),
        "race": lambda: Markup(race(game.table, SCREEN, looks=looks_of(game.table), height=CHART)),  # noqa: S704  (drawn by us)
    }


def _outside(game: View) -> str:
    """The page to which a message leads: one for anybody, where the maker shows the result; else for the table."""
    return url_for("result_picture.shared" if game.options.picture_shared else "tally.page", table=game.id)


def _pictures(pictures: BoardPictures, game: View, scene: Scene) -> dict[str, Any]:
    """The board with what a figure is about, and the changes from the usual board to it and back."""
    if game.board.layout is None:
        return {"lit": {}, "unlit": {}}
    board_scene = scene_of(game.table)
    return {
        "picture": lambda: Markup(pictures.of_scene(game, scene)),  # noqa: S704  (drawn by us, texts escaped)
        "lit": pictures.between(game, board_scene, scene),
        "unlit": pictures.between(game, scene, board_scene),
    }
