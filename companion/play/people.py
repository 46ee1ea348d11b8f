"""Who is at a table: joining by secret or code, taking seats, letting them go, confirming tickets."""

import time
from dataclasses import dataclass, replace
from typing import Final

from companion.play import keys
from companion.play.game import Role
from companion.play.parts import Held, must_have, must_play
from companion.play.refusal import Kind, Refused
from companion.store.games import Seat, Waiting
from companion.words import gettext as _

PATIENCE: Final = 5 * 60  # seconds until nobody waits any more
WRONG_PINS: Final = 5


@dataclass(frozen=True)
class Joined:
    """A device that is at a table now."""

    table: str
    role: Role


class People(Held):
    """The use-cases of people and seats."""

    def invite(self, table: str, device: bytes) -> str:
        """A new secret for a QR code: who has it is in at once."""
        __, viewer = self.game(table, device)
        must_play(viewer)
        secret = keys.new_token()
        self.store.invite(table, keys.digest(secret))
        return secret

    def join_by_secret(self, secret: str, device: bytes, role: Role = "player") -> Joined:
        """Who has the secret of the QR is in at once. Coming back keeps what one was."""
        table = self.store.by_secret(keys.digest(secret))
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", _("this invitation leads to no table; ask for a new one"))
        with self.store.changing(table) as change:
            if change is None:
                raise Refused(Kind.NOT_FOUND, "no-table", _("this invitation leads to no table; ask for a new one"))
            known = change.before.members.get(device)
            if known is None or (known == "watcher" and role == "player"):
                change.members[device] = role
            else:
                role = known  # type: ignore[assignment]
        return Joined(table, role)

    def ask_to_join(self, code: str, device: bytes, role: Role = "player") -> str:
        """A typed code asks the table; the answer is what to wait with."""
        table = self.store.by_code(keys.tidy_code(code))
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", _("no table has this code; look at it once more"))
        with self.store.changing(table) as change:
            if change is None:
                raise Refused(Kind.NOT_FOUND, "no-table", _("no table has this code; look at it once more"))
            again = next((w.id for w in change.before.waiting if w.device == device and w.admitted is None), None)
            waiting = Waiting(again or keys.new_id(), device, role, int(time.time()), None)
            change.waiting.append(waiting)
        return waiting.id

    def decide(self, table: str, device: bytes, waiting: str, admit: bool) -> None:
        """Any player lets somebody in, or not."""
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            guest = next((w for w in game.snapshot.waiting if w.id == waiting), None)
            if guest is None or _too_late(guest):
                raise Refused(Kind.GONE, "nobody-waits", _("nobody waits here any more"), game.version)
            change.waiting.append(replace(guest, admitted=admit))

    def collect(self, waiting: str, device: bytes | None = None) -> Joined | None:
        """What became of asking: in (then, once, as `device` or as who asked), not decided yet (None), or refused."""
        table = self.store.by_waiting(waiting)
        if table is None:
            raise Refused(Kind.NOT_FOUND, "nobody-waits", _("nobody waits under this name"))
        with self.store.changing(table) as change:
            guests = change.before.waiting if change else ()
            guest = next((w for w in guests if w.id == waiting), None)
            if change is None or guest is None or _too_late(guest):
                raise Refused(Kind.GONE, "too-late", _("nobody answered within five minutes; ask again"))
            if guest.admitted is False:
                raise Refused(Kind.NOT_ALLOWED, "not-admitted", _("the table said no"))
            if guest.admitted is None:
                return None
            change.members[device or guest.device] = guest.role
            change.waiting.append(replace(guest, asked=0))  # collected once; then it is as if it were too late
        return Joined(table, guest.role)  # type: ignore[arg-type]

    def take_seat(self, table: str, device: bytes, color: str, pin: str | None = None) -> None:
        """This device now holds the seat: its tickets are read and entered here. A PIN closes it to others."""
        wrong = False
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            must_have(game, color)
            seat = game.snapshot.seats.get(color, Seat(color))
            if seat.device not in (None, device):
                says = _("another phone holds {name}'s seat; let it go there first")
                raise Refused(Kind.CONFLICT, "seat-held", says.format(name=game.setup.name(color)), game.version)
            closed = seat.wrong_pins >= WRONG_PINS and not game.table.finished
            if seat.device is None and seat.pin:
                wrong = closed or pin is None or not keys.pin_fits(pin, seat.pin)
            if wrong:
                change.seats[color] = replace(seat, wrong_pins=seat.wrong_pins + (not closed and pin is not None))
                change.silent = True
            else:
                kept = keys.hash_pin(pin) if pin and not seat.pin else seat.pin
                change.seats[color] = replace(seat, device=device, pin=kept, wrong_pins=0)
        if wrong:
            says = _("that is not the PIN of this seat; after five wrong ones its tickets stay closed until the end")
            raise Refused(Kind.NOT_ALLOWED, "wrong-pin", says)

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
                says = _("only the phone that holds {name}'s seat can confirm its tickets")
                raise Refused(Kind.NOT_ALLOWED, "not-your-seat", says.format(name=game.setup.name(color)))
            change.seats[color] = replace(game.snapshot.seats[color], confirmed=True)


def _too_late(guest: Waiting) -> bool:
    return time.time() - guest.asked > PATIENCE
