"""The replay: a finished game again, claim by claim, on the board and in the chart of everybody's points."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.replay.view import entries_of, replay_of
from companion.pages.shared.board_picture import SCREEN, BoardPictures
from companion.pages.shared.head import head
from companion.pages.shared.player_marks import marks
from companion.pages.shared.table_model import played_by
from companion.picture.game_scene import looks_of, scene_of
from companion.picture.race import race
from companion.web.finished_game import answer_instead
from companion.web.headers import private
from companion.web.this_device import this_device

CHART = 360.0  # the height of the chart, which is 720 wide: lower, it could not be read on a phone


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the replay of a finished game."""
    tables = parts.tables
    blueprint = private(Blueprint("replay", __name__, url_prefix="/t/<table>/replay"))
    pictures = BoardPictures()

    @blueprint.get("")
    def page(table: str) -> Response:
        """The replay, once the reveal is over."""
        game = tables.on_table(table, this_device())
        if instead := answer_instead(game):
            return instead
        shown, looks = replay_of(game), looks_of(game.table)
        context = {
            **head(game),
            "replay": shown,
            "marks": list(marks(game).values()),
            "log": len(game.log),
            "board": game.board,
            "drawn": game.board.layout is not None,
            "played": lambda: played_by(game),
            "entries": lambda: entries_of(game),
            "picture": lambda: Markup(pictures.of_scene(game, scene_of(game.table))),  # noqa: S704  (drawn by us)
            "race": lambda: Markup(race(game.table, SCREEN, looks=looks, height=CHART, other_curves=shown.runs)),  # noqa: S704
        }
        return make_response(render_template("replay/replay.html", **context))

    return blueprint
