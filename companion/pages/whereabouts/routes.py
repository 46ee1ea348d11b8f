"""Where a table is by now, for the part of every page around it that goes along."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from companion.pages.parts import Parts
from companion.pages.whereabouts.view import along
from companion.web.devices import this_device
from companion.web.headers import private


def pages(parts: Parts) -> Blueprint:
    """The part for these tables."""
    tables = parts.tables
    blueprint = private(Blueprint("whereabouts", __name__, url_prefix="/t/<table>/along"))
    blueprint.app_template_global("along_with")(along)

    @blueprint.get("")
    def now(table: str) -> Response:
        return make_response(
            render_template("whereabouts/_whereabouts.html", viewer=tables.on_table(table, this_device()))
        )

    return blueprint
