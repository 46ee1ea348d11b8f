"""“This isn't my phone any more”: the page that asks once, and then takes the phone out of all its tables."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.shared.game_card import game_card
from companion.web.headers import private
from companion.web.this_device import devices_here, forget


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page that asks, and for taking the phone out of all its tables."""
    tables = parts.tables
    blueprint = private(Blueprint("phone", __name__, url_prefix="/phone"))

    @blueprint.get("")
    def page() -> Response:
        """Asks once more, and lists the games that no other phone is in."""
        devices = devices_here()
        at = any(map(tables.leaving.is_known, devices))
        only_here = [game_card(game) for device in devices for game in tables.leaving.only_here(device)]
        context = {"at": at, "only_here": only_here, "unknown": not devices}
        return make_response(render_template("phone/phone.html", **context))

    @blueprint.post("")
    def leave() -> Response:
        """Takes this phone out of all its tables, and makes the browser forget us."""
        for device in devices_here():
            tables.leaving.everywhere(device)
        answer = make_response(redirect(url_for("phone.page"), 303))
        forget(answer)
        return answer

    return blueprint
