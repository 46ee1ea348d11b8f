"""The reveal: the end told step by step on every phone and the large screen at once, led by one of them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.shared.board_picture import Screens
from companion.pages.shared.head import head
from companion.pages.shared.stage import Stage, stage
from companion.picture.game import scene_of
from companion.play import View
from companion.prose.names import isolated
from companion.web import htmx
from companion.web.devices import this_device
from companion.web.headers import private


def pages(parts: Parts) -> Blueprint:
    """The reveal of these tables; nothing of it is there before the end."""
    tables = parts.tables
    blueprint = private(Blueprint("reveal", __name__, url_prefix="/t/<table>/reveal"))
    screens = Screens()

    def shown(game: View, number: int | None) -> Response:
        if htmx.wants_fragment() and request.values.get("log", str(len(game.log))) != str(len(game.log)):
            return htmx.load_anew()  # something was put right, and the board that lies there is another one
        now = stage(game, game.step if number is None else number)
        context = {
            **head(game),
            "stage": now,
            "log": len(game.log),
            "again": number is not None,
            "leading": game.leads,
            "leader": _leader(game),
            "drawn": game.board.layout is not None,
            **_pictures(screens, game, now),
        }
        return htmx.answer("reveal/reveal.html", "reveal/_stage.html", context)

    @blueprint.get("")
    def reveal(table: str) -> Response:
        game = tables.on_table(table, this_device())
        if not game.table.finished:
            return htmx.go_to(url_for("end.end" if game.plays else "television.watch", table=table))
        return shown(game, _again(game))

    @blueprint.post("")
    def step(table: str) -> Response:
        tables.reveal.step(table, this_device(), request.form.get("to", 0, int))
        if not htmx.wants_fragment():
            return redirect(url_for("reveal.reveal", table=table), 303)
        return shown(tables.on_table(table, this_device()), None)

    return blueprint


def _again(game: View) -> int | None:
    """A step that somebody looks at alone; nobody sees one before the table does."""
    wanted = request.args.get("step", None, int)
    return None if wanted is None else min(max(wanted, 0), game.step)


def _leader(game: View) -> str | None:
    """The player who leads the reveal, if their phone holds a seat."""
    leader = game.facts.leader
    return isolated(game.setup.name(leader)) if leader else None


def _pictures(screens: Screens, game: View, now: Stage) -> dict[str, Any]:
    """The picture of the step, and what to set on the board as it lies to make it that picture, and back."""
    if game.board.layout is None:
        return {"lit": {}, "unlit": {}}
    lies = scene_of(game.table)
    return {
        "picture": lambda: Markup(screens.shown(game, now.scene)),  # noqa: S704  (drawn by us, texts escaped)
        "lit": screens.between(game, lies, now.scene),
        "unlit": screens.between(game, now.scene, lies),
    }
