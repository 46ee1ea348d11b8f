"""Where a table is by now, for the part of every page around it that goes along."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from companion.play.tables import Tables
from companion.present.along import along
from companion.web.http.devices import this_device
from companion.web.http.private import private


def pages(tables: Tables) -> Blueprint:
    """The part for these tables."""
    blueprint = private(Blueprint("along", __name__, url_prefix="/t/<table>/along"))
    blueprint.app_template_global("along_with")(along)

    @blueprint.get("")
    def now(table: str) -> Response:
        return make_response(render_template("shared/_along.html", viewer=tables.on_table(table, this_device())))

    return blueprint
