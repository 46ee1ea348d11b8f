"""Who gets in to a table: by the secret in its QR code, or by typing its code when somebody there says yes."""

import time
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import normalize

from companion.play import keys
from companion.play.cache import Games, Written, written
from companion.play.game import Game, must_play, no_longer_waits
from companion.play.refusals import Kind, Refused
from companion.play.view import Role
from companion.rules.free_text import DIRECTION, without_invisible
from companion.store import Change, Store, series_rows
from companion.store.devices import BrowserDevice, Device, ProgramDevice
from companion.store.snapshot import Snapshot, Waiting

MOST_WAITING: Final = 20
LONGEST_NAME: Final = 24
LONG_AGO: Final = 1  # the time put into a request to join that is withdrawn, so that it has expired


@dataclass(frozen=True)
class Joined(Written):
    """A device that is at a table now."""

    table: str
    role: Role
    name: str = ""  # typed when asking to be let in


class Door:
    """Inviting, asking to join, letting in, and shutting out."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store, self._games = store, games

    def invite(self, table: str, device: Device, secret: str | None = None) -> str:
        """The secret of an invitation, for a QR code that lets its reader in at once. Refused to mere watchers.

        It is the given `secret`, which a device shows every time (see `keys.device_invitation`), or else a new one.
        """
        game, viewer = self._games.at(table, device)
        must_play(viewer)
        self.must_not_be_shut_out(game, device)
        return self.invite_unchecked(table, secret)

    def invite_unchecked(self, table: str, secret: str | None = None) -> str:
        """Like `invite`, but for whoever runs the server: no device is asked whether it may invite."""
        secret = secret or keys.new_token()
        self._store.invite(table, keys.digest(secret))
        return secret

    def bring_along(self, table: str, owner: Device, device: Device) -> None:
        """Lets in another device of somebody who is at the table: as a player where the first one plays.

        Nobody comes by a device that was shut out of the series. The game is not read, for there may be hundreds.
        """
        with self._games.changing_unchecked(table) as change:
            role = change.before.members.get(owner) if change else None
            if change is None or role is None or owner in self._shut_out(change.before.series):
                return
            self._enter(change, device, "watcher" if role == "watcher" else "player")

    def join_by_secret(self, secret: str, device: Device, role: Role = "player") -> Joined:
        """Lets a device in by the secret of a QR code. One that was here before keeps its role if it is stronger."""
        table = self._store.by_secret(keys.digest(secret))
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", reason="no-invitation")
        with self._games.changing_unchecked(table) as change:
            if change is None:
                raise Refused(Kind.NOT_FOUND, "no-table", reason="no-invitation")
            role = self._enter(change, device, role)
            return Joined(written(change).version, table, role)

    def _enter(self, change: Change, device: Device, role: Role) -> Role:
        known = change.before.members.get(device)
        role = stronger_role(known, role)
        if role != known:
            change.members[device] = role
        self.let_in_again(change, device)
        return role

    def ask_to_join(self, code: str, device: Device, role: Role = "player", name: str = "") -> str:
        """Asks the table with this code to be let in; gives the secret by which `collect` knows the request.

        The name helps the others to decide. It is not the name of a player yet.
        """
        table = self.table_with(code)
        if table is None:
            raise Refused(Kind.NOT_FOUND, "no-table", reason="no-code")
        with self._games.changing_unchecked(table) as change:
            if change is None:
                raise Refused(Kind.NOT_FOUND, "no-table", reason="no-code")
            guests = (w for w in change.before.waiting if w.admitted is None and not w.seat)
            request = [w for w in guests if not no_longer_waits(w)]
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
        """The table that has this typed code."""
        return self._store.by_code(keys.tidy_code(code))

    def cancel(self, waiting: str, asker: Device) -> None:
        """Withdraws a request to join, if this device asked and nobody has answered yet."""
        shown = keys.shown_id(waiting)
        table = self._store.by_waiting(shown)
        if table is None:
            return
        with self._games.changing_unchecked(table) as change:
            if change is not None:
                for guest in change.before.waiting:
                    if guest.id == shown and guest.device == asker and guest.admitted is None:
                        change.waiting.append(replace(guest, asked=LONG_AGO))

    def decide(self, table: str, device: Device, waiting: str, admit: bool) -> Written:
        """A player lets a guest in, or not; the guest is given by the id shown at the table or by their secret."""
        known = {waiting, keys.shown_id(waiting)}
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            self.must_not_be_shut_out(game, device)
            guest = next((w for w in game.snapshot.waiting if w.id in known and not w.seat), None)
            if guest is None or no_longer_waits(guest):
                raise Refused(Kind.GONE, "nobody-waits", game.version)
            change.waiting.append(replace(guest, admitted=admit))
            return written(change)

    def collect(self, waiting: str, device: Device) -> Joined | None:
        """The outcome of asking to join: joined (given once), not decided yet (None), or refused.

        Only the browser that asked is let in. A program may come with a new token: it is known by its secret. Whoever
        asked for a seat comes with the device that it went to.
        """
        shown = keys.shown_id(waiting)
        table = self._store.by_waiting(shown)
        if table is None:
            raise Refused(Kind.NOT_FOUND, "nobody-waits", reason="never-waited")
        with self._games.changing_unchecked(table) as change:
            guests = change.before.waiting if change else ()
            guest = next((w for w in guests if w.id == shown), None)
            if guest is not None and (guest.device != device if guest.seat else not _is_for(guest.device, device)):
                raise Refused(Kind.NOT_FOUND, "nobody-waits", reason="never-waited")
            if change is None or guest is None or no_longer_waits(guest):
                raise Refused(Kind.GONE, "too-late", reason=_why(guest))
            if guest.admitted is False:
                raise Refused(Kind.NOT_ALLOWED, "not-admitted", reason=_why(guest))
            if guest.admitted is None:
                return None
            role = stronger_role(change.before.members.get(device), "player" if guest.seat else guest.role)
            change.members[device] = role
            self.let_in_again(change, device)
            change.waiting.append(replace(guest, asked=0))  # given once; from now on the request has expired
            return Joined(written(change).version, table, role, guest.name)

    def asked_for(self, waiting: str) -> tuple[str | None, str | None]:
        """The table that somebody asked to join, and the role they asked for; None for each that is not known.

        The role is not known any more once they have been let in.
        """
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
            self.void_invitations(change)
            made = written(change)
        for other in series_rows.games_of(self._store.engine, game.snapshot.series):
            if other != table:
                with self._games.changing_unchecked(other) as changed:
                    if changed is not None:
                        self.void_invitations(changed)
        return made

    def must_not_be_shut_out(self, game: Game, device: Device) -> None:
        """Refuses a device that was shut out of the series and has not been let in again since."""
        if device in self._shut_out(game.snapshot.series):
            raise Refused(Kind.NOT_ALLOWED, "shut-out", game.version, reason="was-removed")

    def let_in_again(self, change: Change, device: Device) -> None:
        """Notes that a device is no longer shut out of the series."""
        change.lets_in = self._shut_out(change.before.series) & {device}

    def _shut_out(self, series: str) -> frozenset[Device]:
        return series_rows.shut_out(self._store.engine, series)

    def void_invitations(self, change: Change) -> None:
        """Gives the table a new code, and voids its links and all requests to join."""
        change.waiting += [replace(guest, asked=LONG_AGO) for guest in change.before.waiting]
        change.code, change.uninvited = self.free_code(), True

    def free_code(self) -> str:
        """A code that no table has."""
        code = keys.new_code()
        while self._store.by_code(code):
            code = keys.new_code()
        return code


def moves_ended(before: Snapshot, color: str) -> list[Waiting]:
    """What was offered and asked for a seat until now (see `moving.py`), as over."""
    return [replace(one, asked=LONG_AGO) for one in before.waiting if one.seat == color and one.asked > LONG_AGO]


def guest_name(typed: str) -> str:
    """A typed name made safe to show: one line, without signs that hide text or change its direction."""
    in_a_line = " ".join(without_invisible(typed).split())
    shown = "".join(sign for sign in in_a_line if sign.isprintable() and sign not in DIRECTION)
    return normalize("NFC", shown)[:LONGEST_NAME].strip()


def _why(guest: Waiting | None) -> str:
    """The name of the sentence for somebody who did not ask for a table but for a seat."""
    return "seat-stayed" if guest and guest.seat else ""


def _is_for(asked: Device, device: Device) -> bool:
    """Whether a device may collect what another asked for. A program may come with a different token."""
    match asked:
        case BrowserDevice():
            return asked == device
        case ProgramDevice():
            return isinstance(device, ProgramDevice)


def stronger_role(known: str | None, request: str) -> Role:
    """The stronger of two roles: a device that comes back keeps its role, but a watcher may become a player."""
    ranks: tuple[Role, ...] = ("watcher", "player", "maker")
    return max((rank for rank in ranks if rank in (known, request)), key=ranks.index)
