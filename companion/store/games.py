"""Reading a game whole, and changing it in one transaction.

Nothing here knows a rule: setup, options and entries are JSON that the caller made.
"""

import json
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any

import sqlalchemy as sa

from companion.store import series
from companion.store.devices import Device
from companion.store.engine import close, forget, looking, transaction
from companion.store.schema import ENTRIES, GAMES, INVITATIONS, MEMBERS, SEAT_CHANGES, SEATS, WAITING, WRONG_PINS
from companion.store.snapshot import Change, NewEntry, Seat, SeatChange, Snapshot, StoredEntry, Waiting
from companion.store.statements import (
    CHANGED_GAME,
    ENTRIES_AFTER,
    GAME,
    HELD_GAME,
    MEMBERS_OF,
    NEWEST_STAMP,
    NOTIFY,
    SEAT_CHANGES_OF,
    SEATS_OF,
    VERSION_OF,
    WAITING_AT,
)

MOST_KEPT = 200  # logs in memory
MOST_ENTRIES = 60_000  # of all of them together
MOST_WORDS = 10_000  # of which logs are made: what is on the boards, and players' colours
TOLD_ONCE = ("id", "at")  # what no other entry has
AS_THEY_ARE = (
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
PRUNED = 3_600  # seconds after which who waited in vain is forgotten
MOST_INVITATIONS = 20  # of one game
SOON = 1.0  # seconds that a page waits which can do without

_WORDS: dict[str, str] = {}


class Store:
    """Games on disk. Every method is one transaction and may raise StoreAway."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        # A version never changes, and a log only grows, so what was read once need not be read again.
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._entries_kept = 0
        self._keeping = Lock()

    def close(self) -> None:
        """Closes the database."""
        close(self.engine)

    def open_game(self, new: Snapshot) -> None:
        """A new game as the snapshot has it: its set-up, its log, and who opened it."""
        with transaction(self.engine, writing=True) as connection:
            _open(connection, new)

    def snapshot(self, game: str) -> Snapshot | None:
        """A game as it stands, or None where there is none."""
        with transaction(self.engine) as connection:
            return self._read(connection, game)

    def version(self, game: str) -> int | None:
        """Only the version of a game, which is quick to read."""
        with looking(self.engine) as connection:
            return connection.execute(VERSION_OF, {"of_game": game}).scalar()

    def members(self, game: str) -> frozenset[Device]:
        """The devices that are at a game."""
        with looking(self.engine) as connection:
            return frozenset(row.device for row in connection.execute(MEMBERS_OF, {"of_game": game}))

    def pin(self, game: str, color: str) -> str | None:
        """The hash of a seat's PIN, where it has one."""
        return self._one(sa.select(SEATS.c.pin).where(SEATS.c.game == game, SEATS.c.color == color))

    def wrong_pins(self, game: str, color: str) -> dict[Device, int]:
        """How many wrong PINs were typed for a seat on each device; counting them is no version."""
        query = sa.select(WRONG_PINS.c.device, WRONG_PINS.c.count).where(*_of_seat(game, color))
        with transaction(self.engine) as connection:
            return dict(connection.execute(query).all())

    def count_pin(self, game: str, color: str, device: Device, most: int) -> bool:
        """Counts a PIN before it is looked at, so that many at once are no way round; False where there were most."""
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
        """The game that a secret with this hash lets into."""
        return self._one(sa.select(INVITATIONS.c.game).where(INVITATIONS.c.secret == secret))

    def invite(self, game: str, secret: bytes) -> None:
        """A secret that lets in; of a game's secrets the newest few stay good. One shown again is only looked up."""
        if self.by_secret(secret) == game:
            return
        with transaction(self.engine, writing=True, patience=SOON) as connection:
            connection.execute(INVITATIONS.delete().where(INVITATIONS.c.secret == secret))
            here = sa.select(sa.func.max(INVITATIONS.c.made)).where(INVITATIONS.c.game == game)
            newest = connection.execute(here).scalar() or 0
            now = max(time.time_ns(), newest + 1)  # also where the clock was set back
            connection.execute(INVITATIONS.insert().values(game=game, secret=secret, made=now))
            made = sa.select(INVITATIONS.c.secret).where(INVITATIONS.c.game == game)
            old = (
                connection.execute(made.order_by(INVITATIONS.c.made.desc()).offset(MOST_INVITATIONS)).scalars().all()
            )
            connection.execute(INVITATIONS.delete().where(INVITATIONS.c.secret.in_(old)))

    def by_code(self, code: str) -> str | None:
        """The game with this code."""
        return self._one(sa.select(GAMES.c.id).where(GAMES.c.code == code))

    def by_waiting(self, waiting: str) -> str | None:
        """The game that somebody waits to join."""
        return self._one(sa.select(WAITING.c.game).where(WAITING.c.id == waiting))

    def games_of(self, device: Device) -> list[str]:
        """The games a device is at, the last changed first."""
        joined = GAMES.join(MEMBERS, MEMBERS.c.game == GAMES.c.id)
        query = sa.select(GAMES.c.id).select_from(joined).where(MEMBERS.c.device == device)
        with transaction(self.engine) as connection:
            return list(connection.execute(query.order_by(GAMES.c.changed.desc(), GAMES.c.stamp.desc())).scalars())

    def named_at(self, device: Device) -> list[str]:
        """The games that know a device: it is at them, or asked to be."""
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
        with looking(self.engine) as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(GAMES)).scalar_one()

    def delete_untouched_since(self, moment: int) -> int:
        """Deletes the games that nobody changed since then; how many there were."""
        with transaction(self.engine, writing=True) as connection:
            untouched = GAMES.delete().where(GAMES.c.changed < moment).returning(GAMES.c.id)
            gone = list(connection.execute(untouched).scalars())
            for game in gone:
                _tell(connection, game, 0)
            series.forget(connection)
        if gone:
            forget(self.engine)
        return len(gone)

    def delete_game(self, game: str) -> bool:
        """Deletes a game with everything in it, for whoever looks after the machine; whether there was one."""
        with transaction(self.engine, writing=True) as connection:
            gone = connection.execute(GAMES.delete().where(GAMES.c.id == game)).rowcount
            series.forget(connection)
            _tell(connection, game, 0)
        forget(self.engine)
        return bool(gone)

    @contextmanager
    def changing(self, game: str) -> Iterator[Change | None]:
        """The game as it stands, held against other writers, and a Change to fill; None where there is no such game.

        What the Change holds is written and on disk when the block has ended well; an exception writes nothing.
        """
        after = None
        with transaction(self.engine, writing=True) as connection:
            before = self._read(connection, game, held=True)
            change = Change(before) if before else None
            yield change
            if change:
                after = _write(connection, change)
        if after:
            self._keep(after)
        if change and change.deleted:
            forget(self.engine)

    def _one(self, query: sa.Select[Any]) -> str | None:
        with transaction(self.engine) as connection:
            return connection.execute(query).scalars().first()

    def _read(self, connection: sa.Connection, game: str, held: bool = False) -> Snapshot | None:
        here = {"of_game": game}
        row = connection.execute(HELD_GAME if held else GAME, here).one_or_none()
        if row is None:
            self._let_go(game)
            return None
        known = self._kept.get(game)
        if known is not None and known.version == row.version:
            return self._keep(known)
        seats = [Seat(*seat) for seat in connection.execute(SEATS_OF, here)]
        read = Snapshot(
            **{name: getattr(row, name) for name in AS_THEY_ARE},
            setup=json.loads(row.setup),
            options=json.loads(row.options),
            entries=self._entries(connection, game, row.version, known.entries if known else ()),
            members={row.device: row.role for row in connection.execute(MEMBERS_OF, here)},
            seats={seat.color: seat for seat in seats},
            waiting=tuple(Waiting(*guest) for guest in connection.execute(WAITING_AT, here)),
            seat_changes=tuple(SeatChange(*kept) for kept in connection.execute(SEAT_CHANGES_OF, here)),
        )
        return self._keep(read)

    def _entries(
        self, connection: sa.Connection, game: str, version: int, known: tuple[StoredEntry, ...]
    ) -> tuple[StoredEntry, ...]:
        while known and known[-1].version > version:  # by somebody who read after this transaction had begun
            known = known[:-1]
        new = connection.execute(ENTRIES_AFTER, {"of_game": game, "known": len(known)})
        return known + tuple(_stored(*row) for row in new)

    def _keep(self, read: Snapshot) -> Snapshot:
        """Keeps a game as the one in use, and lets those go that were used last of all; of very long logs more."""
        with self._keeping:
            before = self._kept.get(read.id)
            if before is not read:
                self._entries_kept += len(read.entries) - (len(before.entries) if before else 0)
                self._kept[read.id] = read
            self._kept.move_to_end(read.id)
            while len(self._kept) > 1 and (len(self._kept) > MOST_KEPT or self._entries_kept > MOST_ENTRIES):
                __, oldest = self._kept.popitem(last=False)
                self._entries_kept -= len(oldest.entries)
        return read

    def _let_go(self, game: str) -> None:
        with self._keeping:
            gone = self._kept.pop(game, None)
            self._entries_kept -= len(gone.entries) if gone else 0


def _stored(place: int, name: str, version: int, device: Device, text: str) -> StoredEntry:
    body = _ENTRY.decode(text)
    own = body.get("id")
    return StoredEntry(place, own if own == name else name, version, device, body)


def _with_words_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Keeps each word of logs in memory once, since they repeat the same few words.

    Not by `sys.intern`, which from Python 3.12 on keeps for ever what it is given.
    """
    return {
        _once(name): _once(value) if isinstance(value, str) and name not in TOLD_ONCE else value
        for name, value in pairs
    }


def _once(word: str) -> str:
    return _WORDS.setdefault(word, word) if len(_WORDS) < MOST_WORDS else _WORDS.get(word, word)


_ENTRY = json.JSONDecoder(object_pairs_hook=_with_words_once)  # `json.loads` would make one for each entry


def _of_seat(game: str, color: str) -> tuple[sa.ColumnElement[bool], ...]:
    return WRONG_PINS.c.game == game, WRONG_PINS.c.color == color


def _open(connection: sa.Connection, new: Snapshot) -> None:
    named = ("id", "code", "version", "setup_version", "opened", "changed", "previous")
    texts = {"setup": _text(new.setup), "options": _text(new.options)}
    kept = {name: getattr(new, name) for name in named}
    texts["series"] = new.series or new.id
    connection.execute(GAMES.insert().values(**kept, **texts, stamp=_next_stamp(connection)))
    people = Change(
        replace(new, seat_changes=()),
        members=dict(new.members),
        seats=dict(new.seats),
        seat_changes=list(new.seat_changes),
    )
    entries = [(entry.id, entry.device, entry.body) for entry in new.entries]
    _write_entries(connection, replace(new, entries=()), new.version, entries)
    _write_people(connection, people)


def _write(connection: sa.Connection, change: Change) -> Snapshot | None:
    """Writes a change: one new version, whatever it holds. Gives it, where it need not be read to be known."""
    if change.empty:
        return None
    game = change.before.id
    if change.deleted:
        connection.execute(GAMES.delete().where(GAMES.c.id == game))
        series.forget(connection)
        _tell(connection, game, 0)
        return None
    if change.opens is not None:
        _open(connection, change.opens)
    version, changed = change.before.version + 1, int(time.time())
    _write_entries(connection, change.before, version, change.entries)
    _write_people(connection, change)
    row: dict[str, Any] = {"version": version, "changed": changed, "stamp": _next_stamp(connection)}
    if change.setup is not None:
        row |= {"setup": _text(change.setup), "setup_version": version}
    if change.options is not None:
        row |= {"options": _text(change.options), "setup_version": version}
    if change.code is not None:
        row["code"] = change.code
    if change.following is not None:
        row["following"] = change.following
    if change.reveal is not None:
        row["reveal"], row["leader"] = change.reveal
    connection.execute(CHANGED_GAME, {"of_game": game, **row})
    _tell(connection, game, version)
    return _with_entries(change, version, changed)


def _with_entries(change: Change, version: int, changed: int) -> Snapshot | None:
    """The game as it was just written, where nothing but entries came to it."""
    if not replace(change, entries=[]).empty:
        return None
    new = enumerate(change.entries, len(change.before.entries) + 1)
    entries = tuple(_stored(place, name, version, device, _text(body)) for place, (name, device, body) in new)
    return replace(change.before, version=version, changed=changed, entries=change.before.entries + entries)


def _write_entries(connection: sa.Connection, before: Snapshot, version: int, new: Iterable[NewEntry]) -> None:
    rows = [
        {"game": before.id, "place": place, "id": name, "version": version, "device": device, "body": _text(body)}
        for place, (name, device, body) in enumerate(new, len(before.entries) + 1)
    ]
    if rows:
        connection.execute(ENTRIES.insert(), rows)


def _write_people(connection: sa.Connection, change: Change) -> None:
    game = change.before.id
    for device, role in change.members.items():
        connection.execute(MEMBERS.delete().where(MEMBERS.c.game == game, MEMBERS.c.device == device))
        if role is not None:
            connection.execute(MEMBERS.insert().values(game=game, device=device, role=role))
    for color, seat in change.seats.items():
        connection.execute(SEATS.delete().where(SEATS.c.game == game, SEATS.c.color == color))
        kept = {name: getattr(seat, name) for name in Seat.__slots__}
        connection.execute(SEATS.insert().values(game=game, **kept))
    for number, done in enumerate(change.seat_changes, len(change.before.seat_changes) + 1):
        kept = {name: getattr(done, name) for name in SeatChange.__slots__}
        connection.execute(SEAT_CHANGES.insert().values(game=game, number=number, **kept))
    series.write(connection, change)
    if change.uninvited:
        connection.execute(INVITATIONS.delete().where(INVITATIONS.c.game == game))
    if change.waiting:
        in_vain = WAITING.c.asked.between(1, int(time.time()) - PRUNED)
        connection.execute(WAITING.delete().where(WAITING.c.game == game, in_vain))
    for guest in change.waiting:
        connection.execute(WAITING.delete().where(WAITING.c.id == guest.id))
        kept = {name: getattr(guest, name) for name in Waiting.__slots__}
        connection.execute(WAITING.insert().values(game=game, **kept))


def _next_stamp(connection: sa.Connection) -> int:
    """A number that grows with every change of any game, so that a reader can ask what is new.

    The time, so that it grows also after the newest game was deleted; one more where the clock was set back.
    """
    now = time.time_ns()
    if connection.dialect.name == "postgresql":
        return now  # there changes are told by NOTIFY, and the stamp only sorts
    newest: int = connection.execute(NEWEST_STAMP).scalar_one()
    return max(now, newest + 1)


def _tell(connection: sa.Connection, game: str, version: int) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(NOTIFY, {"news": f"{game} {version}"})


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
