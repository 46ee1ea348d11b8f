"""The page of people: the code to come in by, who waits to be let in, and who holds which seat."""

from __future__ import annotations

import io
import re
from typing import Any, Final

import segno
from flask import Blueprint, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.i18n import gettext as _
from companion.play import Kind, Refused, Tables, View
from companion.play.keys import standing
from companion.play.seats import wrong_pin
from companion.present.home import board_and_variant, table_name
from companion.present.people import knocks, seat_lines
from companion.present.requests import notices, request_lines, show_requested
from companion.store import StoreAway
from companion.web.http import htmx
from companion.web.http.addresses import invitation
from companion.web.http.devices import this_device, this_token
from companion.web.http.private import private
from companion.web.http.refusals import STATUS, sentence

PIN: Final = re.compile(r"[0-9]{4}")
WRONG_PIN: Final = "wrong_pin"  # in an address: a form was turned down for it


def pages(tables: Tables) -> Blueprint:
    """The page of people, and what can be done there."""
    blueprint = private(Blueprint("people", __name__, url_prefix="/t/<table>"))

    def answer(table: str, text: str = "", status: int = 200) -> Response:
        game = tables.on_table(table, this_device())
        if not text and WRONG_PIN in request.args:
            text, status = sentence(wrong_pin()), 403
        context = shown(game) | {"sentence": text, "wrong": status >= 400}
        if game.plays and not htmx.wants_fragment():
            context |= way_in(tables, table, context["code"])
        return htmx.answer("people/people.html", "people/_people.html", context, status)

    def done(table: str) -> Response:
        return answer(table) if htmx.wants_fragment() else redirect(url_for("people.people", table=table), 303)

    @blueprint.get("/people")
    def people(table: str) -> Response:
        return answer(table)

    @blueprint.post("/waiting/<waiting>")
    def decide(table: str, waiting: str) -> Response:
        here = back_to(table)
        try:
            tables.decide(table, this_device(), waiting, request.form.get("admit") == "yes")
        except Refused as no:
            if (
                here is None or no.kind is not Kind.GONE
            ):  # else somebody was quicker, and the page shows how it stands
                return answer(table, sentence(no), STATUS[no.kind])
        if here is None:
            return done(table)
        return make_response("", 204) if htmx.wants_fragment() else redirect(here, 303)

    @blueprint.post("/seats")
    def seat(table: str) -> Response:
        color, pin = request.form.get("color", ""), request.form.get("pin", "").strip()
        if pin and not PIN.fullmatch(pin):
            return answer(table, _("A PIN is four digits, such as 4711. Leave it empty for none."), 422)
        try:
            tables.take_seat(table, this_device(), color, pin or None)
        except Refused as no:
            if no.code == wrong_pin().code and not htmx.wants_fragment():  # so that Back sends no form again
                return redirect(url_for("people.people", table=table, wrong_pin=1), 303)
            return answer(table, sentence(no), STATUS[no.kind])
        game = tables.on_table(table, this_device())
        if game.setup.tracking == "tally":  # their routes come first
            return htmx.go_to(url_for("table.page", table=table))
        if game.seats == {color}:
            return htmx.go_to(url_for("tickets.seat", table=table, color=color))
        return htmx.go_to(url_for("tickets.seats", table=table))

    @blueprint.post("/seats/<color>/leave")
    def leave(table: str, color: str) -> Response:
        try:
            tables.leave_seat(table, this_device(), color)
        except Refused as no:
            if no.kind is Kind.ASKED:
                return done(table)
            return answer(table, sentence(no), STATUS[no.kind])
        return done(table)

    @blueprint.get("/asked")
    def asked(table: str) -> Response:
        return make_response(render_template("shared/_asked.html", viewer=tables.on_table(table, this_device())))

    @blueprint.post("/asked")
    def answer_asked(table: str) -> Response:
        form = request.form
        try:
            tables.answer(
                table, this_device(), form.get("about", ""), form.get("color", ""), form.get("agree") == "yes"
            )
        except Refused as no:
            if no.kind is not Kind.CONFLICT:  # else somebody was quicker, and the page shows how it stands
                raise
        return redirect(back_to(table) or url_for("people.people", table=table), 303)

    @blueprint.post("/seats/<color>/show")
    def ask_to_show(table: str, color: str) -> Response:
        tables.ask_to_show(table, this_device(), color)
        return redirect(url_for("tickets.seat", table=table, color=color), 303)

    blueprint.app_template_global("request_lines")(request_lines)
    blueprint.app_template_global("show_requested")(show_requested)
    blueprint.app_template_global("notices")(notices)
    blueprint.app_template_global("knocks")(knocks)
    blueprint.app_template_global("asked_at")(asked_at)

    @blueprint.post("/people/anew")
    def shut_out(table: str) -> Response:
        tables.shut_out(table, this_device())
        return done(table)

    return blueprint


def asked_at() -> str:
    """The page that a question stands on, to come back to once it is answered: never a piece of one."""
    if here := request.args.get("from"):
        return here
    page = {"table": "table.page", "people": "people.people"}.get(request.blueprint or "")
    return url_for(page, table=(request.view_args or {})["table"]) if page else request.path


def back_to(table: str) -> str | None:
    """The page of this table that a form was on, where it says so."""
    here = request.form.get("from", "")
    known = here.startswith(f"/t/{table}/") or here == f"/t/{table}"
    return here if known and "\\" not in here else None


def way_in(tables: Tables, table: str, code: str | None) -> dict[str, Any]:
    """Of the link only the address, where it is a new one and nothing can be written now: the code is enough."""
    address = invitation("").partition("://")[2].rstrip("#")
    try:
        secret = tables.invite(table, this_device(), standing(this_token(), table, code))
    except StoreAway:
        return {"address": address}
    return {"address": address, "link": invitation(secret), "qr": qr(invitation(secret))}


def shown(game: View) -> dict[str, Any]:
    """The data of the page, without the invitation."""
    return {
        **head(game),
        "seats": seat_lines(game),
        "code": game.facts.code,
    }


def head(game: View) -> dict[str, Any]:
    """The data that every page of a table needs."""
    return {
        "table": game.id,
        "name": table_name(game),
        "about": board_and_variant(game),
        "viewer": game,
        "version": game.version,
    }


def qr(text: str) -> Markup:
    """A code to scan, as SVG in literal colours, with the quiet margin that cameras want."""
    drawn = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, svgns=True, border=4, dark="#000000", light="#ffffff", omitsize=True)
    return Markup(drawn.getvalue().decode())  # noqa: S704  (segno draws modules; nothing of the text is in it)
