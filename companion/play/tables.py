"""The one object that pages and programs hold: all tables, and by name what one does at a table."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.boards.model import Board
from companion.host.streams import Live
from companion.play import keys
from companion.play.cache import Games
from companion.play.door import Door
from companion.play.entries import Log
from companion.play.game import Viewer, no_table
from companion.play.leaving import Leaving
from companion.play.naming import newly_named
from companion.play.pins import Pins
from companion.play.refusals import Kind, Refused
from companion.play.results import Results
from companion.play.reveal import Reveal
from companion.play.seats import Seats
from companion.play.series import Series
from companion.play.setup import Settings
from companion.play.shared_phone import Tickets, closed
from companion.play.view import Options, View
from companion.record.checks import FORMAT, VERSION, Members, read_shape, rule_broken
from companion.record.read import Record, record_json
from companion.rules.refusals import RuleBroken
from companion.rules.replay import replay
from companion.store import Snapshot, Store, StoreAway
from companion.store.attempts import Attempts
from companion.store.devices import Device
from companion.store.events import GameFinished
from companion.store.notes import try_writing
from companion.store.snapshot import StoredEntry

__all__ = ["NewTable", "StoreAway", "Tables", "record_from"]


@dataclass(frozen=True)
class NewTable:
    """A new table: its id, and the code to read out."""

    table: str
    code: str


class Tables:
    """The tables of one store: opening them, finding them, looking at them; and by name what one does at one.

    Every use-case may raise Refused, and StoreAway where the storage is away.
    """

    def __init__(self, store: Store, boards: Mapping[str, Board]) -> None:
        self.store = store
        self.boards = boards
        self.games = Games(store, boards)
        self.pins = Pins(store, self.games)
        self.door = Door(store, self.games)
        self.log = Log(self.games)
        self.seats = Seats(self.games, self.pins, self.door)
        self.tickets = Tickets(store, self.games, self.pins)
        self.settings = Settings(self.games, boards)
        self.reveal = Reveal(self.games)
        self.series = Series(store, self.games, self.door, boards, Results(store, boards, self.games.read))
        self.leaving = Leaving(store, self.games, self.door)
        self.attempts = Attempts(store.engine)

    def open(self, record: Record, device: Device, options: Options | None = None) -> NewTable:
        """A new table, with whatever log the record brings; the device is its maker."""
        ended = record.replayed().finished
        opened = NewTable(keys.new_id(), self.door.free_code())
        document = record_json(record)
        names = _names(document["log"])
        log = [
            StoredEntry(place, name, 1, device, entry)
            for place, (name, entry) in enumerate(zip(names, document["log"], strict=True), 1)
        ]
        now = int(time.time())
        new = Snapshot(
            id=opened.table,
            code=opened.code,
            version=1,
            setup_version=1,
            setup={name: document[name] for name in document if name not in ("format", "version", "log")},
            options=asdict(options or Options()),
            opened=now,
            changed=now,
            entries=tuple(log),
            members={device: "maker"},
            seats={},
            series=opened.table,
        )
        self.store.open_game(new, [GameFinished(opened.table, len(log))] if ended else [])
        return opened

    def delete(self, table: str, device: Device) -> None:
        """Deletes a table with everything in it; only its maker may."""
        with self.games.held(table) as change:  # its board may be gone
            role = change.before.members.get(device) if change else None
            if change is None or role is None:
                raise no_table()
            if role != "maker":
                raise Refused(Kind.NOT_ALLOWED, "not-the-maker", reason="delete")
            change.deleted = True

    def of(self, device: Device) -> Iterator[View]:
        """The tables a device is at, the last changed first; those that cannot be read now are passed over."""
        for table in self.store.games_of(device):
            with suppress(Refused):
                yield self.on_table(table, device)

    def knows(self, device: Device) -> bool:
        """Whether a device is at any table."""
        return bool(self.store.games_of(device))

    def must_be_at(self, table: str, device: Device) -> None:
        """Refuses a device that is not at the table; for it there is no such table."""
        self.games.at(table, device)

    def language_at(self, table: str, device: Device) -> str:
        """What a table chose to speak, to a device at it; nothing where it chose none, or there is no such table."""
        try:
            return self.games.at(table, device)[0].options.language
        except Refused:
            return ""

    def view(self, table: str, device: Device) -> View:
        """The table as a device reads it over the interface: a program is one party, a browser anybody's phone."""
        game, viewer = self.games.at(table, device)
        return game.seen_by(replace(viewer, covered=game.closed_on(viewer, device)), device)

    def on_table(self, table: str, device: Device) -> View:
        """The table for pages that lie open on it: they never show a shared phone's tickets, opened or not."""
        game, viewer = self.games.at(table, device)
        return game.on_table(viewer, device)

    def for_everybody(self, table: str, device: Device) -> View:
        """The table for a screen on the wall, whoever's device shows it."""
        game, __ = self.games.at(table, device)
        return game.seen_by(Viewer("watcher"))

    def hand(self, table: str, device: Device, color: str) -> View:
        """The table with the tickets of one seat, to the device that holds it and while they are open there."""
        game, viewer = self.games.seat_of(table, device, color)
        if color in viewer.covered:
            raise closed()
        return game.seen_by(replace(viewer, covered=viewer.seats - {color}), device)

    def seat(self, table: str, device: Device, color: str) -> View:
        """The table to the device that holds this seat, without any ticket of it."""
        game, viewer = self.games.seat_of(table, device, color)
        return game.seen_by(replace(viewer, covered=viewer.seats), device)

    def one_moment(self) -> AbstractContextManager[None]:
        """In this block, a thread asks for each table once; only what it changes itself is different afterwards."""
        return self.games.one_moment()

    def live(self, streams: int) -> Live:
        """The streams that tell of new versions, so many at a time."""
        return Live(self.store, streams)

    def try_writing(self) -> None:
        """Shows whether games can be kept, which only writing does. Raises StoreAway."""
        self.store.version("")
        try_writing(self.store.engine)


def _names(log: Sequence[Mapping[str, Any]]) -> list[str]:
    """The ids of entries: their own, or a new one where an entry has none."""
    return [entry.get("id") or keys.new_id() for entry in log]


def record_from(document: Members, boards: Mapping[str, Board]) -> Record:
    """The record in a document; what says that it is one may be left out, and so may its log.

    With a log it is a game of before, which is taken as it is; without one it is a new game.
    """
    document = Members([*document.items()])
    if "log" not in document and "players" in document:
        document["players"] = newly_named(document["players"])
    for name, usual in (("format", FORMAT), ("version", VERSION), ("log", [])):
        document.setdefault(name, usual)
    setup, log, found = read_shape(document, boards)
    if found or setup is None:
        raise Refused.complaint(found[0], "record")
    try:
        replay(boards[setup.map], setup, log)
    except RuleBroken as broken:
        raise Refused.complaint(rule_broken(broken), "record") from None
    return Record(boards[setup.map], setup, log)
