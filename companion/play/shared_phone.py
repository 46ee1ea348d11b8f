"""One phone for several players: whose tickets are open on it, for how long, and the PIN that opens them.

A phone of one's own shows its seat's tickets at any time. Where a phone holds several seats, or a seat has a PIN,
its tickets are shown only while they are opened, which ends by itself, and at once when the page is hidden.
"""

import time
from dataclasses import replace
from typing import Final

from companion.play import keys
from companion.play.cache import Games, Written, written
from companion.play.consent import said_of_phone
from companion.play.game import must_play
from companion.play.pins import Pins, must_be_pin
from companion.play.refusals import Kind, Refused
from companion.play.seats import note
from companion.store import Store, sessions
from companion.store.devices import Device
from companion.store.sessions import OpenSeat

SECONDS: Final = (60, 180, 600)  # how long tickets may stay open untouched, as a player chooses
TYPED: Final = 60


class Tickets:
    """Opening and closing the tickets of seats on a phone."""

    def __init__(self, store: Store, games: Games, pins: Pins) -> None:
        self._store, self._games, self._pins = store, games, pins

    def open_seat(self, table: str, device: Device, color: str) -> OpenSeat:
        """How a seat stands on this device."""
        return sessions.open_seat(self._store.engine, table, device, color)

    def may_read(self, table: str, device: Device, color: str) -> bool:
        """Whether this device may be shown a seat's tickets now."""
        return color not in self._games.seat_of(table, device, color)[1].covered

    def may_enter(self, table: str, device: Device, color: str) -> bool:
        """Whether a form that this device was shown is still taken."""
        viewer = self._games.seat_of(table, device, color)[1]
        return color not in viewer.covered - viewer.blind

    def may_look(self, table: str, device: Device, color: str) -> bool:
        """Whether a page of a seat's tickets may be shown. On a shared phone once only after it was opened.

        The word that a page was closed may be lost on its way, so whoever comes next finds a cover all the same.
        """
        game, viewer = self._games.seat_of(table, device, color)
        if color in viewer.covered:
            return False
        if color not in game.closed_on(viewer, device):
            return True
        known = self.open_seat(table, device, color)
        if not known.unseen:
            self.close(table, device)
            return False
        sessions.put(self._store.engine, table, device, replace(known, unseen=False))
        return True

    def look_again(self, table: str, device: Device, color: str) -> None:
        """Lets the page that was just used be shown once more, as after a form without script."""
        known = self.open_seat(table, device, color)
        if known.is_open(time.time()):
            sessions.put(self._store.engine, table, device, replace(known, unseen=True))

    def open(self, table: str, device: Device, color: str, pin: str | None = None, seconds: int = 0) -> None:
        """Opens a seat's tickets on this device; where the seat has a PIN only by it."""
        game, __ = self._games.seat_of(table, device, color)
        if (kept := self._pins.kept(table, color)) is not None:
            self._pins.must_fit(game, device, color, pin, kept)
        known = self.open_seat(table, device, color)
        chosen = seconds if seconds in SECONDS else known.seconds
        self.close(table, device)
        until = int(time.time()) + chosen
        sessions.put(self._store.engine, table, device, replace(known, until=until, seconds=chosen, unseen=True))

    def stay_open(self, table: str, device: Device, color: str) -> bool:
        """Keeps an open seat open for a while longer, since somebody uses it. False where it is not open any more."""
        known = self.open_seat(table, device, color)
        now = int(time.time())
        if not known.is_open(now):
            return False
        # Not with every touch: a write a quarter of the time is enough.
        if known.until - now < known.seconds * 3 / 4:
            sessions.put(self._store.engine, table, device, replace(known, until=now + known.seconds))
        return True

    def close(self, table: str, device: Device, color: str | None = None, typed: str | None = None) -> None:
        """Closes all tickets on this device. Half-typed text waits for its player."""
        if color is not None and typed is not None:
            known = self.open_seat(table, device, color)
            if known.until:
                sessions.put(self._store.engine, table, device, replace(known, typed=typed[:TYPED]))
        sessions.close_all(self._store.engine, table, device)

    def say_whose(self, table: str, device: Device, goes_round: bool) -> Written:
        """Whether this phone goes from hand to hand, so that from its first seat on tickets are covered on it."""
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if viewer.goes_round != goes_round:
                change.seat_changes.append(note(game, device, said_of_phone(goes_round)))
            made = written(change)
        self.close(table, device)
        return made

    def set_pin(self, table: str, device: Device, color: str, pin: str | None) -> Written:
        """A PIN for a seat, or none; by whoever may read its tickets just now. A new one locks them at once."""
        must_be_pin(pin)
        if not self.may_read(table, device, color):
            raise closed()
        if color in self._games.seat_of(table, device, color)[1].begins:
            raise Refused(Kind.NOT_ALLOWED, "seat-covered")
        kept = keys.hash_pin(pin) if pin else None
        with self._games.changing(table, device) as (game, viewer, change):
            if color in viewer.seats:
                change.seats[color] = replace(game.snapshot.seats[color], pin=kept)
            made = written(change)
        if kept:
            self.close(table, device)
            return made
        known, now = self.open_seat(table, device, color), int(time.time())
        sessions.put(self._store.engine, table, device, replace(known, until=now + known.seconds, unseen=True))
        return made


def closed() -> Refused:
    return Refused(Kind.NOT_ALLOWED, "tickets-closed")
