"""The tally: a table of figures, each with its reason and the board beside it, and what can be saved and shared."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, request, url_for
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
from companion.web.finished_game import answer_instead
from companion.web.headers import private
from companion.web.this_device import this_device

CHART: Final = 360.0  # the height of the chart, which is 720 wide: lower, it could not be read on a phone


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the tally of a finished game."""
    tables = parts.tables
    blueprint = private(Blueprint("tally", __name__, url_prefix="/t/<table>/tally"))
    pictures = BoardPictures()

    @blueprint.get("")
    def page(table: str) -> Response:
        """The tally of a finished game, also during its reveal; or only what a tapped figure changes."""
        game = tables.on_table(table, this_device())
        if instead := answer_instead(game, after_reveal=False):
            return instead
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
    """The figures, the reason of the one that was tapped, and the board with what it is about."""
    line = request.args.get("line", "")
    why = reason(game, request.args.get("player", ""), line, request.args.get("ticket", ""))
    return {
        **head(game),
        "columns": columns(game),
        "rows": rows(game),
        "why": why,
        "asked": (why.mark.color if why and why.mark else "", line),
        "rules": section_for_line(game.board, line),
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
        **share_texts(game, public_url(_shared_page(game))),
        "log": len(game.log),
        "race": lambda: Markup(race(game.table, SCREEN, looks=looks_of(game.table), height=CHART)),  # noqa: S704  (drawn by us)
    }


def _shared_page(game: View) -> str:
    """Where a shared message leads: to the result for anybody, if the maker shows it, else to the tally."""
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
