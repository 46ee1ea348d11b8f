"""Opens a trial game: one tap, and nothing to set up."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers the button on the home page."""
    tables = parts.tables
    blueprint = private(Blueprint("try_it", __name__))

    @blueprint.post("/try")
    def start() -> Response:
        """Opens a trial game, and goes to its table."""
        return redirect(url_for("table.page", table=tables.open_trial(this_device()).table), 303)

    return blueprint
