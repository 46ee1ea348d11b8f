"""Who is at a table: joining by secret or code, taking seats, letting them go, confirming tickets."""

import re
import time
from dataclasses import dataclass, replace
from typing import Final

from companion.play import keys
from companion.play.game import Held, must_have, must_play, too_late
from companion.play.refusals import Kind, Refused
from companion.play.view import Role
from companion.store.games import Seat, Waiting

WRONG_PINS: Final = 5
PIN: Final = re.compile(r"[0-9]{4,12}")
MOST_WAITING: Final = 20
LONG_AGO: Final = 1  # asked again since; it goes with the next who comes


@dataclass(frozen=True)
class Joined:
    """A device that is at a table now."""

    table: str
    role: Role


class People(Held):
    """The use-cases of people and seats."""

    def invite(self, table: str, device: bytes, standing: str | None = None) -> str:
        """A secret for a QR code: who has it is in at once. A new one, or one that a device shows again and again."""
        __, viewer = self.game(table, device)
        must_play(viewer)
        return self.new_link(table, standing)

    def new_link(self, table: str, standing: str | None = None) -> str:
        """The same for whoever looks after the serving machine."""
        secret = standing or keys.new_token()
        self.store.invite(table, keys.digest(secret))
        return secret

    def join_by_secret(self, secret: str, device: bytes, role: Role = "player") -> Joined:
        """Who has the secret of the QR is in at once. Coming back keeps what one was."""
        table = self.store.by_secret(keys.digest(secret))
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", reason="no-invitation")
        with self.store.changing(table) as change:
            if change is None:
                raise Refused(Kind.NOT_FOUND, "no-table", reason="no-invitation")
            known = change.before.members.get(device)
            role = _stronger(known, role)
            if role != known:
                change.members[device] = role
        return Joined(table, role)

    def ask_to_join(self, code: str, device: bytes, role: Role = "player") -> str:
        """A typed code asks the table; the answer is what to wait with, which nobody else gets to see."""
        table = self.store.by_code(keys.tidy_code(code))
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", reason="no-code")
        with self.store.changing(table) as change:
            if change is None:
                raise Refused(Kind.NOT_FOUND, "no-table", reason="no-code")
            asked = [w for w in change.before.waiting if w.admitted is None and not too_late(w)]
            again = next((w for w in asked if w.device == device), None)
            if again is None and len(asked) >= MOST_WAITING:
                raise Refused(Kind.CONFLICT, "too-many-waiting")
            if again is not None:
                change.waiting.append(replace(again, asked=LONG_AGO))
            waiting = keys.new_id()
            change.waiting.append(Waiting(keys.shown_id(waiting), device, role, int(time.time()), None))
        return waiting

    def decide(self, table: str, device: bytes, waiting: str, admit: bool) -> None:
        """Any player lets somebody in, or not; by the id that stands at the table, or that the guest tells."""
        known = {waiting, keys.shown_id(waiting)}
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            guest = next((w for w in game.snapshot.waiting if w.id in known), None)
            if guest is None or too_late(guest):
                raise Refused(Kind.GONE, "nobody-waits", game.version)
            change.waiting.append(replace(guest, admitted=admit))

    def collect(self, waiting: str, device: bytes | None = None, asker: bytes | None = None) -> Joined | None:
        """What became of asking: in (then, once, as `device` or as who asked), not decided yet (None), or refused.

        What to wait with is known to who asked alone; a browser must besides be the `asker`.
        """
        shown = keys.shown_id(waiting)
        table = self.store.by_waiting(shown)
        if table is None:
            raise Refused(Kind.NOT_FOUND, "nobody-waits", reason="never-waited")
        with self.store.changing(table) as change:
            guests = change.before.waiting if change else ()
            guest = next((w for w in guests if w.id == shown), None)
            if guest is not None and asker not in (None, guest.device):
                raise Refused(Kind.NOT_FOUND, "nobody-waits", reason="never-waited")
            if change is None or guest is None or too_late(guest):
                raise Refused(Kind.GONE, "too-late")
            if guest.admitted is False:
                raise Refused(Kind.NOT_ALLOWED, "not-admitted")
            if guest.admitted is None:
                return None
            who = device or guest.device
            role = _stronger(change.before.members.get(who), guest.role)
            change.members[who] = role
            change.waiting.append(replace(guest, asked=0))  # collected once; then it is as if it were too late
        return Joined(table, role)

    def asked_for(self, waiting: str) -> tuple[str | None, str | None]:
        """The table that somebody asked to join, and as what; no role where that was answered and collected."""
        shown = keys.shown_id(waiting)
        table = self.store.by_waiting(shown)
        snapshot = self.store.snapshot(table) if table else None
        guests = snapshot.waiting if snapshot else ()
        return table, next((guest.role for guest in guests if guest.id == shown and guest.asked), None)

    def shut_out(self, table: str, device: bytes) -> None:
        """A new code, no old link, and nobody stays but who opened the table and the phones that hold a seat."""
        with self.changing(table, device) as (game, viewer, change):
            if viewer.role != "maker":
                raise Refused(Kind.NOT_ALLOWED, "not-the-maker", reason="shut-out")
            seated = {seat.device for seat in game.snapshot.seats.values()}
            members = game.snapshot.members
            change.members |= {one: None for one in members if one not in seated and members[one] != "maker"}
            change.waiting += [replace(guest, asked=LONG_AGO) for guest in game.snapshot.waiting]
            change.code, change.uninvited = self.free_code(), True

    def free_code(self) -> str:
        """A code that no table has."""
        code = keys.new_code()
        while self.store.by_code(code):
            code = keys.new_code()
        return code

    def take_seat(self, table: str, device: bytes, color: str, pin: str | None = None) -> None:
        """This device now holds the seat: its tickets are read and entered here. A PIN closes it to others."""
        if pin is not None and not PIN.fullmatch(pin):
            raise Refused(Kind.WRONG, "wrong-value", reason="pin-digits")
        game, viewer = self.game(table, device)
        must_play(viewer)
        must_have(game, color)
        kept = self.store.pin(table, color)
        # Slow on purpose, so it is done before the table is held against others.
        fits = kept is None or (pin is not None and keys.pin_fits(pin, kept))
        new = keys.hash_pin(pin) if pin and kept is None else None
        with self.changing(table, device) as (game, viewer, change):
            must_have(game, color)
            seat = game.snapshot.seats.get(color, Seat(color))
            if seat.device not in (None, device):
                raise Refused(Kind.CONFLICT, "seat-held", game.version, name=game.setup.name(color))
            closed = seat.wrong_pins >= WRONG_PINS and not game.table.finished
            wrong = seat.device is None and seat.pin is not None and (closed or not fits or seat.pin != kept)
            if wrong and pin is not None and not closed:
                change.seats[color] = replace(seat, wrong_pins=seat.wrong_pins + 1)
                change.silent = True
            elif not wrong:
                # Who holds the seat already has shown no PIN now: what was guessed wrongly stays counted.
                tries = 0 if seat.device is None else seat.wrong_pins
                change.seats[color] = replace(seat, device=device, pin=seat.pin or new, wrong_pins=tries)
        if wrong:
            raise Refused(Kind.NOT_ALLOWED, "wrong-pin")

    def leave_seat(self, table: str, device: bytes, color: str) -> None:
        """Lets a seat go, one's own or that of a phone that is lost; everybody sees it."""
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            must_have(game, color)
            seat = game.snapshot.seats.get(color)
            if seat and seat.device:
                change.seats[color] = replace(seat, device=None)

    def confirm(self, table: str, device: bytes, color: str) -> None:
        """A seat's tickets are all entered; only the device that holds it can say so."""
        with self.changing(table, device) as (game, viewer, change):
            must_have(game, color)
            if color not in viewer.seats:
                name = game.setup.name(color)
                raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="confirms-another", name=name)
            if game.confirmed(color):
                return
            change.seats[color] = replace(game.snapshot.seats[color], confirmed=True)


def _stronger(known: str | None, asked: str) -> Role:
    """Coming back keeps what one was; who watched may come to play."""
    ranks: tuple[Role, ...] = ("watcher", "player", "maker")
    return max((rank for rank in ranks if rank in (known, asked)), key=ranks.index)
