"""The one object through which pages and programs reach all use-cases."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.boards.model import Board
from companion.host.streams import Live
from companion.play import keys, trials
from companion.play.along import Along
from companion.play.cache import Games
from companion.play.circles import Circles
from companion.play.door import Door
from companion.play.entries import Log
from companion.play.game import Viewer, no_table
from companion.play.leaving import Leaving
from companion.play.moving import Moving
from companion.play.naming import with_tidy_names
from companion.play.pins import Pins
from companion.play.refusals import Kind, Refused
from companion.play.results import Results
from companion.play.reveal import Reveal
from companion.play.seats import Seats
from companion.play.series import Series
from companion.play.setup import Settings
from companion.play.shared_phone import Tickets, tickets_closed
from companion.play.view import Options, View
from companion.record.read import Record, record_json
from companion.record.record_checks import FORMAT, VERSION, Members, read_shape, rule_complaint
from companion.rules.broken_rules import RuleBroken
from companion.rules.replay import replay
from companion.store import Snapshot, Store, StoreUnavailable
from companion.store.attempts import Attempts
from companion.store.devices import Device
from companion.store.events import GameFinished
from companion.store.notes import Notes, try_writing
from companion.store.snapshot import Seat, StoredEntry

__all__ = ["NewTable", "StoreUnavailable", "Tables", "record_from"]


@dataclass(frozen=True)
class NewTable:
    """A new table: its id, and the code to read out."""

    table: str
    code: str


class Tables:
    """The tables of one store: opening, listing and viewing them; the objects in its attributes do everything else.

    Every use-case may raise Refused, or StoreUnavailable where the database cannot be used.
    """

    def __init__(self, store: Store, boards: Mapping[str, Board]) -> None:
        self.store = store
        self.boards = boards
        self.games = Games(store, boards)
        self.pins = Pins(store, self.games)
        self.door = Door(store, self.games)
        self.log = Log(self.games)
        self.seats = Seats(self.games, self.pins, self.door)
        self.moving = Moving(store, self.games, self.pins, self.door)
        self.tickets = Tickets(store, self.games, self.pins)
        self.settings = Settings(self.games, boards)
        self.reveal = Reveal(self.games)
        self.results = Results(store, boards, self.games.read)
        self.series = Series(store, self.games, self.door, boards, self.results)
        self.circles = Circles(store, self.games, boards, self.results)
        self.along = Along(store, self.door)
        self.leaving = Leaving(store, self.games, self.door)
        self.attempts = Attempts(store.engine)
        self.notes = Notes(store.engine)

    def open(
        self,
        record: Record,
        device: Device,
        options: Options | None = None,
        *,
        seat: str | None = None,
        is_trial: bool = False,
    ) -> NewTable:
        """Opens a table with the set-up and log of a record; the device is its maker, and may have a seat at once."""
        finished = record.replayed().finished
        opened = NewTable(keys.new_id(), self.door.free_code())
        document = record_json(record)
        ids = _entry_ids(document["log"])
        log = [
            StoredEntry(place, entry_id, 1, device, entry)
            for place, (entry_id, entry) in enumerate(zip(ids, document["log"], strict=True), 1)
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
            seats={seat: Seat(seat, device, tickets_in=True)} if seat else {},
            series=opened.table,
        )
        self.store.open_game(new, [GameFinished(opened.table, len(log))] if finished else [], is_trial)
        return opened

    def open_trial(self, device: Device) -> NewTable:
        """Opens a trial game at which this device has the seat whose turn it is. It is deleted after an hour."""
        if self.store.trials() >= trials.MOST:
            raise Refused(Kind.CONFLICT, "too-many-trials")
        return self.open(trials.trial(self.boards), device, seat=trials.OWN, is_trial=True)

    def is_trial(self, table: str) -> bool:
        """Whether a table is a trial game, which nothing remembers."""
        return self.store.is_trial(table)

    def delete(self, table: str, device: Device) -> None:
        """Deletes a table with everything in it; only its maker may."""
        with self.games.changing_unchecked(table) as change:  # its board may be gone
            role = change.before.members.get(device) if change else None
            if change is None or role is None:
                raise no_table()
            if role != "maker":
                raise Refused(Kind.NOT_ALLOWED, "not-the-maker", reason="delete")
            change.deleted = True

    def of(self, device: Device) -> Iterator[View]:
        """The tables a device is at, the last changed first, without those that cannot be read now."""
        for table in self.store.games_of(device):
            with suppress(Refused):
                yield self.on_table(table, device)

    def knows(self, device: Device) -> bool:
        """Whether a device is at any table or in any circle."""
        return bool(self.store.games_of(device) or self.circles.of(device))

    def must_be_at(self, table: str, device: Device) -> None:
        """Refuses a device that is not at the table, as if there were no such table."""
        self.games.at(table, device)

    def language_at(self, table: str, device: Device) -> str:
        """The language that a table chose, for a device at it; "" where it chose none or there is no such table."""
        try:
            return self.games.at(table, device)[0].options.language
        except Refused:
            return ""

    def view(self, table: str, device: Device) -> View:
        """The table for the API: a program sees the tickets of its seats, a browser only those of a seat of its own
        that neither has a PIN nor shares the phone.
        """
        game, viewer = self.games.at(table, device)
        return game.seen_by(replace(viewer, covered=game.closed_on(viewer, device)), device)

    def on_table(self, table: str, device: Device) -> View:
        """The table for pages that everybody at it may look at: they never show a shared phone's tickets."""
        game, viewer = self.games.at(table, device)
        return game.on_table(viewer, device)

    def for_everybody(self, table: str, device: Device) -> View:
        """The table for a screen that all can see, such as a television: no tickets, whichever device asks."""
        game, __ = self.games.at(table, device)
        return game.seen_by(Viewer("watcher"))

    def shared_result(self, table: str) -> View:
        """A finished game whose maker shows its result to anybody. Any other is refused as if there were none."""
        snapshot = self.games.newest(table)
        if snapshot is None or not snapshot.options.get("picture_shared"):
            raise no_table()
        game = self.games.read(snapshot).seen_by(Viewer("watcher"))
        if not game.table.finished or game.revealing:
            raise no_table()
        return game

    def hand(self, table: str, device: Device, color: str) -> View:
        """The table with the tickets of one seat. Refused unless the device holds it and its tickets are open."""
        game, viewer = self.games.seat_of(table, device, color)
        if color in viewer.covered:
            raise tickets_closed()
        return game.seen_by(replace(viewer, covered=viewer.seats - {color}), device)

    def seat(self, table: str, device: Device, color: str) -> View:
        """The table without any tickets. Refused unless the device holds this seat."""
        game, viewer = self.games.seat_of(table, device, color)
        return game.seen_by(replace(viewer, covered=viewer.seats), device)

    def one_moment(self) -> AbstractContextManager[None]:
        """Within this block a thread reads each table's version once, and again only after changing it."""
        return self.games.one_moment()

    def live(self, streams: int) -> Live:
        """The streams that announce new versions, at most this many at a time."""
        return Live(self.store, streams)

    def try_writing(self) -> None:
        """Checks by writing that games can be stored. Raises StoreUnavailable."""
        self.store.version("")
        try_writing(self.store.engine)


def _entry_ids(log: Sequence[Mapping[str, Any]]) -> list[str]:
    """The ids of entries: their own, or a new one for an entry without."""
    return [entry.get("id") or keys.new_id() for entry in log]


def record_from(document: Members, boards: Mapping[str, Board]) -> Record:
    """The record in a document, where format, version and log may be left out. Raises Refused where it is wrong.

    Without a log it is a new game, whose names are tidied; with one it is an earlier game, whose names stay.
    """
    document = Members([*document.items()])
    if "log" not in document and "players" in document:
        document["players"] = with_tidy_names(document["players"])
    for name, default in (("format", FORMAT), ("version", VERSION), ("log", [])):
        document.setdefault(name, default)
    setup, log, complaints = read_shape(document, boards)
    if complaints or setup is None:
        raise Refused.complaint(complaints[0], "record")
    try:
        replay(boards[setup.map], setup, log)
    except RuleBroken as broken:
        raise Refused.complaint(rule_complaint(broken), "record") from None
    return Record(boards[setup.map], setup, log)
