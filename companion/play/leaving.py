"""Removing a phone that its owner no longer uses (lent, sold, replaced) from every table."""

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
    """Leaving every table at once."""

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
    by = next(iter(held), "")
    acts = [("freed", color) for color in held]
    # Only if it ever took part in a seat change, so that strangers who come and go do not fill the list.
    if held or any(device in (done.device, done.holder) for done in before.seat_changes):
        acts.append(("left", ""))
    change.seats |= {color: replace(before.seats[color], device=None) for color in held}
    change.waiting += [one for color in held for one in moves_ended(before, color)]
    for act, color in acts:
        at = before.version + 1, len(before.entries), int(time.time())
        change.seat_changes.append(SeatChange(*at, act, color, device, by, device if color else None))
    if before.members[device] == "maker" and (heir := _heir(before, device)):
        change.members[heir] = "maker"


def _heir(before: Snapshot, device: Device) -> Device | None:
    """The next maker: the player in the first seat, else any player."""
    colors = [player["color"] for player in before.setup["players"]]
    seated = [before.seats[color].device for color in colors if color in before.seats]
    others = [*seated, *before.members]
    players = (one for one in others if one is not None and before.members.get(one) == "player")
    return next((one for one in players if one != device), None)
