"""Reading a whole game, and changing it in one transaction.

There are no rules here: set-up, options and entries are JSON that the caller made.
"""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

import sqlalchemy as sa

from companion.store import along_rows, circle_games, circle_rows, result_rows, series_rows
from companion.store.devices import Device
from companion.store.engine import close, connection_to, transaction, wipe_deleted
from companion.store.events import Event, Subscriber, TableDeleted, publish
from companion.store.notes import NOTE
from companion.store.schema import (
    CIRCLE_GAMES,
    CIRCLES,
    GAMES,
    INVITATIONS,
    MEMBERS,
    NOTES,
    SEATS,
    WAITING,
    WRONG_PINS,
)
from companion.store.snapshot import Change, Seat, SeatChange, Snapshot, StoredEntry, Waiting
from companion.store.statements import (
    ENTRIES_AFTER,
    GAME,
    HELD_GAME,
    MEMBERS_OF,
    SEAT_CHANGES_OF,
    SEATS_OF,
    VERSION_OF,
    WAITING_AT,
)
from companion.store.writing import as_text, notify, open_game, write

TRIAL: Final = "trial "  # before a game's id, in the note that it is one
IS_TRIAL: Final = NOTES.c.name.like(f"{TRIAL}%")
MOST_WORDS = 10_000  # shared words of logs: names on the boards, players' colours
UNSHARED = ("id", "at")  # members whose values differ in every entry
PLAIN_COLUMNS = (
    "id",
    "code",
    "version",
    "setup_version",
    "opened",
    "changed",
    "reveal",
    "leader",
    "previous",
    "following",
    "series",
)
MOST_INVITATIONS = 20  # of one game
SOON = 1.0  # seconds that a page waits for an invitation, which it can do without
# Who hears of events at a table, in the transaction that stores them.
SUBSCRIBERS: Final[tuple[Subscriber, ...]] = (result_rows.on_event, circle_games.on_event)

_WORDS: dict[str, str] = {}


class Store:
    """The stored games. Every method is one transaction and may raise StoreUnavailable."""

    def __init__(self, engine: sa.Engine, subscribers: Sequence[Subscriber] = SUBSCRIBERS) -> None:
        self.engine = engine
        self._subscribers = subscribers

    def close(self) -> None:
        """Closes the database."""
        close(self.engine)

    def open_game(self, new: Snapshot, events: Iterable[Event] = (), is_trial: bool = False) -> None:
        """Stores a new game with its set-up, log and members, and publishes these events. A trial is noted as one."""
        with transaction(self.engine, writing=True) as connection:
            open_game(connection, new)
            if is_trial:
                connection.execute(NOTE, {"name": TRIAL + new.id, "at": new.opened})
            publish(connection, self._subscribers, events)

    def snapshot(self, game: str, known: Snapshot | None = None) -> Snapshot | None:
        """The newest state of a game; None where there is none. Entries of a `known` snapshot are not read again."""
        with transaction(self.engine) as connection:
            return _read(connection, game, known)

    def version(self, game: str) -> int | None:
        """The version of a game, None where there is no such game; much quicker than reading all of it."""
        with connection_to(self.engine) as connection:
            return connection.execute(VERSION_OF, {"of_game": game}).scalar()

    def members(self, game: str) -> frozenset[Device]:
        """The devices that are at a game."""
        with connection_to(self.engine) as connection:
            return frozenset(row.device for row in connection.execute(MEMBERS_OF, {"of_game": game}))

    def pin(self, game: str, color: str) -> str | None:
        """The hash of a seat's PIN; None where it has none."""
        return self._first_value(sa.select(SEATS.c.pin).where(SEATS.c.game == game, SEATS.c.color == color))

    def wrong_pins(self, game: str, color: str) -> dict[Device, int]:
        """How many wrong PINs were typed for a seat on each device."""
        query = sa.select(WRONG_PINS.c.device, WRONG_PINS.c.count).where(*_of_seat(game, color))
        with transaction(self.engine) as connection:
            return dict(connection.execute(query).all())

    def count_pin(self, game: str, color: str, device: Device, most: int) -> bool:
        """Counts a try of a PIN, before it is checked; False where the device has had `most` already.

        Counting first means that many tries at the same moment cannot exceed the limit.
        """
        here = (*_of_seat(game, color), WRONG_PINS.c.device == device)
        with transaction(self.engine, writing=True) as connection:
            connection.execute(HELD_GAME, {"of_game": game})
            count = connection.execute(sa.select(WRONG_PINS.c.count).where(*here)).scalar() or 0
            if count < most:
                connection.execute(WRONG_PINS.delete().where(*here))
                connection.execute(WRONG_PINS.insert().values(game=game, color=color, device=device, count=count + 1))
            return count < most

    def forget_pins(self, game: str, color: str, device: Device) -> None:
        """Forgets the wrong PINs of a device that typed the right one."""
        with transaction(self.engine, writing=True) as connection:
            connection.execute(WRONG_PINS.delete().where(*_of_seat(game, color), WRONG_PINS.c.device == device))

    def by_secret(self, secret: bytes) -> str | None:
        """The game whose link has a secret with this hash; None where there is none."""
        return self._first_value(sa.select(INVITATIONS.c.game).where(INVITATIONS.c.secret == secret))

    def invite(self, game: str, secret: bytes) -> None:
        """Adds the hash of a secret for a game's link, unless it is there. Only the newest few stay valid."""
        if self.by_secret(secret) == game:
            return
        with transaction(self.engine, writing=True, patience=SOON) as connection:
            connection.execute(INVITATIONS.delete().where(INVITATIONS.c.secret == secret))
            of_game = INVITATIONS.c.game == game
            newest = connection.execute(sa.select(sa.func.max(INVITATIONS.c.made)).where(of_game)).scalar() or 0
            now = max(time.time_ns(), newest + 1)  # in order even if the clock was set back
            connection.execute(INVITATIONS.insert().values(game=game, secret=secret, made=now))
            newest_first = sa.select(INVITATIONS.c.secret).where(of_game).order_by(INVITATIONS.c.made.desc())
            too_many = connection.execute(newest_first.offset(MOST_INVITATIONS)).scalars().all()
            connection.execute(INVITATIONS.delete().where(INVITATIONS.c.secret.in_(too_many)))

    def by_code(self, code: str) -> str | None:
        """The game with this code; None where there is none."""
        return self._first_value(sa.select(GAMES.c.id).where(GAMES.c.code == code))

    def by_waiting(self, waiting: str) -> str | None:
        """The game to which somebody asked to be let in under this id; None where nobody did."""
        return self._first_value(sa.select(WAITING.c.game).where(WAITING.c.id == waiting))

    def games_of(self, device: Device) -> list[str]:
        """The games a device is at, the last changed first."""
        joined = GAMES.join(MEMBERS, MEMBERS.c.game == GAMES.c.id)
        query = sa.select(GAMES.c.id).select_from(joined).where(MEMBERS.c.device == device)
        with transaction(self.engine) as connection:
            return list(connection.execute(query.order_by(GAMES.c.changed.desc(), GAMES.c.stamp.desc())).scalars())

    def games_naming(self, device: Device) -> list[str]:
        """The games that a device is at or has asked to join."""
        at = sa.select(MEMBERS.c.game).where(MEMBERS.c.device == device)
        asked = sa.select(WAITING.c.game).where(WAITING.c.device == device)
        with transaction(self.engine) as connection:
            return list(connection.execute(at.union(asked)).scalars())

    def all_games(self) -> list[str]:
        """Every game, the last changed first."""
        with transaction(self.engine) as connection:
            return list(connection.execute(sa.select(GAMES.c.id).order_by(GAMES.c.stamp.desc())).scalars())

    def count(self) -> int:
        """How many games there are."""
        with connection_to(self.engine) as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(GAMES)).scalar_one()

    def circles(self) -> list[circle_rows.CircleRow]:
        """Every circle, the one last looked at first."""
        return circle_rows.all_circles(self.engine)

    def count_in_circle(self, circle: str) -> int:
        """How many games a circle has, those that are still played too."""
        games_in_circle = sa.select(sa.func.count()).select_from(CIRCLE_GAMES).where(CIRCLE_GAMES.c.circle == circle)
        with connection_to(self.engine) as connection:
            return connection.execute(games_in_circle).scalar_one()

    def delete_untouched_since(self, moment: int) -> int:
        """Deletes the games in no circle that nobody has changed since then, and gives their number."""
        alone = GAMES.c.id.not_in(sa.select(CIRCLE_GAMES.c.game))
        return self._delete_where(sa.and_(GAMES.c.changed < moment, alone))

    def trials(self) -> int:
        """How many trial games there are."""
        with connection_to(self.engine) as connection:
            return connection.execute(sa.select(sa.func.count()).where(IS_TRIAL)).scalar_one()

    def is_trial(self, game: str) -> bool:
        """Whether a game is a trial."""
        return self._first_value(sa.select(NOTES.c.name).where(NOTES.c.name == TRIAL + game)) is not None

    def delete_trials_before(self, moment: int) -> int:
        """Deletes the trial games that were opened before then, and gives their number."""
        old = sa.and_(IS_TRIAL, NOTES.c.at < moment)
        if not self._first_value(sa.select(NOTES.c.name).where(old)):
            return 0  # as nearly always, and without a lock
        ids = sa.select(sa.func.substr(NOTES.c.name, len(TRIAL) + 1)).where(old)
        return self._delete_where(GAMES.c.id.in_(ids), NOTES.delete().where(old))

    def _delete_where(self, which: sa.ColumnElement[bool], *then: sa.Delete) -> int:
        """Deletes the games that fit a condition, carries out further statements, and gives the number of games."""
        with transaction(self.engine, writing=True) as connection:
            deleted = self._delete(connection, list(connection.execute(sa.select(GAMES.c.id).where(which)).scalars()))
            for statement in then:
                connection.execute(statement)
        if deleted:
            wipe_deleted(self.engine)
        return deleted

    def delete_circles_unopened_since(self, moment: int) -> int:
        """Deletes the circles that nobody has looked at since then, with their games, and gives their number."""
        unopened = sa.select(CIRCLES.c.id).where(CIRCLES.c.opened < moment)
        with transaction(self.engine, writing=True) as connection:
            circles = list(connection.execute(unopened).scalars())
            self._delete(connection, circle_rows.delete(connection, circles))
        if circles:
            wipe_deleted(self.engine)
        return len(circles)

    def delete_circle(self, circle: str) -> None:
        """Deletes a circle with its people and its finished games, unless these are in another circle too."""
        with transaction(self.engine, writing=True) as connection:
            self._delete(connection, circle_rows.delete(connection, [circle]))
        wipe_deleted(self.engine)

    def delete_game(self, game: str) -> bool:
        """Deletes a game with everything in it, for the command line; False where there was none."""
        with transaction(self.engine, writing=True) as connection:
            deleted = self._delete(connection, [game])
        wipe_deleted(self.engine)
        return bool(deleted)

    def _delete(self, connection: sa.Connection, games: Sequence[str]) -> int:
        """Deletes games within a transaction, and gives how many of them there were."""
        deleted = [game for game in games if connection.execute(GAMES.delete().where(GAMES.c.id == game)).rowcount]
        for game in deleted:
            notify(connection, game, 0)
        series_rows.forget(connection)
        along_rows.forget_strangers(connection)
        publish(connection, self._subscribers, map(TableDeleted, deleted))
        return len(deleted)

    @contextmanager
    def changing(self, game: str, known: Snapshot | None = None) -> Iterator[Change | None]:
        """Locks a game against other writers and gives a Change to fill; None where there is no such game.

        The Change is on disk once the block has ended; if the block raises an exception, nothing is written.
        """
        with transaction(self.engine, writing=True) as connection:
            before = _read(connection, game, known, held=True)
            change = Change(before) if before else None
            yield change
            if change and not change.empty:
                written = write(connection, change)
                change.after = _after(change, *written) if written else None
                publish(connection, self._subscribers, [TableDeleted(game)] if change.deleted else change.events)
        if change and change.deleted:
            wipe_deleted(self.engine)

    def _first_value(self, query: sa.Select[Any]) -> str | None:
        """The first column of the first row that a query finds; None where it finds none."""
        with transaction(self.engine) as connection:
            return connection.execute(query).scalars().first()


def _read(connection: sa.Connection, game: str, known: Snapshot | None, held: bool = False) -> Snapshot | None:
    """The newest snapshot of a game; None if there is none. If it is to be `held`, others can't change it meanwhile.

    Entries that a `known` snapshot has are not read again; if that is the newest one, it is given itself.
    """
    here = {"of_game": game}
    row = connection.execute(HELD_GAME if held else GAME, here).one_or_none()
    if row is None:
        return None
    if known is not None and known.version == row.version:
        return known
    seats = [Seat(*seat) for seat in connection.execute(SEATS_OF, here)]
    return Snapshot(
        **{name: getattr(row, name) for name in PLAIN_COLUMNS},
        setup=json.loads(row.setup),
        options=json.loads(row.options),
        entries=_entries(connection, game, row.version, known.entries if known else ()),
        members={row.device: row.role for row in connection.execute(MEMBERS_OF, here)},
        seats={seat.color: seat for seat in seats},
        waiting=tuple(Waiting(*guest) for guest in connection.execute(WAITING_AT, here)),
        seat_changes=tuple(SeatChange(*kept) for kept in connection.execute(SEAT_CHANGES_OF, here)),
    )


def _entries(
    connection: sa.Connection, game: str, version: int, known: tuple[StoredEntry, ...]
) -> tuple[StoredEntry, ...]:
    """The entries up to this version, of which only the new ones are read."""
    while known and known[-1].version > version:  # `known` was read after this transaction began
        known = known[:-1]
    new = connection.execute(ENTRIES_AFTER, {"of_game": game, "known": len(known)})
    return known + tuple(_stored_entry(*row) for row in new)


def _stored_entry(place: int, entry_id: str, version: int, device: Device, text: str) -> StoredEntry:
    """An entry from its row. Where its id is also in its body, one string in memory serves for both."""
    body = _ENTRY.decode(text)
    id_in_body = body.get("id")
    return StoredEntry(place, id_in_body if id_in_body == entry_id else entry_id, version, device, body)


def _with_shared_words(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose strings share memory with equal ones, since logs repeat the same few words.

    `sys.intern` is no help: from Python 3.12 on it never frees a string.
    """
    return {
        _shared_word(name): _shared_word(value) if isinstance(value, str) and name not in UNSHARED else value
        for name, value in pairs
    }


def _shared_word(word: str) -> str:
    """An equal string that is shared; the word itself once there are too many of them."""
    return _WORDS.setdefault(word, word) if len(_WORDS) < MOST_WORDS else _WORDS.get(word, word)


_ENTRY = json.JSONDecoder(object_pairs_hook=_with_shared_words)  # made once; `json.loads` would make one per entry


def _of_seat(game: str, color: str) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions for the wrong PINs of a seat."""
    return WRONG_PINS.c.game == game, WRONG_PINS.c.color == color


def _after(change: Change, version: int, changed: int) -> Snapshot | None:
    """The game as it was just written, if only entries were added; else None."""
    if not replace(change, entries=[]).empty:
        return None
    places = enumerate(change.entries, len(change.before.entries) + 1)
    entries = tuple(
        _stored_entry(place, entry_id, version, device, as_text(body)) for place, (entry_id, device, body) in places
    )
    return replace(change.before, version=version, changed=changed, entries=change.before.entries + entries)
