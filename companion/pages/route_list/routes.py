"""The board as a list of routes, each with its claim button: for whoever doesn't use the picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.languages import sort_key
from companion.pages.parts import Parts
from companion.pages.route_list.view import RouteFilter, filters, lines, station
from companion.pages.shared import announcements
from companion.pages.shared.entry_forms import entry_from_form, is_already_taken_back, must_be_open
from companion.pages.shared.head import head
from companion.pages.shared.player_marks import marks
from companion.pages.shared.strip import claimer, strip
from companion.picture.space_marks import MARKS
from companion.play import Refused, View
from companion.play.keys import new_id
from companion.web import htmx
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.preferences import amount_read_aloud
from companion.web.this_device import this_device

PAGE, FRAGMENT = "route_list/route_list.html", "route_list/_routes.html"


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the list of routes, and reports what is claimed there."""
    tables = parts.tables
    blueprint = private(Blueprint("route_list", __name__, url_prefix="/t/<table>/routes"))

    def render(table: str, no: Refused | None = None) -> Response:
        """The list, with the reason if something was refused."""
        game = tables.on_table(table, this_device())
        context = _page_context(game, _filter_from_address(game)) | {"sentence": sentence(no) if no else ""}
        return htmx.answer(PAGE, FRAGMENT, context, STATUS[no.kind] if no else 200)

    @blueprint.get("")
    def page(table: str) -> Response:
        return render(table)

    @blueprint.post("")
    def report(table: str) -> BaseResponse:
        """Reports the entry of the form, and shows the list again."""
        game = tables.on_table(table, this_device())
        try:
            entry = entry_from_form(game, request.form)
            if not is_already_taken_back(game, entry):
                must_be_open(game, entry)
                tables.log.report(table, this_device(), entry, whole="whole" in request.form)
        except Refused as no:
            return render(table, no)
        if htmx.wants_fragment():
            return render(table)
        return redirect(_address(game, _filter_from_address(game)), 303)

    return blueprint


def _filter_from_address(game: View) -> RouteFilter:
    """The filter in the address. Values that make no sense are left out."""
    only, city, player = (request.args.get(name) for name in ("only", "city", "player"))
    colors = game.setup.colors
    return RouteFilter(
        only if only in ("open", *colors) else "",
        city if city in game.board.city else None,
        # Where turns are followed the next claim is the next player's.
        player if player in colors and not game.table.turns_followed else None,
    )


def _page_context(game: View, route_filter: RouteFilter) -> dict[str, Any]:
    """The data of the list's templates."""
    player = route_filter.player or claimer(game)
    table_strip = strip(game, route_filter.player)
    mine = next(iter(game.seats)) if len(game.seats) == 1 else None
    return {
        **head(game),
        "strip": table_strip,
        "news": announcements.news_for_setting(announcements.news(game, table_strip), amount_read_aloud()),
        "wanted": route_filter,
        "here": _address(game, route_filter),
        "link": lambda only: _address(game, replace(route_filter, only=only)),
        "player": player,
        "people": marks(game),
        "filters": filters(game, mine),
        "cities": sorted(((city.name, city.id) for city in game.board.cities), key=lambda city: sort_key(city[0])),
        "city_name": game.board.city[route_filter.city].name if route_filter.city else "",
        "station": station(game, player, route_filter),
        "lines": lines(game, player, route_filter),
        "route_marks": {**MARKS, "gray": ""},
        "live": game.table.turns_followed,
        "finished": game.table.finished,
        "id": new_id()[:12],
    }


def _address(game: View, route_filter: RouteFilter) -> str:
    """The address of the list with this filter."""
    address, query = url_for("route_list.page", table=game.id), urlencode(route_filter.fields)
    return f"{address}?{query}" if query else address
