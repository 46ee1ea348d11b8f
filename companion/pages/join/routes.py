"""Coming to a table with another phone: by the camera at once, by the code when somebody there says yes."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.play import Kind, Refused, View
from companion.play.tables import Tables
from companion.play.view import Role
from companion.rules.text import appearance
from companion.web import htmx
from companion.web.devices import this_device
from companion.web.limits import typed_code
from companion.web.private import private
from companion.web.refusals import STATUS, sentence


def pages(parts: Parts) -> Blueprint:
    """The form for a code, and the page to wait on."""
    tables = parts.tables
    blueprint = private(Blueprint("join", __name__, url_prefix="/join"))

    def asking(no: Refused | None = None) -> Response:
        context = {"code": request.form.get("code", ""), "name": request.form.get("name", ""), "role": _role()}
        context["sentence"] = sentence(no) if no else ""
        return make_response(render_template("join/join.html", **context), STATUS[no.kind] if no else 200)

    @blueprint.get("")
    def form() -> Response:
        return asking()

    @blueprint.post("")
    def join() -> Response:
        try:
            if secret := request.form.get("secret"):
                joined = tables.door.join_by_secret(secret, this_device(), _role())
                return redirect(_inside(joined.table, joined.role), 303)
            typed_code()
            known = _at(tables, tables.door.table_with(request.form.get("code", "")))
            if known and (known.plays or _role() == "watcher"):
                return redirect(_inside(known.id, known.role), 303)
            code, name = request.form.get("code", ""), request.form.get("name", "")
            waiting = tables.door.ask_to_join(code, this_device(), _role(), name)
        except Refused as no:
            return asking(no)
        return redirect(url_for("join.wait", waiting=waiting), 303)

    @blueprint.get("/<waiting>")
    def wait(waiting: str) -> Response:
        if address := _arrived(tables, waiting):
            return htmx.go_to(address)
        try:
            joined = tables.door.collect(waiting, this_device())
        except Refused as no:
            context = {"sentence": sentence(no), "waiting": None}
            return htmx.answer("join/wait.html", "join/_waiting.html", context, STATUS[no.kind])
        if joined:
            seat = _seat_of(tables.on_table(joined.table, this_device()), joined.name)
            return htmx.go_to(_inside(joined.table, joined.role, seat))
        return htmx.answer("join/wait.html", "join/_waiting.html", {"waiting": waiting})

    @blueprint.post("/<waiting>/cancel")
    def cancel(waiting: str) -> Response:
        tables.door.cancel(waiting, this_device())
        return redirect(url_for("join.form"), 303)

    return blueprint


def _role() -> Role:
    return "watcher" if request.form.get("as") == "watcher" else "player"


def _inside(table: str, role: str, seat: str | None = None) -> str:
    """The next page for a device that is in: the seats for a player, with one proposed; the screen for a watcher."""
    if role == "watcher":
        return url_for("television.watch", table=table)
    return url_for("people.people", table=table, seat=seat)


def _seat_of(game: View, name: str) -> str | None:
    """The free seat of the player who is called so."""
    called = appearance(name).casefold()
    named = (player.color for player in game.setup.players if appearance(player.name).casefold() == called)
    return next((color for color in named if not game.seat(color).held), None)


def _arrived(tables: Tables, waiting: str) -> str | None:
    """The next page for a device that was let in; this page may be loaded again on the way."""
    table, asked = tables.door.asked_for(waiting)
    game = _at(tables, table)
    if not table or not game:
        return None
    return None if asked == "player" and not game.plays else _inside(table, game.role)


def _at(tables: Tables, table: str | None) -> View | None:
    """The table, where this device is at it."""
    try:
        return tables.on_table(table, this_device()) if table else None
    except Refused as no:
        if no.kind is Kind.NOT_FOUND:
            return None
        raise
