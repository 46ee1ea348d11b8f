"""The part of every page around a table that makes phones follow it: to the reveal, and to the next game."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from companion.pages.follow_table.view import destination_of
from companion.pages.parts import Parts
from companion.web.devices import this_device
from companion.web.headers import private


def pages(parts: Parts) -> Blueprint:
    """The part for these tables."""
    tables = parts.tables
    blueprint = private(Blueprint("follow_table", __name__, url_prefix="/t/<table>/along"))
    blueprint.app_template_global()(destination_of)

    @blueprint.get("")
    def now(table: str) -> Response:
        return make_response(
            render_template("follow_table/_along.html", viewer=tables.on_table(table, this_device()))
        )

    return blueprint
