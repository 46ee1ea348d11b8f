"""One phone for several players: whose tickets are open on it, for how long, and the PIN that opens them.

A phone of one's own shows its seat's tickets at any time. Where a phone holds several seats, or a seat has a PIN,
its tickets are shown only while they are opened, which ends by itself, and at once when the page is hidden.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.play import keys
from companion.play.access import Held, must_have
from companion.play.game import Game, Viewer
from companion.play.refusals import Kind, Refused
from companion.play.seats import PIN, WRONG_PINS
from companion.store import sessions
from companion.store.games import Seat
from companion.store.sessions import Opening

SECONDS: Final = (60, 180, 600)  # how long tickets may stay open untouched, as a player chooses
# A form that was on the screen when the time ran out is still taken, so that nothing entered is lost.
GRACE: Final = 15 * 60
TYPED: Final = 60


class Handing(Held):
    """The use-cases of a shared phone."""

    def seat_of(self, table: str, device: bytes, color: str) -> tuple[Game, Viewer]:
        """The table, to a device that holds this seat; decided without looking at any ticket."""
        game, viewer = self.game(table, device)
        must_have(game, color)
        if color not in viewer.seats:
            name = game.setup.name(color)
            raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="reads-another", name=name)
        return game, viewer

    def on_device(self, table: str, device: bytes) -> tuple[Game, Viewer]:
        """The table as a browser may read it: of a shared phone's seats those that are open now."""
        game, viewer = self.game(table, device)
        now = time.time()
        closed = {color for color in game.shared(viewer) if not self.opening(table, device, color).is_open(now)}
        return game, replace(viewer, covered=frozenset(closed))

    def must_be_open(self, table: str, device: bytes, told: Mapping[str, Any]) -> None:
        """A browser reports about a shared phone's tickets only while they are open; the rules' answer would tell."""
        game, viewer = self.on_device(table, device)
        place, player = told.get("entry"), told.get("player") if told.get("type") == "keep" else None
        if isinstance(place, int) and 0 < place <= len(game.log):
            player = game.keeper(place)
        if player in viewer.covered:
            raise _closed()

    def opening(self, table: str, device: bytes, color: str) -> Opening:
        """How a seat stands on this device."""
        return sessions.opening(self.store.engine, table, device, color)

    def may_read(self, table: str, device: bytes, color: str, late: float = 0) -> bool:
        """Whether this device may be shown a seat's tickets now, or was so late ago."""
        game, viewer = self.seat_of(table, device, color)
        if color not in game.shared(viewer):
            return True
        return self.opening(table, device, color).is_open(time.time(), late)

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
            raise _closed()
        kept = keys.hash_pin(pin) if pin else None
        with self.changing(table, device) as (game, viewer, change):
            if color in viewer.seats:
                change.seats[color] = replace(game.snapshot.seats[color], pin=kept, wrong_pins=0)
        known = self.opening(table, device, color)
        sessions.put(self.store.engine, table, device, replace(known, until=int(time.time()) + known.seconds))

    def locked(self, table: str, color: str) -> bool:
        """Whether five wrong PINs closed a seat's tickets until the end. Asked anew: counting them is no version."""
        return self.store.wrong_pins(table, color) >= WRONG_PINS

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


def _closed() -> Refused:
    return Refused(Kind.NOT_ALLOWED, "tickets-closed")


def wrong_pin() -> Refused:
    """The same sentence for a wrong PIN and for the sixth, so that neither tells more."""
    return Refused(Kind.NOT_ALLOWED, "wrong-pin")
