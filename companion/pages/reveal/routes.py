"""The reveal: the end told step by step, on every phone and the large screen together, led by one phone."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.shared.board_picture import BoardPictures
from companion.pages.shared.head import head
from companion.pages.shared.keeping import Keeping, keeping
from companion.pages.shared.stage import Stage, stage
from companion.picture.game_scene import scene_of
from companion.play import View
from companion.prose.display_names import isolated
from companion.web import htmx
from companion.web.finished_game import page_before_end
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the reveal, which begins when a game is finished."""
    tables = parts.tables
    blueprint = private(Blueprint("reveal", __name__, url_prefix="/t/<table>/reveal"))
    pictures = BoardPictures()

    def render(game: View, number: int | None) -> Response:
        """The page at the step with this number, to look at alone; without a number, where the table is now."""
        if htmx.wants_fragment() and request.values.get("log", str(len(game.log))) != str(len(game.log)):
            return htmx.load_anew()  # an entry was corrected, so the board on the page is outdated
        current = stage(game, game.step if number is None else number)
        context = {
            **head(game),
            "stage": current,
            "log": len(game.log),
            "again": number is not None,
            "leading": game.leads,
            "leader": _leader(game),
            "drawn": game.board.layout is not None,
            "circle_days": parts.hosting.keep_circles,
            "keeping": _keeping(game) if current.over else None,
            **_pictures(pictures, game, current),
        }
        return htmx.answer("reveal/reveal.html", "reveal/_stage.html", context)

    def _keeping(game: View) -> Keeping:
        """What the last step offers to remember the game."""
        circles, device = tables.circles, this_device()
        return keeping(game, circles.of(device), circles.with_game(game.id, device), tables.is_trial(game.id))

    @blueprint.get("")
    def reveal(table: str) -> Response:
        game = tables.on_table(table, this_device())
        if not game.table.finished:
            return htmx.go_to(page_before_end(game))
        return render(game, _step_seen_alone(game))

    @blueprint.post("")
    def step(table: str) -> Response:
        tables.reveal.step(table, this_device(), request.form.get("to", 0, int))
        if not htmx.wants_fragment():
            return redirect(url_for("reveal.reveal", table=table), 303)
        return render(tables.on_table(table, this_device()), None)

    return blueprint


def _step_seen_alone(game: View) -> int | None:
    """The number in the address of a step that this device looks at alone; at most that of the table's own step."""
    wanted = request.args.get("step", None, int)
    return None if wanted is None else min(max(wanted, 0), game.step)


def _leader(game: View) -> str | None:
    """The player who leads the reveal, if their phone holds a seat."""
    leader = game.facts.leader
    return isolated(game.setup.name(leader)) if leader else None


def _pictures(pictures: BoardPictures, game: View, current: Stage) -> dict[str, Any]:
    """The step's picture, and the changes that turn the board's usual picture into it and back."""
    if game.board.layout is None:
        return {"lit": {}, "unlit": {}}
    board_scene = scene_of(game.table)
    return {
        "picture": lambda: Markup(pictures.of_scene(game, current.scene)),  # noqa: S704  (drawn by us, texts escaped)
        "lit": pictures.between(game, board_scene, current.scene),
        "unlit": pictures.between(game, current.scene, board_scene),
    }
