"""Writing a game and its changes, within the caller's transaction."""

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from companion.store import along_rows, circle_rows, series_rows
from companion.store.schema import ENTRIES, GAMES, INVITATIONS, MEMBERS, SEAT_CHANGES, SEATS, WAITING
from companion.store.snapshot import Change, NewEntry, Seat, SeatChange, Snapshot, Waiting
from companion.store.statements import CHANGED_GAME, NEWEST_STAMP, NOTIFY

FORGET_WAITING = 3_600  # seconds after which requests to join that nobody answered are deleted


def open_game(connection: sa.Connection, new: Snapshot) -> None:
    """Writes a new game with its set-up, log, members and seats."""
    plain_columns = ("id", "code", "version", "setup_version", "opened", "changed", "previous")
    values = {name: getattr(new, name) for name in plain_columns}
    values |= {"setup": as_text(new.setup), "options": as_text(new.options), "series": new.series or new.id}
    connection.execute(GAMES.insert().values(**values, stamp=_next_stamp(connection)))
    people = Change(
        replace(new, seat_changes=()),
        members=dict(new.members),
        seats=dict(new.seats),
        seat_changes=list(new.seat_changes),
    )
    entries = [(entry.id, entry.device, entry.body) for entry in new.entries]
    _write_entries(connection, replace(new, entries=()), new.version, entries)
    _write_people(connection, people)


def write(connection: sa.Connection, change: Change) -> tuple[int, int] | None:
    """Writes a change as one new version. Gives that version and its time; None where the game was deleted."""
    game = change.before.id
    if change.deleted:
        connection.execute(GAMES.delete().where(GAMES.c.id == game))
        series_rows.forget(connection)
        along_rows.forget_strangers(connection)
        notify(connection, game, 0)
        return None
    if change.opens is not None:
        open_game(connection, change.opens)
        circle_rows.follow(connection, game, change.opens.id)
    version, changed = change.before.version + 1, int(time.time())
    _write_entries(connection, change.before, version, change.entries)
    _write_people(connection, change)
    row: dict[str, Any] = {"version": version, "changed": changed, "stamp": _next_stamp(connection)}
    if change.setup is not None:
        row |= {"setup": as_text(change.setup), "setup_version": version}
    if change.options is not None:
        row |= {"options": as_text(change.options), "setup_version": version}
    if change.code is not None:
        row["code"] = change.code
    if change.following is not None:
        row["following"] = change.following
    if change.reveal is not None:
        row["reveal"], row["leader"] = change.reveal
    connection.execute(CHANGED_GAME, {"of_game": game, **row})
    notify(connection, game, version)
    return version, changed


def _write_entries(connection: sa.Connection, before: Snapshot, version: int, new: Iterable[NewEntry]) -> None:
    """Appends entries to the log."""
    rows = [
        {
            "game": before.id,
            "place": place,
            "id": entry_id,
            "version": version,
            "device": device,
            "body": as_text(body),
        }
        for place, (entry_id, device, body) in enumerate(new, len(before.entries) + 1)
    ]
    if rows:
        connection.execute(ENTRIES.insert(), rows)


def _write_people(connection: sa.Connection, change: Change) -> None:
    """Writes devices, seats, what was done with seats, and who waits to be let in; deletes links that became void."""
    game = change.before.id
    for device, role in change.members.items():
        connection.execute(MEMBERS.delete().where(MEMBERS.c.game == game, MEMBERS.c.device == device))
        if role is not None:
            connection.execute(MEMBERS.insert().values(game=game, device=device, role=role))
    for color, seat in change.seats.items():
        connection.execute(SEATS.delete().where(SEATS.c.game == game, SEATS.c.color == color))
        values = {name: getattr(seat, name) for name in Seat.__slots__}
        connection.execute(SEATS.insert().values(game=game, **values))
    for number, seat_change in enumerate(change.seat_changes, len(change.before.seat_changes) + 1):
        values = {name: getattr(seat_change, name) for name in SeatChange.__slots__}
        connection.execute(SEAT_CHANGES.insert().values(game=game, number=number, **values))
    series_rows.write(connection, change)
    if change.uninvited:
        connection.execute(INVITATIONS.delete().where(INVITATIONS.c.game == game))
        along_rows.end_at_table(connection, game)
    if change.waiting:
        expired = WAITING.c.asked.between(1, int(time.time()) - FORGET_WAITING)
        connection.execute(WAITING.delete().where(WAITING.c.game == game, expired))
    for guest in change.waiting:
        connection.execute(WAITING.delete().where(WAITING.c.id == guest.id))
        values = {name: getattr(guest, name) for name in Waiting.__slots__}
        connection.execute(WAITING.insert().values(game=game, **values))


def _next_stamp(connection: sa.Connection) -> int:
    """A number that grows with every change of any game, so that a reader can ask what is new.

    It is the time, so that it grows even after the newest game was deleted; or one more than the last stamp, if the
    clock was set back.
    """
    now = time.time_ns()
    if connection.dialect.name == "postgresql":
        return now  # there NOTIFY announces changes, and the stamp is only for sorting
    newest: int = connection.execute(NEWEST_STAMP).scalar_one()
    return max(now, newest + 1)


def notify(connection: sa.Connection, game: str, version: int) -> None:
    """Notifies PostgreSQL's listeners of a new version; 0 where the game was deleted."""
    if connection.dialect.name == "postgresql":
        connection.execute(NOTIFY, {"news": f"{game} {version}"})


def as_text(value: Mapping[str, Any]) -> str:
    """The JSON text of a value, as it is stored."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
