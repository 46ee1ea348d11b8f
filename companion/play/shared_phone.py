"""One phone for several players: whose tickets are open on it, for how long, and the PIN that opens them.

A phone of one's own shows its seat's tickets at any time. Where a phone holds several seats, or a seat has a PIN,
its tickets are shown only while they are opened, which ends by itself, and at once when the page is hidden.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.play import keys
from companion.play.game import Game, Held, Viewer, must_have
from companion.play.refusals import Kind, Refused
from companion.play.seats import PIN, WRONG_PINS
from companion.play.view import View
from companion.store import sessions
from companion.store.games import Seat
from companion.store.sessions import Opening

SECONDS: Final = (60, 180, 600)  # how long tickets may stay open untouched, as a player chooses
# A form that was on the screen when the time ran out is still taken, so that nothing entered is lost.
GRACE: Final = 15 * 60
TYPED: Final = 60


class SharedPhone(Held):
    """The use-cases of a shared phone, and what each kind of device is shown of a table."""

    def on_table(self, table: str, device: bytes) -> View:
        """The table as pages show it that lie open on it: a shared phone's tickets are not on them, opened or not."""
        game, viewer = self.game(table, device)
        return game.seen_by(replace(viewer, covered=game.shared(viewer)))

    def for_everybody(self, table: str, device: bytes) -> View:
        """The table as it hangs on the wall, whoever's device shows it there."""
        game, __ = self.game(table, device)
        return game.seen_by(Viewer("watcher"))

    def on_device(self, table: str, device: bytes) -> View:
        """The table as a browser may read it: of a shared phone's seats those that are open now."""
        game, viewer = self.now_on(table, device)
        return game.seen_by(viewer)

    def for_program(self, table: str, device: bytes) -> View:
        """The table as a program reads it, which is one party and not a phone that goes round."""
        game, viewer = self.game(table, device)
        return game.seen_by(viewer)

    def hand(self, table: str, device: bytes, color: str) -> View:
        """The table with the tickets of one seat, to the device that holds it and while they are open there."""
        game, viewer = self.seat_of(table, device, color)
        if not self._is_open(game, viewer, device, color):
            raise closed()
        return game.seen_by(replace(viewer, covered=viewer.seats - {color}))

    def seat(self, table: str, device: bytes, color: str) -> View:
        """The table to the device that holds this seat, without any ticket of it."""
        game, viewer = self.seat_of(table, device, color)
        return game.seen_by(replace(viewer, covered=viewer.seats))

    def now_on(self, table: str, device: bytes, late: float = 0) -> tuple[Game, Viewer]:
        """What a browser is at a table just now, or was so late ago: the seats that are closed on it are covered."""
        game, viewer = self.game(table, device)
        if not (shared := game.shared(viewer)):
            return game, viewer
        known, now = sessions.openings(self.store.engine, table, device), time.time()
        shut = {color for color in shared if color not in known or not known[color].is_open(now, late)}
        return game, replace(viewer, covered=frozenset(shut))

    def seat_of(self, table: str, device: bytes, color: str) -> tuple[Game, Viewer]:
        """The table, to a device that holds this seat; decided without looking at any ticket."""
        game, viewer = self.game(table, device)
        must_have(game, color)
        if color not in viewer.seats:
            name = game.setup.name(color)
            raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="reads-another", name=name)
        return game, viewer

    def must_be_open(self, table: str, device: bytes, told: Mapping[str, Any]) -> None:
        """A browser reports about a shared phone's tickets only while they are open; the rules' answer would tell."""
        game, viewer = self.now_on(table, device)
        place, player = told.get("entry"), told.get("player") if told.get("type") == "keep" else None
        if isinstance(place, int) and 0 < place <= len(game.log):
            player = game.keeper(place)
        if player in viewer.covered:
            raise closed()

    def is_of(self, table: str, device: bytes, color: str, place: int) -> bool:
        """Whether an entry is about a ticket of this seat, which the device holds."""
        game, __ = self.seat_of(table, device, color)
        return 0 < place <= len(game.log) and game.keeper(place) == color

    def opening(self, table: str, device: bytes, color: str) -> Opening:
        """How a seat stands on this device."""
        return sessions.opening(self.store.engine, table, device, color)

    def may_read(self, table: str, device: bytes, color: str, late: float = 0) -> bool:
        """Whether this device may be shown a seat's tickets now, or was so late ago."""
        game, viewer = self.seat_of(table, device, color)
        return self._is_open(game, viewer, device, color, late)

    def may_enter(self, table: str, device: bytes, color: str) -> bool:
        """Whether a form that this device was shown is still taken."""
        return self.may_read(table, device, color, late=GRACE)

    def open_tickets(self, table: str, device: bytes, color: str, pin: str | None = None, seconds: int = 0) -> None:
        """Opens a seat's tickets on this device; where the seat has a PIN only by it."""
        self.seat_of(table, device, color)
        self._must_fit(table, device, color, pin)
        known = self.opening(table, device, color)
        chosen = seconds if seconds in SECONDS else known.seconds
        self.close_tickets(table, device)
        until = int(time.time()) + chosen
        sessions.put(self.store.engine, table, device, replace(known, until=until, seconds=chosen))

    def stay_open(self, table: str, device: bytes, color: str) -> bool:
        """Somebody is at it: what is open stays open for a while longer. False where it is not open any more."""
        known = self.opening(table, device, color)
        now = int(time.time())
        if not known.is_open(now):
            return False
        # Not with every touch: a write a quarter of the time is enough.
        if known.until - now < known.seconds * 3 / 4:
            sessions.put(self.store.engine, table, device, replace(known, until=now + known.seconds))
        return True

    def close_tickets(self, table: str, device: bytes, color: str | None = None, typed: str | None = None) -> None:
        """Nothing is open on this device any more. What was half typed waits for its player."""
        if color is not None and typed is not None:
            known = self.opening(table, device, color)
            if known.until:
                sessions.put(self.store.engine, table, device, replace(known, typed=typed[:TYPED]))
        sessions.close_all(self.store.engine, table, device)

    def set_pin(self, table: str, device: bytes, color: str, pin: str | None) -> None:
        """A PIN for a seat, or none; by whoever may read its tickets just now, which then stay open."""
        if pin is not None and not PIN.fullmatch(pin):
            raise Refused(Kind.WRONG, "wrong-value", reason="pin-digits")
        if not self.may_read(table, device, color):
            raise closed()
        kept = keys.hash_pin(pin) if pin else None
        with self.changing(table, device) as (game, viewer, change):
            if color in viewer.seats:
                change.seats[color] = replace(game.snapshot.seats[color], pin=kept, wrong_pins=0)
        known = self.opening(table, device, color)
        sessions.put(self.store.engine, table, device, replace(known, until=int(time.time()) + known.seconds))

    def locked(self, table: str, color: str) -> bool:
        """Whether five wrong PINs closed a seat's tickets until the end. Asked anew: counting them is no version."""
        return self.store.wrong_pins(table, color) >= WRONG_PINS

    def _is_open(self, game: Game, viewer: Viewer, device: bytes, color: str, late: float = 0) -> bool:
        if color not in game.shared(viewer):
            return True
        return self.opening(game.snapshot.id, device, color).is_open(time.time(), late)

    def _must_fit(self, table: str, device: bytes, color: str, pin: str | None) -> None:
        """The seat's PIN, of which five wrong ones are the last."""
        kept = self.store.pin(table, color)
        if kept is None:
            return
        fits = pin is not None and keys.pin_fits(pin, kept)  # slow on purpose, so before the table is held
        with self.changing(table, device) as (game, _viewer, change):
            seat = game.snapshot.seats.get(color, Seat(color))
            closed = seat.wrong_pins >= WRONG_PINS and not game.table.finished
            wrong = closed or not fits or seat.pin != kept
            if not closed and pin is not None:
                change.seats[color] = replace(seat, wrong_pins=seat.wrong_pins + 1 if wrong else 0)
                change.silent = True
        if wrong:
            raise wrong_pin()


def closed() -> Refused:
    return Refused(Kind.NOT_ALLOWED, "tickets-closed")


def wrong_pin() -> Refused:
    """The same sentence for a wrong PIN and for the sixth, so that neither tells more."""
    return Refused(Kind.NOT_ALLOWED, "wrong-pin")
