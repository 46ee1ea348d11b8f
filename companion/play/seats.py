"""Who is at a table: joining by secret or code, taking seats, letting them go."""

import re
import time
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import normalize

from companion.play import keys
from companion.play.consent import enough_to_show
from companion.play.game import Game, Held, must_have, must_play, too_late
from companion.play.refusals import Kind, Refused
from companion.play.view import Role
from companion.rules.text import DIRECTION, without_unseen
from companion.store import Change, series
from companion.store.devices import BrowserDevice, Device, ProgramDevice
from companion.store.snapshot import Seat, SeatChange, Waiting

WRONG_PINS: Final = 5
MOST_PINS: Final = 20  # on all devices together but the seat's own phone
PIN: Final = re.compile(r"[0-9]{4,12}")
MOST_WAITING: Final = 20
MOST_SEAT_CHANGES: Final = 1_000  # of one game
LONGEST_NAME: Final = 24
LONG_AGO: Final = 1  # asked again since; it goes with the next who comes


@dataclass(frozen=True)
class Joined:
    """A device that is at a table now."""

    table: str
    role: Role


class People(Held):
    """The use-cases of people and seats."""

    def invite(self, table: str, device: Device, standing: str | None = None) -> str:
        """A secret for a QR code: who has it is in at once. A new one, or one that a device shows again and again."""
        game, viewer = self.game(table, device)
        must_play(viewer)
        self.must_be_welcome(game, device)
        return self.new_link(table, standing)

    def new_link(self, table: str, standing: str | None = None) -> str:
        """A new secret for the QR code, for whoever looks after the serving machine."""
        secret = standing or keys.new_token()
        self.store.invite(table, keys.digest(secret))
        return secret

    def join_by_secret(self, secret: str, device: Device, role: Role = "player") -> Joined:
        """Lets in at once whoever has the secret of the QR code. A device that comes back keeps its role."""
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
            self._welcome(change, device)
        return Joined(table, role)

    def ask_to_join(self, code: str, device: Device, role: Role = "player", name: str = "") -> str:
        """A typed code asks the table; the answer is what to wait with, which nobody else gets to see.

        The name is what the guest calls themselves, for whoever lets them in; it is no player's yet.
        """
        table = self.store.by_code(keys.tidy_code(code))
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", reason="no-code")
        with self.store.changing(table) as change:
            if change is None:
                raise Refused(Kind.NOT_FOUND, "no-table", reason="no-code")
            request = [w for w in change.before.waiting if w.admitted is None and not too_late(w)]
            again = next((w for w in request if w.device == device), None)
            if again is None and len(request) >= MOST_WAITING:
                raise Refused(Kind.CONFLICT, "too-many-waiting")
            if again is not None:
                change.waiting.append(replace(again, asked=LONG_AGO))
            waiting = keys.new_id()
            change.waiting.append(
                Waiting(keys.shown_id(waiting), device, role, int(time.time()), None, guest_name(name))
            )
        return waiting

    def cancel(self, waiting: str, asker: Device) -> None:
        """Who waits does not want to come in after all; the table is not asked any more."""
        shown = keys.shown_id(waiting)
        if (table := self.store.by_waiting(shown)) is None:
            return
        with self.store.changing(table) as change:
            guests = change.before.waiting if change else ()
            guest = next((w for w in guests if w.id == shown and w.device == asker and w.admitted is None), None)
            if change is not None and guest is not None:
                change.waiting.append(replace(guest, asked=LONG_AGO))

    def decide(self, table: str, device: Device, waiting: str, admit: bool) -> int:
        """Any player lets somebody in, or not; by the id that stands at the table, or that the guest tells.

        Gives the new version.
        """
        known = {waiting, keys.shown_id(waiting)}
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            self.must_be_welcome(game, device)
            guest = next((w for w in game.snapshot.waiting if w.id in known), None)
            if guest is None or too_late(guest):
                raise Refused(Kind.GONE, "nobody-waits", game.version)
            change.waiting.append(replace(guest, admitted=admit))
            return game.version + (not change.empty)

    def collect(self, waiting: str, device: Device) -> Joined | None:
        """The outcome of asking to join: in (once, as this device), not decided yet (None), or refused.

        A place is given to the browser that asked for it and to no other device; where a program asked, to the
        program that has what to wait with, which nobody else was told.
        """
        shown = keys.shown_id(waiting)
        table = self.store.by_waiting(shown)
        if table is None:
            raise Refused(Kind.NOT_FOUND, "nobody-waits", reason="never-waited")
        with self.store.changing(table) as change:
            guests = change.before.waiting if change else ()
            guest = next((w for w in guests if w.id == shown), None)
            if guest is not None and not _is_for(guest.device, device):
                raise Refused(Kind.NOT_FOUND, "nobody-waits", reason="never-waited")
            if change is None or guest is None or too_late(guest):
                raise Refused(Kind.GONE, "too-late")
            if guest.admitted is False:
                raise Refused(Kind.NOT_ALLOWED, "not-admitted")
            if guest.admitted is None:
                return None
            role = _stronger(change.before.members.get(device), guest.role)
            change.members[device] = role
            self._welcome(change, device)
            change.waiting.append(replace(guest, asked=0))  # collected once; then it is as if it were too late
        return Joined(table, role)

    def asked_for(self, waiting: str) -> tuple[str | None, str | None]:
        """The table that somebody asked to join, and as what; no role where that was answered and collected."""
        shown = keys.shown_id(waiting)
        table = self.store.by_waiting(shown)
        snapshot = self.store.snapshot(table) if table else None
        guests = snapshot.waiting if snapshot else ()
        return table, next((guest.role for guest in guests if guest.id == shown and guest.asked), None)

    def shut_out(self, table: str, device: Device) -> None:
        """Changes the code, voids old links, and removes everybody but the maker and the phones that hold a seat.

        The series remembers who was removed, and its other games get new codes and links as well: a game leads to
        the next one, and whoever is let in there comes along.
        """
        with self.changing(table, device) as (game, viewer, change):
            if viewer.role != "maker":
                raise Refused(Kind.NOT_ALLOWED, "not-the-maker", reason="shut-out")
            seated = {seat.device for seat in game.snapshot.seats.values()}
            members = game.snapshot.members
            change.shuts_out = frozenset(one for one in members if one not in seated and members[one] != "maker")
            change.members |= dict.fromkeys(change.shuts_out)
            self._close_door(change)
        for other in series.games_of(self.store.engine, game.snapshot.series):
            if other != table:
                with self.store.changing(other) as changed:
                    if changed is not None:
                        self._close_door(changed)

    def must_be_welcome(self, game: Game, device: Device) -> None:
        """Refuses a device that was shut out of another game of the series, and has not been let in again since."""
        if device in series.shut_out(self.store.engine, game.snapshot.series):
            raise Refused(Kind.NOT_ALLOWED, "shut-out", game.version, reason="was-removed")

    def _welcome(self, change: Change, device: Device) -> None:
        """Somebody lets a device in, so that it may come along again."""
        change.lets_in = series.shut_out(self.store.engine, change.before.series) & {device}

    def _close_door(self, change: Change) -> None:
        """What let people in until now is worth nothing any more."""
        change.waiting += [replace(guest, asked=LONG_AGO) for guest in change.before.waiting]
        change.code, change.uninvited = self.free_code(), True

    def free_code(self) -> str:
        """A code that no table has."""
        code = keys.new_code()
        while self.store.by_code(code):
            code = keys.new_code()
        return code

    def take_seat(self, table: str, device: Device, color: str, pin: str | None = None) -> int:
        """This device now holds the seat: its tickets are read and entered here. A PIN closes it to others.

        What was entered before a seat was freed stays covered to who takes it, but for the phone that entered it
        and for who knows the PIN. A seat that another phone was asked to free, and did not keep, is free.
        Gives the new version.
        """
        if pin is not None and not PIN.fullmatch(pin):
            raise Refused(Kind.WRONG, "wrong-value", reason="pin-digits")
        game, viewer = self.game(table, device)
        must_play(viewer)
        must_have(game, color)
        kept = self.store.pin(table, color)
        seat = game.snapshot.seats.get(color, Seat(color))
        if seat.device not in (None, device) and not _is_due(game, color):
            raise Refused(Kind.CONFLICT, "seat-held", game.version, name=game.setup.name(color))
        if kept is not None and seat.device != device:
            self.must_fit(game, device, color, pin, kept)
        new = keys.hash_pin(pin) if pin and kept is None and color not in viewer.covered else None
        with self.changing(table, device) as (game, viewer, change):
            must_have(game, color)
            seat = game.snapshot.seats.get(color, Seat(color))
            if seat.device not in (None, device):
                if not _is_due(game, color):
                    raise Refused(Kind.CONFLICT, "seat-held", game.version, name=game.setup.name(color))
                _free(game, device, change, color)
                seat = change.seats[color]
            if seat.device is None and seat.pin != kept:  # it was given one meanwhile
                raise wrong_pin()
            if seat.device == device:
                change.seats[color] = replace(seat, pin=seat.pin or new)
                return game.version + (not change.empty)
            covered = 0 if kept else _covered(game, device, color)
            change.seats[color] = replace(seat, device=device, pin=seat.pin or (None if covered else new))
            if color in game.snapshot.seats:
                change.seat_changes.append(note(game, device, "taken", color, covered=covered))
            return game.version + (not change.empty)

    def leave_seat(self, table: str, device: Device, color: str) -> int:
        """Lets a seat go: one's own at once, another phone's after that phone had half a minute to keep it.

        Gives the new version.
        """
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            must_have(game, color)
            seat = game.snapshot.seats.get(color)
            if seat is None or seat.device is None:
                return game.version
            if seat.device == device or _is_due(game, color):
                _free(game, device, change, color)
                return game.version + (not change.empty)
            if game.standing.rests("free", color, device, time.time()):
                raise Refused(Kind.CONFLICT, "seat-kept", game.version, name=game.setup.name(color))
            if game.standing.request("free", color, time.time()) is None:
                change.seat_changes.append(note(game, device, "free-asked", color))
            version, name = game.version + (not change.empty), game.setup.name(color)
        raise Refused(Kind.ASKED, "seat-asked", version, name=name)

    def ask_to_show(self, table: str, device: Device, color: str) -> int:
        """Asks the other phones once more to show this one the tickets that are covered to it.

        Gives the new version.
        """
        with self.changing(table, device) as (game, viewer, change):
            if color in viewer.begins and game.standing.request("show", color, time.time()) is None:
                change.seat_changes.append(note(game, device, "show-asked", color))
            return game.version + (not change.empty)

    def answer(self, table: str, device: Device, kind: str, color: str, agree: bool) -> int:
        """This phone's answer to a request of others: to free a seat, to show tickets, to end the game.

        Gives the new version.
        """
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if (request := game.request_to(device, kind, color)) is None:
                raise Refused(Kind.CONFLICT, "nothing-asked", game.version)
            agreed = "agreed" if agree else "declined"
            if kind == "free" and agree:
                _free(game, device, change, color)
                self._welcome(change, request.device)
                return game.version + (not change.empty)
            change.seat_changes.append(note(game, device, f"{kind}-{agreed}", color))
            if kind == "show" and agree:
                everybody = replace(request, agreed=request.agreed | {device})
                holders = [seat.device for seat in game.snapshot.seats.values() if seat.device is not None]
                enough = enough_to_show(everybody, holders, game.standing.freed_by.get(color))
                if enough or device == game.standing.owners.get(color):
                    holder = game.snapshot.seats[color].device
                    change.seat_changes.append(note(game, device, "shown", color, holder=holder))
            return game.version + (not change.empty)

    def must_fit(self, game: Game, device: Device, color: str, pin: str | None, kept: str) -> None:
        """Refuses a wrong PIN. The try is counted before the PIN is compared, which is slow on purpose."""
        table = game.snapshot.id
        if pin is None or self.locked(table, device, color):
            raise wrong_pin()
        if not game.table.finished and not self.store.count_pin(table, color, device, WRONG_PINS):
            raise wrong_pin()
        if not keys.pin_fits(pin, kept):
            raise wrong_pin()
        self.store.forget_pins(table, color, device)

    def locked(self, table: str, device: Device, color: str) -> bool:
        """Whether wrong PINs closed a seat's tickets to this device until the end.

        Five on one device are enough, and twenty on all but the phone that holds or held the seat: so nobody
        guesses it with many devices, and nobody can close it to its own phone.
        """
        game, __ = self.game(table, device)
        if game.table.finished:
            return False
        counts = self.store.wrong_pins(table, color)
        own = game.own_phone(color)
        others = sum(count for one, count in counts.items() if one != own)
        return counts.get(device, 0) >= WRONG_PINS or (device != own and others >= MOST_PINS)


def guest_name(typed: str) -> str:
    """A name as it can be shown: in one line, with nothing in it that turns or hides what stands around it."""
    in_a_line = " ".join(without_unseen(typed).split())
    shown = "".join(sign for sign in in_a_line if sign.isprintable() and sign not in DIRECTION)
    return normalize("NFC", shown)[:LONGEST_NAME].strip()


def wrong_pin() -> Refused:
    """The same sentence for a wrong PIN and for the sixth, so that neither tells more."""
    return Refused(Kind.NOT_ALLOWED, "wrong-pin")


def _is_for(asked: Device, device: Device) -> bool:
    """Whether a device may collect what another asked for: a program has a new token each time it is told one."""
    match asked:
        case BrowserDevice():
            return asked == device
        case ProgramDevice():
            return isinstance(device, ProgramDevice)


def _is_due(game: Game, color: str) -> bool:
    """Whether the phone that holds a seat was asked for it, and did not say no in time."""
    request = game.standing.request("free", color, time.time())
    return request is not None and request.is_due(time.time())


def _free(game: Game, device: Device, change: Change, color: str) -> None:
    seat = game.snapshot.seats[color]
    change.seats[color] = replace(seat, device=None)
    change.seat_changes.append(note(game, device, "freed", color, holder=seat.device))


def _covered(game: Game, device: Device, color: str) -> int:
    """How many entries are covered to a device that takes a seat; the same whoever entered tickets."""
    kept = game.standing
    if device == kept.owners.get(color) or color not in game.snapshot.seats or game.table.finished:
        return 0
    if device == kept.last.get(color) and color in kept.covered:
        return kept.covered[color]
    return len(game.log) if any(game.roots) else 0


def note(
    game: Game, device: Device, act: str, color: str = "", holder: Device | None = None, covered: int = 0
) -> SeatChange:
    """A seat change to be stored beside the log. They have an end, as entries have; a game can still be finished."""
    if len(game.snapshot.seat_changes) >= MOST_SEAT_CHANGES and act != "finished":
        raise Refused(Kind.CONFLICT, "seats-full", game.version)
    by = next((seat.color for seat in game.snapshot.seats.values() if seat.device == device), "")
    return SeatChange(game.version + 1, len(game.log), int(time.time()), act, color, device, by, holder, covered)


def _stronger(known: str | None, request: str) -> Role:
    """The stronger of two roles: a device that comes back keeps its role, and a watcher may become a player."""
    ranks: tuple[Role, ...] = ("watcher", "player", "maker")
    return max((rank for rank in ranks if rank in (known, request)), key=ranks.index)
