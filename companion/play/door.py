"""Who gets in to a table: by the secret of its QR code, or by its code when somebody there says yes."""

import time
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import normalize

from companion.play import keys
from companion.play.cache import Games, Written, written
from companion.play.game import Game, must_play, too_late
from companion.play.refusals import Kind, Refused
from companion.play.view import Role
from companion.rules.text import DIRECTION, without_unseen
from companion.store import Change, Store, series
from companion.store.devices import BrowserDevice, Device, ProgramDevice
from companion.store.snapshot import Waiting

MOST_WAITING: Final = 20
LONGEST_NAME: Final = 24
LONG_AGO: Final = 1  # asked again since; it goes with the next who comes


@dataclass(frozen=True)
class Joined(Written):
    """A device that is at a table now."""

    table: str
    role: Role
    name: str = ""  # that was typed to be let in


class Door:
    """Inviting, asking to join, letting in, and shutting out."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store, self._games = store, games

    def invite(self, table: str, device: Device, standing: str | None = None) -> str:
        """A secret for a QR code: who has it is in at once. A new one, or one that a device shows again and again."""
        game, viewer = self._games.at(table, device)
        must_play(viewer)
        self.must_be_welcome(game, device)
        return self.new_link(table, standing)

    def new_link(self, table: str, standing: str | None = None) -> str:
        """A new secret for the QR code, for whoever looks after the serving machine."""
        secret = standing or keys.new_token()
        self._store.invite(table, keys.digest(secret))
        return secret

    def join_by_secret(self, secret: str, device: Device, role: Role = "player") -> Joined:
        """Lets in at once whoever has the secret of the QR code. A device that comes back keeps its role."""
        table = self._store.by_secret(keys.digest(secret))
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", reason="no-invitation")
        with self._games.held(table) as change:
            if change is None:
                raise Refused(Kind.NOT_FOUND, "no-table", reason="no-invitation")
            known = change.before.members.get(device)
            role = _stronger(known, role)
            if role != known:
                change.members[device] = role
            self.welcome(change, device)
            return Joined(written(change).version, table, role)

    def ask_to_join(self, code: str, device: Device, role: Role = "player", name: str = "") -> str:
        """A typed code asks the table; the answer is what to wait with, which nobody else gets to see.

        The name is what the guest calls themselves, for whoever lets them in; it is no player's yet.
        """
        table = self.table_with(code)
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", reason="no-code")
        with self._games.held(table) as change:
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

    def table_with(self, code: str) -> str | None:
        """The table that has this code, as somebody typed it."""
        return self._store.by_code(keys.tidy_code(code))

    def cancel(self, waiting: str, asker: Device) -> None:
        """Who waits does not want to come in after all; the table is not asked any more."""
        shown = keys.shown_id(waiting)
        if (table := self._store.by_waiting(shown)) is None:
            return
        with self._games.held(table) as change:
            guests = change.before.waiting if change else ()
            guest = next((w for w in guests if w.id == shown and w.device == asker and w.admitted is None), None)
            if change is not None and guest is not None:
                change.waiting.append(replace(guest, asked=LONG_AGO))

    def decide(self, table: str, device: Device, waiting: str, admit: bool) -> Written:
        """Any player lets somebody in, or not; by the id that stands at the table, or that the guest tells."""
        known = {waiting, keys.shown_id(waiting)}
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            self.must_be_welcome(game, device)
            guest = next((w for w in game.snapshot.waiting if w.id in known), None)
            if guest is None or too_late(guest):
                raise Refused(Kind.GONE, "nobody-waits", game.version)
            change.waiting.append(replace(guest, admitted=admit))
            return written(change)

    def collect(self, waiting: str, device: Device) -> Joined | None:
        """The outcome of asking to join: in (once, as this device), not decided yet (None), or refused.

        A place is given to the browser that asked for it and to no other device; where a program asked, to the
        program that has what to wait with, which nobody else was told.
        """
        shown = keys.shown_id(waiting)
        table = self._store.by_waiting(shown)
        if table is None:
            raise Refused(Kind.NOT_FOUND, "nobody-waits", reason="never-waited")
        with self._games.held(table) as change:
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
            self.welcome(change, device)
            change.waiting.append(replace(guest, asked=0))  # collected once; then it is as if it were too late
            return Joined(written(change).version, table, role, guest.name)

    def asked_for(self, waiting: str) -> tuple[str | None, str | None]:
        """The table that somebody asked to join, and as what; no role where that was answered and collected."""
        shown = keys.shown_id(waiting)
        table = self._store.by_waiting(shown)
        snapshot = self._games.newest(table) if table else None
        guests = snapshot.waiting if snapshot else ()
        return table, next((guest.role for guest in guests if guest.id == shown and guest.asked), None)

    def shut_out(self, table: str, device: Device) -> Written:
        """Changes the code, voids old links, and removes everybody but the maker and the phones that hold a seat.

        The series remembers who was removed, and its other games get new codes and links as well: a game leads to
        the next one, and whoever is let in there comes along.
        """
        with self._games.changing(table, device) as (game, viewer, change):
            if viewer.role != "maker":
                raise Refused(Kind.NOT_ALLOWED, "not-the-maker", reason="shut-out")
            seated = {seat.device for seat in game.snapshot.seats.values()}
            members = game.snapshot.members
            change.shuts_out = frozenset(one for one in members if one not in seated and members[one] != "maker")
            change.members |= dict.fromkeys(change.shuts_out)
            self.close(change)
            made = written(change)
        for other in series.games_of(self._store.engine, game.snapshot.series):
            if other != table:
                with self._games.held(other) as changed:
                    if changed is not None:
                        self.close(changed)
        return made

    def must_be_welcome(self, game: Game, device: Device) -> None:
        """Refuses a device that was shut out of another game of the series, and has not been let in again since."""
        if device in series.shut_out(self._store.engine, game.snapshot.series):
            raise Refused(Kind.NOT_ALLOWED, "shut-out", game.version, reason="was-removed")

    def welcome(self, change: Change, device: Device) -> None:
        """Somebody lets a device in, so that it may come along again."""
        change.lets_in = series.shut_out(self._store.engine, change.before.series) & {device}

    def close(self, change: Change) -> None:
        """What let people in until now is worth nothing any more."""
        change.waiting += [replace(guest, asked=LONG_AGO) for guest in change.before.waiting]
        change.code, change.uninvited = self.free_code(), True

    def free_code(self) -> str:
        """A code that no table has."""
        code = keys.new_code()
        while self._store.by_code(code):
            code = keys.new_code()
        return code


def guest_name(typed: str) -> str:
    """A name as it can be shown: in one line, with nothing in it that turns or hides what stands around it."""
    in_a_line = " ".join(without_unseen(typed).split())
    shown = "".join(sign for sign in in_a_line if sign.isprintable() and sign not in DIRECTION)
    return normalize("NFC", shown)[:LONGEST_NAME].strip()


def _is_for(asked: Device, device: Device) -> bool:
    """Whether a device may collect what another asked for: a program has a new token each time it is told one."""
    match asked:
        case BrowserDevice():
            return asked == device
        case ProgramDevice():
            return isinstance(device, ProgramDevice)


def _stronger(known: str | None, request: str) -> Role:
    """The stronger of two roles: a device that comes back keeps its role, and a watcher may become a player."""
    ranks: tuple[Role, ...] = ("watcher", "player", "maker")
    return max((rank for rank in ranks if rank in (known, request)), key=ranks.index)
