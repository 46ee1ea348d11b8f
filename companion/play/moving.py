"""Taking a seat along to another phone: its own phone shows a code, the other one scans it, the first says yes.

The code is good for one minute and for one scan, and opens nothing: whoever scans it only waits, like somebody who
typed a table's code. Both phones then show the same three signs, so that nobody says yes to a phone that was quicker.
"""

import time
from dataclasses import replace
from typing import Final

from companion.play import keys
from companion.play.cache import Games, Written, written
from companion.play.door import LONG_AGO, Door, moves_ended, stronger_role
from companion.play.game import Game, may_move, must_have_seat, must_play, seat_taker
from companion.play.pins import Pins, must_be_pin, wrong_pin
from companion.play.refusals import Kind, Refused
from companion.play.seats import note
from companion.store import Store, sessions
from companion.store.devices import Device
from companion.store.snapshot import Waiting

SECONDS: Final = 60  # that a code is good for
OFFER, TAKER = "offer", "seat"  # the roles of those who wait: the code itself, and who scanned it


class Moving:
    """Offering a seat by a code, asking for it, and giving it away."""

    def __init__(self, store: Store, games: Games, pins: Pins, door: Door) -> None:
        self._store, self._games, self._pins, self._door = store, games, pins, door

    def offer(self, table: str, device: Device, color: str, pin: str | None = None) -> str:
        """The secret of a new code for a seat of this device; an older one ends. A seat with a PIN asks for it."""
        must_be_pin(pin)
        game, viewer = self._games.at(table, device)
        must_play(viewer)
        self._door.must_not_be_shut_out(game, device)
        _must_be_moved_by(game, device, color)
        # A PIN takes long to check, so that is done before the table is held.
        if (stored := self._pins.hash_of(table, color)) is not None:
            self._pins.must_match(game, device, color, pin, stored)
        secret = keys.new_token()
        with self._games.changing(table, device) as (game, __, change):
            _must_be_moved_by(game, device, color)
            if game.snapshot.seats[color].pin != stored:  # it has changed meanwhile
                raise wrong_pin()
            change.waiting += moves_ended(game.snapshot, color)
            now = int(time.time())
            change.waiting.append(Waiting(keys.shown_id(secret), device, OFFER, now, None, seat=color))
        return secret

    def ask(self, secret: str, device: Device) -> str:
        """Asks for the seat whose code was scanned; gives a secret by which to ask what came of it.

        A code that is old, used or unknown, and the seat's own phone, are all refused alike.
        """
        shown = keys.shown_id(secret)
        table = self._store.by_waiting(shown)
        if table is None:
            raise _no_seat_code()
        with self._games.changing_unchecked(table) as change:
            waiting = change.before.waiting if change else ()
            offer = next((one for one in waiting if one.id == shown and one.role == OFFER), None)
            if change is None or offer is None or not 0 <= time.time() - offer.asked < SECONDS:
                raise _no_seat_code()
            seat = change.before.seats.get(offer.seat)
            if seat is None or seat.device != offer.device or offer.device == device or not may_move(seat, device):
                raise _no_seat_code()
            change.waiting.append(replace(offer, asked=LONG_AGO))
            asked = keys.new_id()
            now = int(time.time())
            change.waiting.append(Waiting(keys.shown_id(asked), device, TAKER, now, None, seat=offer.seat))
        return asked

    def answer(self, table: str, device: Device, color: str, agree: bool) -> Written:
        """The seat's own phone gives the seat to the phone that scanned its code, or keeps it.

        The seat goes along as it is: with its PIN, what it confirmed, and what of its tickets was covered.
        """
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            taker = seat_taker(game.snapshot, color)
            if taker is None or color not in viewer.seats or game.table.finished:
                raise Refused(Kind.CONFLICT, "nothing-asked", game.version)
            if not agree:
                change.waiting.append(replace(taker, admitted=False))
                return written(change)
            change.waiting.append(replace(taker, admitted=True))
            change.members[taker.device] = stronger_role(game.snapshot.members.get(taker.device), "player")
            self._door.let_in_again(change, taker.device)
            change.seats[color] = replace(game.snapshot.seats[color], device=taker.device)
            change.seat_changes.append(note(game, taker.device, "moved", color, holder=device))
            result = written(change)
        sessions.close_all(self._store.engine, table, device)
        return result

    def sign(self, waiting: str, device: Device) -> str:
        """The signs that both phones show while a seat is asked for; "" for whoever waits for something else."""
        shown = keys.shown_id(waiting)
        table = self._store.by_waiting(shown)
        snapshot = self._games.newest(table) if table else None
        guests = snapshot.waiting if snapshot else ()
        mine = (one for one in guests if (one.id, one.device, one.role) == (shown, device, TAKER))
        return next((keys.signs(one.id) for one in mine), "")


def _must_be_moved_by(game: Game, device: Device, color: str) -> None:
    """Refuses whoever does not have the seat, and everybody after the end."""
    must_have_seat(game, color)
    seat = game.snapshot.seats.get(color)
    if seat is None or seat.device != device:
        raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="moves-another", name=game.setup.name(color))
    if game.table.finished:
        raise Refused(Kind.CONFLICT, "after-finish", game.version)


def _no_seat_code() -> Refused:
    return Refused(Kind.NOT_FOUND, "no-table", reason="no-seat-code")
