"""The tally: a timetable of figures, each with its reason and the board beside it; and what can be taken along."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, make_response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.shared.board_picture import SCREEN, Screens
from companion.pages.shared.head import head
from companion.pages.shared.people import series_in_words
from companion.pages.shared.stage import stage
from companion.pages.tally.sharing import offers
from companion.pages.tally.stopping import stops
from companion.pages.tally.view import columns, reason, rows
from companion.pages.tally.warnings import matters
from companion.picture import Scene
from companion.picture.game import looks_of, scene_of
from companion.picture.race import race
from companion.play import View
from companion.prose.rulebook import rules_of
from companion.web import htmx
from companion.web.addresses import public
from companion.web.devices import this_device
from companion.web.private import private

CHART: Final = 360.0  # beside a width of 720; on a phone that is as low as it may be


def pages(parts: Parts) -> Blueprint:
    """The tally of these tables; before the end there is none."""
    tables = parts.tables
    blueprint = private(Blueprint("tally", __name__, url_prefix="/t/<table>/tally"))
    screens = Screens()

    @blueprint.get("")
    def page(table: str) -> Response:
        game = tables.on_table(table, this_device())
        if not game.table.finished:
            return htmx.go_to(url_for("end.end" if game.plays else "television.watch", table=table))
        if htmx.wants_fragment() and "log" in request.args:  # asked whether anything was put right
            return make_response("", 204) if request.args["log"] == str(len(game.log)) else htmx.load_anew()
        shown = {**_figures(game, screens), **_rest(game), "series": series_in_words(tables.series.wins(table))}
        return htmx.answer("tally/tally.html", "tally/_sums.html", shown)

    return blueprint


def _figures(game: View, screens: Screens) -> dict[str, Any]:
    """The figures, the one that was asked about, and the board for it."""
    chosen = (request.args.get(name, "") for name in ("player", "line", "ticket"))
    why = reason(game, *chosen)
    return {
        **head(game),
        "columns": columns(game),
        "rows": rows(game),
        "why": why,
        "asked": (why.mark.color if why and why.mark else "", request.args.get("line", "")),
        "rules": rules_of(game.board, request.args.get("line", "")),
        "board_id": game.board.id,
        "winner": stage(game, len(game.reveal) - 1),
        "drawn": game.board.layout is not None,
        **_pictures(screens, game, why.scene if why else scene_of(game.table)),
    }


def _rest(game: View) -> dict[str, Any]:
    """The data that only the whole page needs, not its fragments."""
    return {
        "matters": matters(game),
        "stops": list(stops(game)),
        **offers(game, public(url_for("tally.page", table=game.id))),
        "log": len(game.log),
        "race": lambda: Markup(race(game.table, SCREEN, looks=looks_of(game.table), height=CHART)),  # noqa: S704  (drawn by us)
    }


def _pictures(screens: Screens, game: View, shown: Scene) -> dict[str, Any]:
    if game.board.layout is None:
        return {"lit": {}, "unlit": {}}
    lies = scene_of(game.table)
    return {
        "picture": lambda: Markup(screens.shown(game, shown)),  # noqa: S704  (drawn by us, texts escaped)
        "lit": screens.between(game, lies, shown),
        "unlit": screens.between(game, shown, lies),
    }
