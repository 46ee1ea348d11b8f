"""The home page: start a game, join one, continue one, or play one again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import i18n
from companion.pages.home.demonstration import Demonstration, demonstration
from companion.pages.parts import Parts
from companion.pages.shared.game_card import game_card
from companion.play import View, trials
from companion.play.tables import Tables
from companion.web.headers import private
from companion.web.this_device import known_device, this_device

MOST: Final = 12  # shown at once


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the home page. Without tables, that is the list of boards."""
    boards, tables, owner = parts.boards, parts.tables_if_any, parts.hosting.owner
    blueprint = private(Blueprint("home", __name__))

    if tables is None:
        blueprint.add_url_rule("/", "home", lambda: redirect(url_for("boards.every")))
        return blueprint

    @cache
    def shown(_language: str) -> Demonstration:
        return demonstration(boards)

    @blueprint.get("/")
    def home() -> str:
        games = games_of(tables)
        every = "all" in request.args
        cards = [game_card(game) for game in islice(games, None if every else MOST)]
        more = not every and next(games, None) is not None
        runs_it = owner is not None and owner.asks()
        device = known_device()
        known = bool(cards) or (device is not None and tables.knows(device))
        context: dict[str, Any] = {"games": cards, "more": more, "runs_it": runs_it, "known": known}
        if not cards and trials.BOARD in boards:
            context["shown"] = shown(i18n.language())
        return render_template("home/home.html", **context)

    @blueprint.post("/t/<table>/again")
    def again(table: str) -> Response:
        return redirect(url_for("table.page", table=tables.series.again(table, this_device())), 303)

    return blueprint


def games_of(tables: Tables) -> Iterator[View]:
    """The games this device is in, the last changed first; games of boards that are gone are left out.

    So are tables that were left for another board before anything was entered.
    """
    device = known_device()
    games = tables.of(device) if device else iter(())
    return (game for game in games if game.log or not game.facts.following)
