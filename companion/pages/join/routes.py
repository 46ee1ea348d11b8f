"""Joining a table with another phone: at once by QR code or link, or by a typed code once somebody there agrees."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.play import Kind, Refused, View
from companion.play.tables import Tables
from companion.play.view import Role
from companion.rules.free_text import appearance
from companion.web import htmx
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.rate_limits import count_typed_code
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page where a code is typed and for the page to wait on."""
    tables = parts.tables
    blueprint = private(Blueprint("join", __name__, url_prefix="/join"))

    def form_page(no: Refused | None = None) -> Response:
        """The form, with the reason and what was typed if the code was refused."""
        context = {"code": request.form.get("code", ""), "name": request.form.get("name", ""), "role": _role()}
        context["sentence"] = sentence(no) if no else ""
        return make_response(render_template("join/join.html", **context), STATUS[no.kind] if no else 200)

    @blueprint.get("")
    def form() -> Response:
        return form_page()

    @blueprint.post("")
    def join() -> Response:
        """Lets this device in by an invitation, or asks the table that has the typed code."""
        try:
            if secret := request.form.get("secret"):
                joined = tables.door.join_by_secret(secret, this_device(), _role())
                return redirect(_first_page(joined.table, joined.role), 303)
            count_typed_code()
            already_in = _table_if_in(tables, tables.door.table_with(request.form.get("code", "")))
            if already_in and (already_in.plays or _role() == "watcher"):
                return redirect(_first_page(already_in.id, already_in.role), 303)
            code, name = request.form.get("code", ""), request.form.get("name", "")
            waiting = tables.door.ask_to_join(code, this_device(), _role(), name)
        except Refused as no:
            return form_page(no)
        return redirect(url_for("join.wait", waiting=waiting), 303)

    @blueprint.get("/seat")
    def seat() -> Response:
        """The page that a seat's QR code opens; its script posts the secret."""
        return make_response(render_template("join/seat.html", sentence=""))

    @blueprint.post("/seat")
    def ask_for_seat() -> Response:
        """Asks the phone that shows the code for its seat."""
        count_typed_code()
        try:
            waiting = tables.moving.ask(request.form.get("secret", ""), this_device())
        except Refused as no:
            return make_response(render_template("join/seat.html", sentence=sentence(no)), STATUS[no.kind])
        return redirect(url_for("join.wait", waiting=waiting), 303)

    @blueprint.get("/<waiting>")
    def wait(waiting: str) -> Response:
        """The page of somebody who waits; once they are let in it leads to the table."""
        # Reloaded after they were let in: nothing is left to collect.
        if address := _page_if_admitted(tables, waiting):
            return htmx.go_to(address)
        try:
            joined = tables.door.collect(waiting, this_device())
        except Refused as no:
            context = {"sentence": sentence(no), "waiting": None, "for_seat": no.reason == "seat-stayed"}
            return htmx.answer("join/wait.html", "join/_waiting.html", context, STATUS[no.kind])
        if joined:
            seat = _seat_named(tables.on_table(joined.table, this_device()), joined.name)
            return htmx.go_to(_first_page(joined.table, joined.role, seat))
        signs = tables.moving.sign(waiting, this_device())
        context = {"waiting": waiting, "signs": signs, "for_seat": bool(signs)}
        return htmx.answer("join/wait.html", "join/_waiting.html", context)

    @blueprint.post("/<waiting>/cancel")
    def cancel(waiting: str) -> Response:
        tables.door.cancel(waiting, this_device())
        return redirect(url_for("join.form"), 303)

    return blueprint


def _role() -> Role:
    return "watcher" if request.form.get("as") == "watcher" else "player"


def _first_page(table: str, role: str, seat: str | None = None) -> str:
    """The first page at a table: the seats for a player, with one proposed; the large screen for a watcher."""
    if role == "watcher":
        return url_for("television.watch", table=table)
    return url_for("people.people", table=table, seat=seat)


def _seat_named(game: View, name: str) -> str | None:
    """The free seat of the player with this name."""
    wanted = appearance(name).casefold()
    same_name = (player.color for player in game.setup.players if appearance(player.name).casefold() == wanted)
    return next((color for color in same_name if not game.seat(color).held), None)


def _page_if_admitted(tables: Tables, waiting: str) -> str | None:
    """The first page for a device that was let in already: the waiting page may be loaded again meanwhile."""
    table, asked = tables.door.asked_for(waiting)
    game = _table_if_in(tables, table)
    if not table or not game:
        return None
    still_waits = asked == "seat" or (asked == "player" and not game.plays)
    return None if still_waits else _first_page(table, game.role)


def _table_if_in(tables: Tables, table: str | None) -> View | None:
    """The table, if this device is in it."""
    try:
        return tables.on_table(table, this_device()) if table else None
    except Refused as no:
        if no.kind is Kind.NOT_FOUND:
            return None
        raise
