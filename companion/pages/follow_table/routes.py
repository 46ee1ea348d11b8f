"""The part of every page around a table that makes phones follow it: to the reveal, and to the next game."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from companion.pages.follow_table.view import destination_of
from companion.pages.parts import Parts
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers phones that ask whether their table has moved on to its reveal or its next game."""
    tables = parts.tables
    blueprint = private(Blueprint("follow_table", __name__, url_prefix="/t/<table>/along"))
    blueprint.app_template_global()(destination_of)

    @blueprint.get("")
    def destination(table: str) -> Response:
        """Where the phones of this table go now, if anywhere."""
        return make_response(
            render_template("follow_table/_along.html", viewer=tables.on_table(table, this_device()))
        )

    return blueprint
