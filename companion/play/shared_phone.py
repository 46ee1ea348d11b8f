"""One phone for several players: whose tickets are open on it, for how long, and setting a PIN.

A phone with one seat shows that seat's tickets at any time. Where a phone is shared, or a seat has a PIN, tickets are
shown only while they are opened. They close by themselves after a while, and at once when the page is hidden.
"""

import time
from dataclasses import replace
from typing import Final

from companion.play import keys
from companion.play.cache import Games, Written, written
from companion.play.consent import phone_act
from companion.play.game import must_play
from companion.play.pins import Pins, must_be_pin
from companion.play.refusals import Kind, Refused
from companion.play.seats import note
from companion.store import Store, sessions
from companion.store.devices import Device
from companion.store.sessions import OpenSeat

SECONDS: Final = (60, 180, 600)  # how long tickets may stay open untouched, as a player chooses
LONGEST_TYPED: Final = 60  # characters of half-typed text that are stored


class Tickets:
    """Opening and closing the tickets of seats on a phone."""

    def __init__(self, store: Store, games: Games, pins: Pins) -> None:
        self._store, self._games, self._pins = store, games, pins

    def open_seat(self, table: str, device: Device, color: str) -> OpenSeat:
        """Whether a seat's tickets are open on this device, and until when."""
        return sessions.open_seat(self._store.engine, table, device, color)

    def may_read(self, table: str, device: Device, color: str) -> bool:
        """Whether this device may be shown a seat's tickets now."""
        return color not in self._games.seat_of(table, device, color)[1].covered

    def may_enter(self, table: str, device: Device, color: str) -> bool:
        """Whether this device may still send a form about a seat's tickets, even if they closed a moment ago."""
        viewer = self._games.seat_of(table, device, color)[1]
        return color not in viewer.covered - viewer.just_closed

    def may_look(self, table: str, device: Device, color: str) -> bool:
        """Whether the page of a seat's tickets may be shown: on a shared phone once for each time they are opened.

        The request by which the page closes them may get lost. So a second visit closes them as well, since it may be
        the next person's.
        """
        game, viewer = self._games.seat_of(table, device, color)
        if color in viewer.covered:
            return False
        if color not in game.closed_on(viewer, device):
            return True
        session = self.open_seat(table, device, color)
        if not session.unseen:
            self.close(table, device)
            return False
        sessions.save(self._store.engine, table, device, replace(session, unseen=False))
        return True

    def allow_another_look(self, table: str, device: Device, color: str) -> None:
        """Lets the page of open tickets be shown once more, such as after sending a form without script."""
        session = self.open_seat(table, device, color)
        if session.is_open(time.time()):
            sessions.save(self._store.engine, table, device, replace(session, unseen=True))

    def open(self, table: str, device: Device, color: str, pin: str | None = None, seconds: int = 0) -> None:
        """Opens a seat's tickets on this device; if the seat has a PIN, only with the right one."""
        game, __ = self._games.seat_of(table, device, color)
        if (stored := self._pins.hash_of(table, color)) is not None:
            self._pins.must_match(game, device, color, pin, stored)
        session = self.open_seat(table, device, color)
        chosen = seconds if seconds in SECONDS else session.seconds
        self.close(table, device)
        until = int(time.time()) + chosen
        sessions.save(self._store.engine, table, device, replace(session, until=until, seconds=chosen, unseen=True))

    def stay_open(self, table: str, device: Device, color: str) -> bool:
        """Lets open tickets stay open for longer, since somebody uses them. False where they have closed already."""
        session = self.open_seat(table, device, color)
        now = int(time.time())
        if not session.is_open(now):
            return False
        # Written only once a quarter of the time is used up, not with every touch.
        if session.until - now < session.seconds * 3 / 4:
            sessions.save(self._store.engine, table, device, replace(session, until=now + session.seconds))
        return True

    def close(self, table: str, device: Device, color: str | None = None, typed: str | None = None) -> None:
        """Closes all tickets on this device; first stores what the player of `color` had half typed, if given."""
        if color is not None and typed is not None:
            session = self.open_seat(table, device, color)
            # If they are closed already, this request is late or a second one, and what was stored then stays.
            if session.is_left_open:
                sessions.save(self._store.engine, table, device, replace(session, typed=typed[:LONGEST_TYPED]))
        sessions.close_all(self._store.engine, table, device)

    def set_shared(self, table: str, device: Device, goes_round: bool) -> Written:
        """Stores whether several people use this phone. If so, its tickets are covered even while it has one seat."""
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if viewer.goes_round != goes_round:
                change.seat_changes.append(note(game, device, phone_act(goes_round)))
            result = written(change)
        self.close(table, device)
        return result

    def set_pin(self, table: str, device: Device, color: str, pin: str | None) -> Written:
        """Sets or removes a seat's PIN, if this device may read its tickets now. A new PIN closes them at once."""
        must_be_pin(pin)
        if not self.may_read(table, device, color):
            raise tickets_closed()
        if color in self._games.seat_of(table, device, color)[1].covered_entries:
            raise Refused(Kind.NOT_ALLOWED, "seat-covered")
        pin_hash = keys.hash_pin(pin) if pin else None
        with self._games.changing(table, device) as (game, viewer, change):
            if color in viewer.seats:
                change.seats[color] = replace(game.snapshot.seats[color], pin=pin_hash)
            result = written(change)
        if pin_hash:
            self.close(table, device)
            return result
        # The player who removed the PIN is looking at the tickets, so they stay open.
        session, now = self.open_seat(table, device, color), int(time.time())
        sessions.save(self._store.engine, table, device, replace(session, until=now + session.seconds, unseen=True))
        return result


def tickets_closed() -> Refused:
    """The refusal where a seat's tickets are not open on the device."""
    return Refused(Kind.NOT_ALLOWED, "tickets-closed")
