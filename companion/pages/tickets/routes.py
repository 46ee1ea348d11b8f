"""Entering tickets in secret: a page for each seat, for whoever holds it; on a shared phone only while it is opened.

Addresses name a table and a colour, never a ticket or a city. Those are posted, so that no history or server log has
them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from flask import Blueprint, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.i18n import gettext as _
from companion.i18n import pgettext
from companion.pages.parts import Parts
from companion.pages.shared import unsent
from companion.pages.shared.entry_forms import must_be_open
from companion.pages.shared.head import head
from companion.pages.shared.pin import PIN, WRONG_PIN
from companion.pages.shared.player_marks import marks
from companion.pages.tickets import hands, typed
from companion.pages.tickets import view as tickets
from companion.pages.tickets.seat_page import PageState, board_as_it_stands, page_state, seat_page
from companion.play import Kind, Refused, View
from companion.play.entries import Taken
from companion.play.keys import new_token
from companion.play.pins import wrong_pin
from companion.play.shared_phone import SECONDS, tickets_closed
from companion.play.tables import Tables
from companion.rules.log import Hidden
from companion.web import htmx
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.receipts import with_reason, with_receipt
from companion.web.this_device import this_device

RESULTS, CHANGED = "tickets/_results.html", "tickets/_changed.html"
ONE_TIME: Final = 12  # characters of a page's one-time id
LONGEST_ID: Final = 40  # characters of a form's one-time id that are used


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page of all seats and for the tickets of each seat."""
    tables = parts.tables
    blueprint = private(Blueprint("tickets", __name__, url_prefix="/t/<table>/tickets"))
    _add_all_seats(blueprint, tables)
    _add_one_seat(blueprint, tables)
    _add_entering(blueprint, tables)
    return blueprint


def _add_all_seats(blueprint: Blueprint, tables: Tables) -> None:
    """Adds the page of all seats, and the forms that say who uses this phone."""

    @blueprint.get("")
    def seats(table: str) -> Response:
        """The page of all seats. Visiting it closes the tickets that are open on this phone."""
        game = tables.on_table(table, this_device())
        # From here on, somebody else may have the phone in hand.
        tables.tickets.close(table, this_device())
        context = {
            **head(game),
            "hands": hands.hands(game),
            "phase": game.table.phase,
            "at_end": hands.is_at_end(game),
            "next": hands.suggested_next(game),
        }
        return htmx.answer("tickets/seats.html", "tickets/_seats.html", context)

    @blueprint.post("/whose")
    def whose(table: str) -> Response:
        """Stores whether this phone is passed round; leads back to the seat that asked, or else to all seats."""
        tables.tickets.set_shared(table, this_device(), request.form.get("round") == "yes")
        color = request.form.get("color", "")
        if color not in tables.on_table(table, this_device()).seats:
            return redirect(url_for("tickets.seats", table=table), 303)
        return redirect(url_for("tickets.seat", table=table, color=color), 303)

    @blueprint.post("/<color>/take")
    def take(table: str, color: str) -> Response:
        """Takes the seat for whoever says they are this player.

        On a phone that is passed round its tickets open at once, unless they have a PIN.
        """
        tables.seats.take(table, this_device(), color)
        game = tables.seat(table, this_device(), color)
        if color in game.shared and not game.seat(color).has_pin:
            tables.tickets.open(table, this_device(), color)
        return redirect(url_for("tickets.seat", table=table, color=color), 303)


def _add_one_seat(blueprint: Blueprint, tables: Tables) -> None:
    """Adds the page of one seat, and the forms that open it, close it and set its PIN."""

    @blueprint.get("/<color>")
    def seat(table: str, color: str) -> Response:
        """The tickets of a seat if they are open on this phone, else a cover with the way to open them."""
        device = this_device()
        game = tables.on_table(table, device)
        if hands.is_free(game, color):
            return _cover(tables, table, color)
        if hands.is_free_with_pin(game, color):  # taken on the page of people, which asks for the PIN
            return redirect(url_for("people.people", table=table, _anchor=f"seat-{color}"), 303)
        may_see = tables.tickets.may_read if htmx.wants_fragment() else tables.tickets.may_look
        if not may_see(table, device, color):
            reason = wrong_pin() if WRONG_PIN in request.args else None
            return _cover(tables, table, color, reason)
        tables.tickets.stay_open(table, device, color)
        return _seat_page(tables, table, color, page_state(request.args))

    @blueprint.get("/<color>/covered")
    def covered(table: str, color: str) -> Response:
        """Whether earlier tickets of a seat that was taken over are still covered: if not, its page is reloaded."""
        game = tables.seat(table, this_device(), color)
        if color not in game.taken_over or not htmx.wants_fragment():
            return _reload(table, color)
        return htmx.answer("tickets/_covered.html", "tickets/_covered.html", {**head(game), "color": color})

    @blueprint.post("/<color>/open")
    def unlock(table: str, color: str) -> Response:
        """Opens a seat's tickets on this phone, with the typed PIN if the seat has one."""
        pin, seconds = request.form.get("pin", "").strip(), request.form.get("seconds", 0, int)
        try:
            tables.tickets.open(table, this_device(), color, pin or None, seconds)
        except Refused as no:
            if no.code != wrong_pin().code:
                raise
            # By a redirect, so that going back doesn't send the form again.
            return redirect(url_for("tickets.seat", table=table, color=color, wrong_pin=1), 303)
        return redirect(url_for("tickets.seat", table=table, color=color), 303)

    @blueprint.post("/<color>/close")
    def close(table: str, color: str) -> Response:
        """Closes the tickets on this phone, and stores what was typed into the search until they are opened again."""
        tables.seat(table, this_device(), color)
        tables.tickets.close(table, this_device(), color, request.form.get("find"))
        return htmx.go_to(url_for("tickets.seats", table=table))

    @blueprint.post("/<color>/stay")
    def stay(table: str, color: str) -> Response:
        """Keeps the tickets open for longer; 409 if they have closed already."""
        tables.seat(table, this_device(), color)
        return make_response("", 204 if tables.tickets.stay_open(table, this_device(), color) else 409)

    @blueprint.post("/<color>/pin")
    def pin(table: str, color: str) -> Response:
        """Sets the seat's PIN, or removes it where the field is empty."""
        pin = request.form.get("pin", "").strip()
        if pin and not PIN.fullmatch(pin):
            text = _("A PIN has four digits, such as 2580. Leave the field empty for no PIN.")
            return _open_page(tables, table, color, PageState(notice=text), 422)
        tables.tickets.set_pin(table, this_device(), color, pin or None)
        return _reload(table, color)  # other parts of the page change too, and it may be locked by now


def _add_entering(blueprint: Blueprint, tables: Tables) -> None:
    """Adds the forms that add tickets, take them back, and confirm that all are entered."""

    @blueprint.post("/<color>/keep")
    def keep(table: str, color: str) -> Response:
        """Adds a ticket to the seat."""
        board = tables.on_table(table, this_device()).board
        members: dict[str, Any] = {"ticket": request.form.get("ticket", "")}
        if board.typed_tickets:
            members = typed.typed_ticket_members(board, request.form)
            if not members:
                return _open_page(tables, table, color, PageState(notice=typed.advice(), adding=True), 422)
        about = "--".join(str(value) for value in members.values())
        entry = {"type": "keep", "player": color, **members, "id": _one_time_id(about)}
        return _report(tables, table, color, entry, pgettext("ticket", "Kept."))

    @blueprint.post("/<color>/back")
    def back(table: str, color: str) -> Response:
        """Takes a ticket of the seat back."""
        place = request.form.get("entry", 0, int)
        entry = {"type": "strike", "entry": place, "id": _one_time_id(str(place))}
        return _report(tables, table, color, entry, pgettext("ticket", "Taken back."))

    @blueprint.post("/<color>/find")
    def find(table: str, color: str) -> Response:
        """The tickets that match what was typed."""
        return _open_page(tables, table, color, page_state(request.form), fragment=RESULTS)

    @blueprint.post("/<color>/done")
    def done(table: str, color: str) -> Response:
        """Confirms that the seat's tickets are in, after asking about whatever looks like a mistake."""
        device = this_device()
        game = tables.seat(table, device, color)
        locked_out = tables.pins.locked(table, device, color)  # by wrong PINs: nobody can open the tickets here
        may_be_unopened = locked_out or hands.may_confirm_unopened(game, color)
        if not may_be_unopened and not tables.tickets.may_enter(table, device, color):
            return _reload(table, color)
        questions = [] if "sure" in request.form else _doubts(tables, table, color)
        if questions:
            return _open_page(tables, table, color, PageState(doubts=tuple(questions)))
        if hands.is_at_end(game) or "no_more" in request.form or locked_out:
            tables.seats.confirm(table, device, color)
        else:
            tables.seats.tickets_in(table, device, color)
        if color in game.shared:
            tables.tickets.close(table, device)
        return _go_to_next(tables, table, color)

    @blueprint.post("/<color>/undone")
    def undone(table: str, color: str) -> Response:
        """Withdraws a seat's confirmation about its tickets."""
        device, game = this_device(), tables.seat(table, this_device(), color)
        if game.confirmed(color):
            tables.seats.unconfirm(table, device, color)
        else:
            tables.seats.tickets_in(table, device, color, are_in=False)
        return _open_page(tables, table, color, PageState())


def _go_to_next(tables: Tables, table: str, color: str) -> Response:
    """Leads to the seat that enters tickets next on this phone; after the last, to the end or back to the board."""
    game = tables.on_table(table, this_device())
    next_color = hands.next_on_this_phone(game, color)
    if next_color:
        return htmx.go_to(url_for("tickets.seat", table=table, color=next_color))
    return htmx.go_to(url_for("end.end" if hands.is_at_end(game) else "table.page", table=table))


def _doubts(tables: Tables, table: str, color: str) -> list[str]:
    """Questions to ask before a seat confirms; none while its tickets are locked, since they would hint at them."""
    if not tables.tickets.may_read(table, this_device(), color):
        return []
    return tickets.doubts(tables.hand(table, this_device(), color), color)


def _report(tables: Tables, table: str, color: str, entry: dict[str, Any], text: str) -> Response:
    """Reports an entry about a ticket, and answers with the seat's page; `text` says that it was done.

    If the tickets were closed meanwhile, the entry still counts, but the answer shows none of them.
    """
    device = this_device()
    is_keep, is_typed_ticket = entry["type"] == "keep", "points" in entry
    chosen_order = {"sort": request.form["sort"]} if "sort" in request.form else {}  # of the tickets to choose from
    try:
        was_reported = tables.log.place_of(table, device, entry["id"], entry["type"]) is not None
        if not was_reported:  # sent again: it counts although the game is finished now
            must_be_open(tables.on_table(table, device), entry)
        _must_be_own(tables, table, color, entry)
        taken = tables.log.report(table, device, entry)
    except Refused as no:
        if no.code == tickets_closed().code:
            return _reload(table, color)
        if no.code != "ticket-held":
            reason = sentence(no)
            refused = PageState(chosen_order, notice=reason, adding=is_keep)
            return with_reason(_open_page(tables, table, color, refused, STATUS[no.kind]), reason)
        taken = Taken(0, 0)  # entered by another tap already, which is what was wanted
    accepted = PageState(chosen_order, announcement=text, adding=is_keep, just_kept=is_typed_ticket)
    return with_receipt(_open_page(tables, table, color, accepted), taken.entry, taken.version)


def _must_be_own(tables: Tables, table: str, color: str, entry: dict[str, Any]) -> None:
    """Refuses an entry that takes back anything but a ticket that this seat's page shows."""
    place = entry.get("entry")
    if place is None:
        return
    game = tables.hand(table, this_device(), color)
    if not 0 < place <= len(game.log) or not game.is_secret(place) or isinstance(game.log[place - 1], Hidden):
        raise Refused(Kind.WRONG, "wrong-value", reason="entry-number")


def _open_page(
    tables: Tables, table: str, color: str, state: PageState, status: int = 200, fragment: str = CHANGED
) -> Response:
    """The answer to a form about a seat's tickets: they are shown anew, or the cover if they have closed meanwhile.

    Without script the form leads to the page by a redirect, so that going back sends nothing again.
    """
    if not tables.tickets.may_read(table, this_device(), color):
        return _reload(table, color)
    tables.tickets.stay_open(table, this_device(), color)
    was_accepted = status == 200 and fragment == CHANGED and not state.doubts
    if was_accepted and not htmx.wants_fragment():
        tables.tickets.allow_another_look(table, this_device(), color)
        here = url_for("tickets.seat", table=table, color=color)
        sort = "&sort=value" if state.fields.get("sort") == "value" else ""
        kept = "&kept=1" if state.just_kept else ""
        return redirect(f"{here}?add=1{sort}{kept}#add" if state.adding else here, 303)
    return _seat_page(tables, table, color, state, status, fragment)


def _seat_page(
    tables: Tables, table: str, color: str, state: PageState, status: int = 200, fragment: str = CHANGED
) -> Response:
    """The page of a seat's tickets, or a fragment of it."""
    game = tables.hand(table, this_device(), color)
    open_seat = tables.tickets.open_seat(table, this_device(), color)
    context = {
        **_common_context(game, color),
        **seat_page(game, color, state),
        "open_seat": open_seat,
        "id": new_token()[:ONE_TIME],
        "shared": color in game.shared,
        "ask_whose": hands.asks_if_passed_round(game),
        "picture": lambda: board_as_it_stands(game),
        # A fragment also brings the other changed parts of the page.
        "apart": htmx.wants_fragment(),
        "beside": htmx.wants_fragment() and fragment == CHANGED,
    }
    return htmx.answer("tickets/seat.html", fragment, context, status)


def _cover(tables: Tables, table: str, color: str, no: Refused | None = None) -> Response:
    """The page in place of locked tickets: whose they are, how to open them, and why the last attempt failed."""
    game = tables.on_table(table, this_device())
    free = hands.is_free(game, color)
    game = game if free else tables.seat(table, this_device(), color)
    context = {
        **_common_context(game, color),
        "free": free,
        "unopened": hands.may_confirm_unopened(game, color),
        "locked": tables.pins.locked(table, this_device(), color),
        "chosen": tables.tickets.open_seat(table, this_device(), color).seconds,
        "sentence": sentence(no) if no else "",
    }
    return htmx.answer("tickets/cover.html", "tickets/cover.html", context, STATUS[no.kind] if no else 200)


def _reload(table: str, color: str) -> Response:
    """Leads to the seat's page as it is now. On a phone that is passed round that locks it, unlike a reload."""
    return htmx.go_to(url_for("tickets.seat", table=table, color=color))


def _common_context(game: View, color: str) -> dict[str, Any]:
    """What the page and its cover both show."""
    return {
        **head(game),
        "color": color,
        "mark": marks(game)[color],
        "confirmed": game.confirmed(color),
        "tickets_in": game.seat(color).tickets_in,
        "at_end": hands.is_at_end(game),
        "has_pin": game.seat(color).has_pin,
        "finished": game.table.finished,
        "all_seconds": SECONDS,
        "unsent": unsent.words(game),
        "unsent_hints": unsent.hints,
    }


def _one_time_id(about: str) -> str:
    """An entry's id: the page's one-time id with what the button is about. Only the same button again is a repeat."""
    return f"{request.form.get('id', '')[:LONGEST_ID]}-{sha256(about.encode()).hexdigest()[:12]}"
