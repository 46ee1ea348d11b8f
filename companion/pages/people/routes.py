"""The page of people: the code to come in by, who waits to be let in, and who holds which seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.i18n import gettext as _
from companion.pages.parts import Parts
from companion.pages.shared.head import head
from companion.pages.shared.pin import PIN, WRONG_PIN
from companion.pages.shared.player_marks import SeatLine, knocks, marks, seat_lines
from companion.pages.shared.requests import notices, request_lines, show_requested
from companion.play import Kind, Refused, View
from companion.play.pins import wrong_pin
from companion.play.tables import Tables
from companion.store.devices import Device
from companion.web import htmx
from companion.web.addresses import local_path, seat_url
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.invitation import invitation, qr
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page of people, and what is done there."""
    tables = parts.tables
    blueprint = private(Blueprint("people", __name__, url_prefix="/t/<table>"))

    @blueprint.get("/people")
    def people(table: str) -> Response:
        return _people_page(tables, table)

    @blueprint.post("/people/anew")
    def shut_out(table: str) -> Response:
        tables.door.shut_out(table, this_device())
        return _after_change(tables, table)

    _door(blueprint, tables)
    _seats(blueprint, tables)
    _requests(blueprint, tables)
    _along(blueprint, tables)
    for helper in (request_lines, show_requested, notices, knocks, asked_at):
        blueprint.app_template_global(helper.__name__)(helper)
    return blueprint


def _people_page(tables: Tables, table: str, text: str = "", status: int = 200) -> Response:
    """The page, with a message if there is one."""
    game = tables.on_table(table, this_device())
    if not text and WRONG_PIN in request.args:
        text, status = sentence(wrong_pin()), 403
    context = people_context(game) | {"sentence": text, "wrong": status >= 400}
    if game.plays and not htmx.wants_fragment():
        context |= invitation(tables, table, context["code"])
    return htmx.answer("people/people.html", "people/_people.html", context, status)


def _after_change(tables: Tables, table: str) -> Response:
    """The page after a change."""
    if htmx.wants_fragment():
        return _people_page(tables, table)
    return redirect(url_for("people.people", table=table), 303)


def _door(blueprint: Blueprint, tables: Tables) -> None:
    """Adds the answer to somebody who waits to be let in."""

    @blueprint.post("/waiting/<waiting>")
    def decide(table: str, waiting: str) -> Response:
        """Lets somebody who waits in, or sends them away."""
        came_from = back_to(table)
        try:
            tables.door.decide(table, this_device(), waiting, request.form.get("admit") == "yes")
        except Refused as no:
            somebody_was_quicker = came_from is not None and no.kind is Kind.GONE
            if not somebody_was_quicker:
                return _people_page(tables, table, sentence(no), STATUS[no.kind])
        if came_from is None:
            return _after_change(tables, table)
        return make_response("", 204) if htmx.wants_fragment() else redirect(came_from, 303)


def _seats(blueprint: Blueprint, tables: Tables) -> None:
    """Adds the forms to take and to leave a seat, to stop playing and to come back."""

    @blueprint.post("/seats")
    def seat(table: str) -> Response:
        """Takes a seat for this device, with a PIN if one was typed."""
        color, pin = request.form.get("color", ""), request.form.get("pin", "").strip()
        if pin and not PIN.fullmatch(pin):
            return _people_page(
                tables, table, _("A PIN has four digits, such as 2580. Leave the field empty for no PIN."), 422
            )
        try:
            tables.seats.take(table, this_device(), color, pin or None)
        except Refused as no:
            if no.code == wrong_pin().code and not htmx.wants_fragment():  # so that Back sends no form again
                return redirect(url_for("people.people", table=table, wrong_pin=1), 303)
            return _people_page(tables, table, sentence(no), STATUS[no.kind])
        return htmx.go_to(_page_after_seat(tables.on_table(table, this_device()), color))

    @blueprint.post("/seats/<color>/stop")
    def stop(table: str, color: str) -> Response:
        return _stays_or_goes(tables, tables.seats.stop, table, color)

    @blueprint.post("/seats/<color>/back")
    def come_back(table: str, color: str) -> Response:
        return _stays_or_goes(tables, tables.seats.come_back, table, color)

    @blueprint.post("/seats/<color>/leave")
    def leave(table: str, color: str) -> Response:
        """Frees a seat; where another phone has it, that phone is asked first."""
        try:
            tables.seats.free(table, this_device(), color)
        except Refused as no:
            if no.kind is not Kind.ASKED:
                return _people_page(tables, table, sentence(no), STATUS[no.kind])
        return _after_change(tables, table)


def _stays_or_goes(tables: Tables, change: Callable[[str, Device, str], object], table: str, color: str) -> Response:
    """Answers the form by which a player stops playing or comes back; `change` is what the form does to the seat."""
    try:
        change(table, this_device(), color)
    except Refused as no:
        return _people_page(tables, table, sentence(no), STATUS[no.kind])
    return _after_change(tables, table)


def _page_after_seat(game: View, color: str) -> str:
    """Where to go after taking a seat: the table, if routes are entered after the game; else to the seat's tickets.

    A phone that holds several seats goes to the list of them.
    """
    if game.setup.tracking == "tally":
        return url_for("table.page", table=game.id)
    if game.seats == {color}:
        return url_for("tickets.seat", table=game.id, color=color)
    return url_for("tickets.seats", table=game.id)


def _requests(blueprint: Blueprint, tables: Tables) -> None:
    """Adds what phones ask of one another, and their answers."""

    @blueprint.get("/asked")
    def asked(table: str) -> Response:
        return make_response(render_template("shared/_asked.html", viewer=tables.on_table(table, this_device())))

    @blueprint.post("/asked")
    def answer_asked(table: str) -> Response:
        """This phone's answer to a request of another."""
        form, here = request.form, back_to(table) or url_for("people.people", table=table)
        about, color, agree = form.get("about", ""), form.get("color", ""), form.get("agree") == "yes"
        try:
            if about == "move":
                tables.moving.answer(table, this_device(), color, agree)
            else:
                tables.seats.answer(table, this_device(), about, color, agree)
        except Refused as no:
            if no.kind is not Kind.CONFLICT:  # else somebody was quicker, and the page shows how it stands
                raise
        return redirect(here, 303)

    @blueprint.post("/seats/<color>/show")
    def ask_to_show(table: str, color: str) -> Response:
        tables.seats.ask_to_show(table, this_device(), color)
        if not htmx.wants_fragment():
            tables.tickets.allow_another_look(table, this_device(), color)
        return redirect(url_for("tickets.covered", table=table, color=color), 303)


def _along(blueprint: Blueprint, tables: Tables) -> None:
    """Taking a seat to another phone."""

    def shown(table: str, color: str, secret: str = "", no: Refused | None = None) -> Response:
        game = tables.on_table(table, this_device())
        if color not in game.seats:  # it has gone along, or was never here
            return htmx.go_to(url_for("people.people", table=table))
        context = {**head(game), "mark": marks(game)[color], "closed": game.seat(color).has_pin}
        context |= {"sentence": sentence(no) if no else "", "qr": qr(seat_url(secret)) if secret else None}
        return htmx.answer("people/along.html", "shared/_asked.html", context, STATUS[no.kind] if no else 200)

    @blueprint.get("/seats/<color>/along")
    def along(table: str, color: str) -> Response:
        return shown(table, color)

    @blueprint.post("/seats/<color>/along")
    def offer(table: str, color: str) -> Response:
        """Shows the QR code, which is good for a minute."""
        try:
            pin = request.form.get("pin", "").strip() or None
            return shown(table, color, tables.moving.offer(table, this_device(), color, pin))
        except Refused as no:
            return shown(table, color, no=no)


def _proposed(game: View) -> SeatLine | None:
    """The free seat that the address proposes to a phone without one: that of the name typed when asking to join."""
    if not game.plays or game.seats:
        return None
    named = (line for line in seat_lines(game) if line.mark.color == request.args.get("seat"))
    return next((line for line in named if not line.held and not line.closed), None)


def asked_at() -> str:
    """The address of the page on which a request is shown, to come back to once it is answered.

    The request may be part of a fragment, whose own address is no page: then it is that of the page around it.
    """
    if here := request.args.get("from"):
        return here
    pages_with_fragments = {"table": "table.page", "people": "people.people"}
    page = pages_with_fragments.get(request.blueprint or "")
    if page is None:
        return request.path
    return url_for(page, table=(request.view_args or {})["table"])


def back_to(table: str) -> str | None:
    """The page of this table that a form was on, if the form says so."""
    here = local_path(request.form.get("from", ""))
    return here if here and (here == f"/t/{table}" or here.startswith(f"/t/{table}/")) else None


def people_context(game: View) -> dict[str, Any]:
    """The template's data, without the invitation."""
    return {
        **head(game),
        "seats": seat_lines(game),
        "proposed": _proposed(game),
        "code": game.facts.code,
        "stopping": "stopping" in request.args,
    }
