"""Removing a phone that its owner no longer uses (lent, sold, replaced) from every table and circle."""

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from companion.play.cache import Games
from companion.play.door import LONG_AGO, Door, moves_ended
from companion.play.refusals import Refused
from companion.play.view import View
from companion.store import Change, Store, along_rows, sessions
from companion.store.circle_rows import changing, circles_of, leave
from companion.store.devices import Device
from companion.store.snapshot import SeatChange, Snapshot


class Leaving:
    """Leaving every table and circle at once."""

    def __init__(self, store: Store, games: Games, door: Door) -> None:
        self._store, self._games, self._door = store, games, door

    def is_known(self, device: Device) -> bool:
        """Whether a device is at any table, has asked to join one, or is in a circle."""
        return bool(self._store.games_naming(device) or circles_of(self._store.engine, device))

    def only_here(self, device: Device) -> Iterator[View]:
        """The tables at which no other device plays, so that nobody can open them once this one has left."""
        for table in self._store.games_of(device):
            snapshot = self._games.newest(table)
            members = snapshot.members if snapshot else {}
            if {role for one, role in members.items() if one != device} <= {"watcher"}:
                with suppress(Refused):
                    game, viewer = self._games.at(table, device)
                    yield game.on_table(viewer, device)

    def everywhere(self, device: Device) -> None:
        """Removes a device from all its circles and tables, even where a board is missing. Can be repeated safely.

        Its seats become free as if it had left them: a PIN stays, and tickets already entered stay covered to the
        next phone. Where the device played, the table gets a new code and its links are void.
        """
        along_rows.forget(self._store.engine, device)
        for circle, __ in circles_of(self._store.engine, device):
            with changing(self._store.engine, circle.id) as connection:
                leave(connection, circle.id, device)
        for table in self._store.games_naming(device):
            sessions.forget(self._store.engine, table, device)
            with self._games.changing_unchecked(table) as change:
                if change is None:
                    continue
                waiting = (guest for guest in change.before.waiting if guest.device == device)
                change.waiting += [replace(guest, asked=LONG_AGO) for guest in waiting]
                role = change.before.members.get(device)
                if role is not None:
                    change.members[device] = None
                if role in ("maker", "player"):
                    _leave(change, device)
                    change.code, change.uninvited = self._door.free_code(), True


def _leave(change: Change, device: Device) -> None:
    """Frees the seats of a device that played, and makes another player the maker if it was the maker."""
    before = change.before
    held = [color for color, seat in before.seats.items() if seat.device == device]
    own_seat = held[0] if held else ""
    acts = [("freed", color) for color in held]
    # Only if it ever took part in a seat change, so that strangers who come and go do not fill the list.
    if held or any(device in (earlier.device, earlier.holder) for earlier in before.seat_changes):
        acts.append(("left", ""))
    change.seats |= {color: replace(before.seats[color], device=None) for color in held}
    change.waiting += [one for color in held for one in moves_ended(before, color)]
    for act, color in acts:
        seat_change = SeatChange(
            version=before.version + 1,
            place=len(before.entries),
            at=int(time.time()),
            act=act,
            color=color,
            device=device,
            by=own_seat,
            holder=device if color else None,
        )
        change.seat_changes.append(seat_change)
    if before.members[device] == "maker" and (heir := _heir(before, device)):
        change.members[heir] = "maker"


def _heir(before: Snapshot, device: Device) -> Device | None:
    """The next maker once this device has left: the player in the first seat, else any other player."""
    colors = [player["color"] for player in before.setup["players"]]
    seated = [before.seats[color].device for color in colors if color in before.seats]
    for other in (*seated, *before.members):
        if other is not None and other != device and before.members.get(other) == "player":
            return other
    return None
