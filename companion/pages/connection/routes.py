"""The page on which a phone tests its connection to this server again and again."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.pages.parts import Parts
from companion.web.addresses import this_server


def create_blueprint(_parts: Parts) -> Blueprint:
    """Answers requests for the page."""
    blueprint = Blueprint("connection", __name__)

    @blueprint.get("/connection")
    def page() -> str:
        return render_template("connection/connection.html", address=this_server())

    return blueprint
