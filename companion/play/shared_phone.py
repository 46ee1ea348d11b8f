"""One phone for several players: whose tickets are open on it, for how long, and the PIN that opens them.

A phone of one's own shows its seat's tickets at any time. Where a phone holds several seats, or a seat has a PIN,
its tickets are shown only while they are opened, which ends by itself, and at once when the page is hidden.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.play import keys
from companion.play.consent import said_of_phone
from companion.play.game import Game, Viewer, must_have, must_play, no_table
from companion.play.refusals import Kind, Refused
from companion.play.seats import PIN, People, note
from companion.play.view import View
from companion.store import sessions
from companion.store.devices import BrowserDevice, Device, ProgramDevice
from companion.store.sessions import OpenSeat

SECONDS: Final = (60, 180, 600)  # how long tickets may stay open untouched, as a player chooses
# A form that was on the screen when the time ran out is still taken, so that nothing entered is lost.
GRACE: Final = 15 * 60
TYPED: Final = 60


class SharedPhone(People):
    """The use-cases of a shared phone, and what each kind of device is shown of a table."""

    def view(self, table: str, device: Device) -> View:
        """The table as a device reads it over the interface: a program is one party, a browser anybody's phone."""
        game, viewer = self.game(table, device)
        return game.seen_by(replace(viewer, covered=closed_on(game, viewer, device)), device)

    def on_table(self, table: str, device: Device) -> View:
        """The table for pages that lie open on it: they never show a shared phone's tickets, opened or not."""
        game, viewer = self.game(table, device)
        return game.seen_by(replace(viewer, covered=game.shared(viewer)), device)

    def for_everybody(self, table: str, device: Device) -> View:
        """The table for a screen on the wall, whoever's device shows it."""
        game, __ = self.game(table, device)
        return game.seen_by(Viewer("watcher"))

    def hand(self, table: str, device: Device, color: str) -> View:
        """The table with the tickets of one seat, to the device that holds it and while they are open there."""
        game, viewer = self.seat_of(table, device, color)
        if color in viewer.covered:
            raise closed()
        return game.seen_by(replace(viewer, covered=viewer.seats - {color}), device)

    def seat(self, table: str, device: Device, color: str) -> View:
        """The table to the device that holds this seat, without any ticket of it."""
        game, viewer = self.seat_of(table, device, color)
        return game.seen_by(replace(viewer, covered=viewer.seats), device)

    def seat_of(self, table: str, device: Device, color: str) -> tuple[Game, Viewer]:
        """The table, to a device that holds this seat; decided without looking at any ticket."""
        game, viewer = self.game(table, device)
        must_have(game, color)
        if color not in viewer.seats:
            name = game.setup.name(color)
            raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="reads-another", name=name)
        return game, viewer

    def opened(self, game: Game, device: Device) -> Mapping[str, OpenSeat] | None:
        """The seats opened on this browser, where it is a shared phone; None for any other device."""
        viewer = game.viewer(device)
        if viewer is None or not closed_on(game, viewer, device):
            return None
        return sessions.open_seats(self.store.engine, game.snapshot.id, device)

    def as_now(self, game: Game, device: Device, opened: Mapping[str, OpenSeat] | None = None) -> Viewer:
        """The device as it may read just now: on a shared phone a seat's tickets are covered unless they are open.

        Every use-case gets its viewer from here, so none can forget to ask.
        """
        viewer = game.viewer(device)
        if viewer is None:
            raise no_table()
        shared = closed_on(game, viewer, device)
        if not shared:
            return viewer
        known, now = self.opened(game, device) or {} if opened is None else opened, time.time()
        shut = frozenset(color for color in shared if color not in known or not known[color].is_open(now))
        late = frozenset(color for color in shut if color in known and known[color].is_open(now, GRACE))
        return replace(viewer, covered=shut, blind=late)

    def open_seat(self, table: str, device: Device, color: str) -> OpenSeat:
        """How a seat stands on this device."""
        return sessions.open_seat(self.store.engine, table, device, color)

    def may_read(self, table: str, device: Device, color: str) -> bool:
        """Whether this device may be shown a seat's tickets now."""
        return color not in self.seat_of(table, device, color)[1].covered

    def may_enter(self, table: str, device: Device, color: str) -> bool:
        """Whether a form that this device was shown is still taken."""
        viewer = self.seat_of(table, device, color)[1]
        return color not in viewer.covered - viewer.blind

    def may_look(self, table: str, device: Device, color: str) -> bool:
        """Whether a page of a seat's tickets may be shown. On a shared phone once only after it was opened.

        The word that a page was closed may be lost on its way, so whoever comes next finds a cover all the same.
        """
        game, viewer = self.seat_of(table, device, color)
        if color in viewer.covered:
            return False
        if color not in closed_on(game, viewer, device):
            return True
        known = self.open_seat(table, device, color)
        if not known.unseen:
            self.close_tickets(table, device)
            return False
        sessions.put(self.store.engine, table, device, replace(known, unseen=False))
        return True

    def look_again(self, table: str, device: Device, color: str) -> None:
        """Lets the page that was just used be shown once more, as after a form without script."""
        known = self.open_seat(table, device, color)
        if known.is_open(time.time()):
            sessions.put(self.store.engine, table, device, replace(known, unseen=True))

    def open_tickets(self, table: str, device: Device, color: str, pin: str | None = None, seconds: int = 0) -> None:
        """Opens a seat's tickets on this device; where the seat has a PIN only by it."""
        game, __ = self.seat_of(table, device, color)
        if (kept := self.store.pin(table, color)) is not None:
            self.must_fit(game, device, color, pin, kept)
        known = self.open_seat(table, device, color)
        chosen = seconds if seconds in SECONDS else known.seconds
        self.close_tickets(table, device)
        until = int(time.time()) + chosen
        sessions.put(self.store.engine, table, device, replace(known, until=until, seconds=chosen, unseen=True))

    def stay_open(self, table: str, device: Device, color: str) -> bool:
        """Keeps an open seat open for a while longer, since somebody uses it. False where it is not open any more."""
        known = self.open_seat(table, device, color)
        now = int(time.time())
        if not known.is_open(now):
            return False
        # Not with every touch: a write a quarter of the time is enough.
        if known.until - now < known.seconds * 3 / 4:
            sessions.put(self.store.engine, table, device, replace(known, until=now + known.seconds))
        return True

    def close_tickets(self, table: str, device: Device, color: str | None = None, typed: str | None = None) -> None:
        """Closes all tickets on this device. Half-typed text waits for its player."""
        if color is not None and typed is not None:
            known = self.open_seat(table, device, color)
            if known.until:
                sessions.put(self.store.engine, table, device, replace(known, typed=typed[:TYPED]))
        sessions.close_all(self.store.engine, table, device)

    def say_whose(self, table: str, device: Device, goes_round: bool) -> None:
        """Whether this phone goes from hand to hand, so that from its first seat on tickets are covered on it."""
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if viewer.goes_round != goes_round:
                change.seat_changes.append(note(game, device, said_of_phone(goes_round)))
        self.close_tickets(table, device)

    def set_pin(self, table: str, device: Device, color: str, pin: str | None) -> None:
        """A PIN for a seat, or none; by whoever may read its tickets just now. A new one locks them at once."""
        if pin is not None and not PIN.fullmatch(pin):
            raise Refused(Kind.WRONG, "wrong-value", reason="pin-digits")
        if not self.may_read(table, device, color):
            raise closed()
        if color in self.seat_of(table, device, color)[1].begins:
            raise Refused(Kind.NOT_ALLOWED, "seat-covered")
        kept = keys.hash_pin(pin) if pin else None
        with self.changing(table, device) as (game, viewer, change):
            if color in viewer.seats:
                change.seats[color] = replace(game.snapshot.seats[color], pin=kept)
        if kept:
            self.close_tickets(table, device)
            return
        known, now = self.open_seat(table, device, color), int(time.time())
        sessions.put(self.store.engine, table, device, replace(known, until=now + known.seconds, unseen=True))


def closed_on(game: Game, viewer: Viewer, device: Device) -> frozenset[str]:
    """The seats whose tickets are shown on this device only while they are opened: on a program none are."""
    match device:
        case BrowserDevice():
            return game.shared(viewer)
        case ProgramDevice():
            return frozenset()


def closed() -> Refused:
    return Refused(Kind.NOT_ALLOWED, "tickets-closed")
