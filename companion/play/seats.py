"""The seats of a table: taking and freeing them, requests to other phones, confirming that tickets are entered."""

import time
from dataclasses import replace
from typing import Final

from companion.play import keys
from companion.play.cache import Games, Written, written
from companion.play.consent import enough_to_show
from companion.play.door import Door, moves_ended
from companion.play.game import Game, Viewer, must_have_seat, must_play
from companion.play.passing import passed_on, to_be_stored
from companion.play.pins import Pins, must_be_pin, wrong_pin
from companion.play.refusals import Kind, Refused
from companion.store import Change
from companion.store.devices import Device
from companion.store.snapshot import Seat, SeatChange

MOST_SEAT_CHANGES: Final = 1_000  # of one game


class Seats:
    """The use-cases about seats."""

    def __init__(self, games: Games, pins: Pins, door: Door) -> None:
        self._games, self._pins, self._door = games, pins, door

    def take(self, table: str, device: Device, color: str, pin: str | None = None) -> Written:
        """Gives a seat to this device, which then reads and enters its tickets. A PIN protects them from others.

        Tickets entered before the seat was freed stay covered, except to the phone that entered them and to anybody
        with the PIN. A seat counts as free once its phone was asked to free it and did not say no in time.
        """
        must_be_pin(pin)
        game, viewer = self._games.at(table, device)
        must_play(viewer)
        must_have_seat(game, color)
        # A PIN takes long to check, so that is done before the table is locked. The rest is checked again after it.
        pin_hash = self._pins.hash_of(table, color)
        seat = game.snapshot.seats.get(color, Seat(color))
        if seat.device not in (None, device) and not _may_be_freed(game, color):
            raise Refused(Kind.CONFLICT, "seat-held", game.version, name=game.setup.name(color))
        if pin_hash is not None and seat.device != device:
            self._pins.must_match(game, device, color, pin, pin_hash)
        new_hash = keys.hash_pin(pin) if pin and pin_hash is None and color not in viewer.covered else None
        with self._games.changing(table, device) as (game, viewer, change):
            must_have_seat(game, color)
            seat = game.snapshot.seats.get(color, Seat(color))
            if seat.device not in (None, device):
                if not _may_be_freed(game, color):
                    raise Refused(Kind.CONFLICT, "seat-held", game.version, name=game.setup.name(color))
                _free(game, device, change, color)
                seat = change.seats[color]
            if seat.device is None and seat.pin != pin_hash:  # its PIN has changed meanwhile
                raise wrong_pin()
            if seat.device == device:
                change.seats[color] = replace(seat, pin=seat.pin or new_hash)
                return written(change)
            covered = 0 if pin_hash else _entries_to_cover(game, device, color)
            change.seats[color] = replace(seat, device=device, pin=seat.pin or (None if covered else new_hash))
            if color in game.snapshot.seats:
                change.seat_changes.append(note(game, device, "taken", color, covered=covered))
            return written(change)

    def free(self, table: str, device: Device, color: str) -> Written:
        """Frees a seat: this device's own at once; another phone's only after it had half a minute to say no."""
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            must_have_seat(game, color)
            seat = game.snapshot.seats.get(color)
            if seat is None or seat.device is None:
                return written(change)
            if seat.device == device or _may_be_freed(game, color):
                _free(game, device, change, color)
                return written(change)
            if game.consents.is_cooling_down("free", color, device, time.time()):
                raise Refused(Kind.CONFLICT, "seat-kept", game.version, name=game.setup.name(color))
            if game.consents.request("free", color, time.time()) is None:
                change.seat_changes.append(note(game, device, "free-asked", color))
            version, name = written(change).version, game.setup.name(color)
        raise Refused(Kind.ASKED, "seat-asked", version, name=name)

    def ask_to_show(self, table: str, device: Device, color: str) -> Written:
        """Asks the other phones to let this device see the tickets that a seat had before this device took it over.

        Does nothing where it may see them already, or where such a request is still open.
        """
        with self._games.changing(table, device) as (game, viewer, change):
            open_request = game.consents.request("show", color, time.time())
            if color in viewer.covered_entries and open_request is None:
                change.seat_changes.append(note(game, device, "show-asked", color))
            return written(change)

    def answer(self, table: str, device: Device, kind: str, color: str, agree: bool) -> Written:
        """Stores this device's answer to a request: to free a seat, to show its tickets, or to finish the game.

        A seat is freed by the first who agrees. Its tickets are shown once enough agree, or its earlier owner does.
        """
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            request = game.request_to(device, kind, color)
            if request is None:
                raise Refused(Kind.CONFLICT, "nothing-asked", game.version)
            if kind == "free" and agree:
                _free(game, device, change, color)
                self._door.let_in_again(change, request.device)
                return written(change)
            act = f"{kind}-agreed" if agree else f"{kind}-declined"
            change.seat_changes.append(note(game, device, act, color))
            if kind == "show" and agree:
                answered = replace(request, agreed=request.agreed | {device})
                holders = [seat.device for seat in game.snapshot.seats.values() if seat.device is not None]
                enough = enough_to_show(answered, holders, game.consents.freed_by.get(color))
                if enough or device == game.consents.owners.get(color):
                    holder = game.snapshot.seats[color].device
                    change.seat_changes.append(note(game, device, "shown", color, holder=holder))
            return written(change)

    def stop(self, table: str, device: Device, color: str) -> Written:
        """Notes that a player stops playing: routes and tickets stay, and their turns are skipped from now on."""
        with self._games.changing(table, device) as (game, viewer, change):
            _must_be_changed_now(game, viewer, color)
            if color not in game.stopped:
                change.seat_changes.append(note(game, device, "stopped", color))
                draws, __ = passed_on(game.table, len(game.log), {*game.stopped, color})
                change.entries += [to_be_stored(draw, device) for draw in draws]
            return written(change)

    def come_back(self, table: str, device: Device, color: str) -> Written:
        """Notes that a player who had stopped plays on."""
        with self._games.changing(table, device) as (game, viewer, change):
            _must_be_changed_now(game, viewer, color)
            if color in game.stopped:
                change.seat_changes.append(note(game, device, "back", color))
            return written(change)

    def tickets_in(self, table: str, device: Device, color: str, are_in: bool = True) -> Written:
        """Notes whether a seat has entered the tickets that it kept from its opening hand."""
        with self._games.changing(table, device) as (game, viewer, change):
            seat = _own_seat(game, viewer, color)
            if seat.tickets_in != are_in:
                change.seats[color] = replace(seat, tickets_in=are_in)
            return written(change)

    def confirm(self, table: str, device: Device, color: str) -> Written:
        """Confirms that all tickets of a seat are entered, those of its opening hand included."""
        with self._games.changing(table, device) as (game, viewer, change):
            seat = _own_seat(game, viewer, color)
            if not game.has_agreed_to_end(color):
                change.seats[color] = replace(seat, tickets_in=True, confirmed=True, confirmed_at=len(game.log))
            return written(change)

    def unconfirm(self, table: str, device: Device, color: str) -> Written:
        """Takes the confirmation of a seat's tickets back: it may have more of them."""
        with self._games.changing(table, device) as (game, viewer, change):
            seat = _own_seat(game, viewer, color)
            if game.table.finished:
                raise Refused(Kind.CONFLICT, "after-finish", game.version)
            if seat.confirmed:
                change.seats[color] = replace(seat, confirmed=False)
            return written(change)

    def remind(self, table: str, device: Device, color: str) -> Written:
        """Asks the phone of a seat, once, to confirm its tickets. Only the table's maker may."""
        with self._games.changing(table, device) as (game, viewer, change):
            must_have_seat(game, color)
            if viewer.role != "maker":
                raise Refused(Kind.NOT_ALLOWED, "not-the-maker", game.version, reason="remind")
            reminded = any((one.act, one.color) == ("reminded", color) for one in game.snapshot.seat_changes)
            if not (reminded or game.table.finished or game.confirmed(color)):
                change.seat_changes.append(note(game, device, "reminded", color))
            return written(change)


def _must_be_changed_now(game: Game, viewer: Viewer, color: str) -> None:
    """Refuses mere watchers, a colour that does not play, and any change after the end."""
    must_play(viewer)
    must_have_seat(game, color)
    if game.table.finished:
        raise Refused(Kind.CONFLICT, "after-finish", game.version)


def _own_seat(game: Game, viewer: Viewer, color: str) -> Seat:
    """The seat, if this device has it. Refused otherwise."""
    must_have_seat(game, color)
    if color not in viewer.seats:
        name = game.setup.name(color)
        raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="confirms-another", name=name)
    return game.snapshot.seats[color]


def _may_be_freed(game: Game, color: str) -> bool:
    """Whether the phone that holds a seat was asked to free it and did not say no in time."""
    request = game.consents.request("free", color, time.time())
    return request is not None and request.is_due(time.time())


def _free(game: Game, device: Device, change: Change, color: str) -> None:
    """Writes into the change that this device frees a seat."""
    seat = game.snapshot.seats[color]
    change.seats[color] = replace(seat, device=None)
    change.waiting += moves_ended(game.snapshot, color)
    change.seat_changes.append(note(game, device, "freed", color, holder=seat.device))


def _entries_to_cover(game: Game, device: Device, color: str) -> int:
    """How many entries are covered to a device that takes a seat: none, or all so far.

    The number does not depend on whose tickets were entered, so it gives nothing away about them.
    """
    consents = game.consents
    if device == consents.owners.get(color) or color not in game.snapshot.seats or game.table.finished:
        return 0
    if device == consents.previous_holders.get(color) and color in consents.covered:
        return consents.covered[color]
    return len(game.log) if any(game.roots) else 0


def note(
    game: Game, device: Device, act: str, color: str = "", holder: Device | None = None, covered: int = 0
) -> SeatChange:
    """A seat change to be stored beside the log. There is a limit to their number, except for finishing the game."""
    if len(game.snapshot.seat_changes) >= MOST_SEAT_CHANGES and act != "finished":
        raise Refused(Kind.CONFLICT, "seats-full", game.version)
    return SeatChange(
        version=game.version + 1,
        place=len(game.log),
        at=int(time.time()),
        act=act,
        color=color,
        device=device,
        by=next((seat.color for seat in game.snapshot.seats.values() if seat.device == device), ""),
        holder=holder,
        covered=covered,
    )
