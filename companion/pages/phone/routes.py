"""“This isn't my phone any more”: the page that asks once, and then takes the phone out of all its tables. And the
pages by which another phone gets to the same tables and circles, by one link.
"""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.pages.shared.game_card import game_card
from companion.play import Refused
from companion.play.tables import Tables
from companion.web.addresses import along_url
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.invitation import qr
from companion.web.rate_limits import count_typed_code
from companion.web.this_device import devices_here, forget, known_device, this_device, this_token


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

    _link(blueprint, tables)
    return blueprint


def _link(blueprint: Blueprint, tables: Tables) -> None:
    """The link to everything on this phone: showing and making it, and opening it on another."""

    @blueprint.get("/along")
    def along() -> Response:
        device = known_device()
        secret = tables.along.link(device, this_token()) if device else None
        link = along_url(secret) if secret else None
        context = {"link": link, "qr": qr(link) if link else None, "known": device and tables.knows(device)}
        context["keeps"] = any(circle.keeps for circle in tables.circles.of(device)) if device else False
        return make_response(render_template("phone/along.html", **context))

    @blueprint.post("/along")
    def make_link() -> Response:
        """Makes the link, or a new one in place of it."""
        tables.along.make(this_device(), this_token())
        return redirect(url_for("phone.along"), 303)

    @blueprint.get("/open")
    def open_page() -> Response:
        """The page that the link opens; its script posts the secret. In the app the link is pasted."""
        return make_response(render_template("phone/open.html", sentence=""))

    @blueprint.post("/open")
    def open_link() -> Response:
        count_typed_code()
        typed = request.form.get("secret") or request.form.get("link", "")
        try:
            tables.along.open(typed.strip().rpartition("#")[2], this_device())
        except Refused as no:
            return make_response(render_template("phone/open.html", sentence=sentence(no)), STATUS[no.kind])
        return redirect(url_for("home.home"), 303)
