"""The board as a table: routes by city, open or somebody's, a claim from each row. The way in without a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.languages import in_order
from companion.pages.parts import Parts
from companion.pages.route_list.view import Wanted, filters, lines, station
from companion.pages.shared import speech
from companion.pages.shared.entry_forms import entry_of, is_done, must_be_open
from companion.pages.shared.head import head
from companion.pages.shared.people import marks
from companion.pages.shared.strip import claimer, strip
from companion.picture.marks import MARKS
from companion.play import Refused, View
from companion.play.keys import new_id
from companion.web import htmx
from companion.web.devices import this_device
from companion.web.private import private
from companion.web.refusals import STATUS, sentence
from companion.web.speech import how_much

PAGE, PIECE = "route_list/route_list.html", "route_list/_routes.html"


def pages(parts: Parts) -> Blueprint:
    """The routes of a table, and what is reported from there."""
    tables = parts.tables
    blueprint = private(Blueprint("route_list", __name__, url_prefix="/t/<table>/routes"))

    def shown(table: str, no: Refused | None = None) -> Response:
        game = tables.on_table(table, this_device())
        told = _page(game, _wanted(game)) | {"sentence": sentence(no) if no else ""}
        return htmx.answer(PAGE, PIECE, told, STATUS[no.kind] if no else 200)

    @blueprint.get("")
    def page(table: str) -> Response:
        return shown(table)

    @blueprint.post("")
    def tell(table: str) -> BaseResponse:
        game = tables.on_table(table, this_device())
        try:
            told = entry_of(game, request.form)
            if not is_done(game, told):
                must_be_open(game, told)
                tables.log.report(table, this_device(), told, whole="whole" in request.form)
        except Refused as no:
            return shown(table, no)
        if htmx.wants_fragment():
            return shown(table)
        return redirect(_address(game, _wanted(game)), 303)

    return blueprint


def _wanted(game: View) -> Wanted:
    """The filter from the address; anything that makes no sense is left out."""
    only, city, player = (request.args.get(name) for name in ("only", "city", "player"))
    colors = game.setup.colors
    return Wanted(
        only if only in ("open", *colors) else "",
        city if city in game.board.city else None,
        # Where turns are followed the next claim is the next player's.
        player if player in colors and not game.table.turns_followed else None,
    )


def _page(game: View, wanted: Wanted) -> dict[str, Any]:
    player = wanted.player or claimer(game)
    now = strip(game, wanted.player)
    mine = next(iter(game.seats)) if len(game.seats) == 1 else None
    return {
        **head(game),
        "strip": now,
        "news": speech.as_wanted(speech.news(game, now), how_much()),
        "wanted": wanted,
        "here": _address(game, wanted),
        "link": lambda only: _address(game, replace(wanted, only=only)),
        "player": player,
        "people": marks(game),
        "filters": filters(game, mine),
        "cities": sorted(((city.name, city.id) for city in game.board.cities), key=lambda city: in_order(city[0])),
        "city_name": game.board.city[wanted.city].name if wanted.city else "",
        "station": station(game, player, wanted),
        "lines": lines(game, player, wanted),
        "route_marks": {**MARKS, "gray": ""},
        "live": game.table.turns_followed,
        "finished": game.table.finished,
        "id": new_id()[:12],
    }


def _address(game: View, wanted: Wanted) -> str:
    query = urlencode(wanted.asked)
    return url_for("route_list.page", table=game.id) + (query and f"?{query}")
