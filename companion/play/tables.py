"""Opening tables and finding them again; the one object that pages and programs hold."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, Final

from pydantic import ValidationError

from companion.boards.model import Board
from companion.play import keys
from companion.play.entries import Reports
from companion.play.game import Game, Viewer, no_table
from companion.play.hands import Hands
from companion.play.leaving import Leaving
from companion.play.naming import newly_named
from companion.play.refusals import Kind, Refused
from companion.play.results import Results
from companion.play.reveal import Revealing
from companion.play.series import Series
from companion.play.setup import Setting
from companion.play.view import Options, View
from companion.record.checks import FORMAT, VERSION, Members, read_shape, rule_broken
from companion.record.read import Record, record_json
from companion.rules.refusals import RuleBroken
from companion.rules.replay import replay
from companion.store import Change, Snapshot, Store
from companion.store.devices import Device
from companion.store.events import GameFinished
from companion.store.sessions import OpenSeat
from companion.store.snapshot import StoredEntry

MOST_GAMES: Final = 200  # read and kept by this process, each at its newest version
MOST_KEPT: Final = 60_000  # entries of all of them together, each some 2 KB with what is made of it
TURNS: Final = 64  # locks that all tables share


@dataclass(frozen=True)
class NewTable:
    """A new table: its id, and the code to read out."""

    table: str
    code: str


class Tables(Leaving, Reports, Setting, Revealing, Hands, Series):
    """Every use-case of a table. Each may raise Refused, and StoreAway where the storage is away."""

    def __init__(self, store: Store, boards: Mapping[str, Board]) -> None:
        self.store = store
        self.boards = boards
        self.results = Results(store, boards, self.read)
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._entries_kept = 0
        self._lock = threading.Lock()
        self._turns = [threading.Lock() for _ in range(TURNS)]

    def open(self, record: Record, device: Device, options: Options | None = None) -> NewTable:
        """A new table, with whatever log the record brings; the device is its maker."""
        ended = record.replayed().finished
        opened = NewTable(keys.new_id(), self.free_code())
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

    def game(self, table: str, device: Device) -> tuple[Game, Viewer]:
        """The table as it stands, and this device's role there. For a stranger there is no such table."""
        version = self.store.version(table)
        game = self._games.get(table)
        if game is None or game.version != version:
            with self._turns[hash(table) % len(self._turns)]:  # what one is reading, others need not read too
                game = self._games.get(table)
                if game is None or version is None or game.version < version:
                    return self._seen(self.store.snapshot(table), device)
        return game, self.as_now(game, device)

    def language_at(self, table: str, device: Device) -> str:
        """What a table chose to speak, to a device at it; nothing where it chose none, or there is no such table."""
        try:
            return self.game(table, device)[0].options.language
        except Refused:
            return ""

    def must_be_at(self, table: str, device: Device) -> None:
        """Refuses a device that is not at the table; for it there is no such table."""
        self.game(table, device)

    def games_of(self, device: Device) -> Iterator[View]:
        """The tables a device is at, the last changed first; those that cannot be read now are passed over."""
        for table in self.store.games_of(device):
            with suppress(Refused):
                yield self.on_table(table, device)

    def delete(self, table: str, device: Device) -> None:
        """Deletes a table with everything in it; only its maker may."""
        with self.store.changing(table) as change:  # its board may be gone
            role = change.before.members.get(device) if change else None
            if change is None or role is None:
                raise no_table()
            if role != "maker":
                raise Refused(Kind.NOT_ALLOWED, "not-the-maker", reason="delete")
            change.deleted = True

    @contextmanager
    def changing(self, table: str, device: Device) -> Iterator[tuple[Game, Viewer, Change]]:
        """The table for a change, while no one else can write it, and this device's role there."""
        known_game = self._games.get(table)
        opened = self.opened(known_game, device) if known_game else None
        with self.store.changing(table) as change:
            game, viewer = self._seen(change.before if change else None, device, opened or {})
            if change is None:
                raise no_table()
            yield game, viewer, change

    def read(self, snapshot: Snapshot) -> Game:
        """A snapshot read by the rules. Refused where its board is not on this shelf, or is another one by now."""
        board = self.boards.get(snapshot.setup["map"])
        if board is None:
            raise Refused(Kind.NOT_FOUND, "no-board", board=snapshot.setup["map"])
        known = self._games.get(snapshot.id)
        if known and known.version == snapshot.version and known.snapshot == snapshot:
            return known
        try:
            game = Game(snapshot, board, known)
            game.table  # noqa: B018  (read now, so that what is wrong is known here)
        except (RuleBroken, ValidationError, KeyError):
            raise Refused(Kind.NOT_FOUND, "unreadable") from None
        self._keep(game)
        return game

    def _keep(self, game: Game) -> None:
        """Keeps a game as the one in use, and lets those go that were used last of all; of very long ones more."""
        name = game.snapshot.id
        with self._lock:
            before = self._games.get(name)
            if before is None or before.version <= game.version:
                self._entries_kept += len(game.log) - (len(before.log) if before else 0)
                self._games[name] = game
            self._games.move_to_end(name)
            while len(self._games) > 1 and (len(self._games) > MOST_GAMES or self._entries_kept > MOST_KEPT):
                __, oldest = self._games.popitem(last=False)
                self._entries_kept -= len(oldest.log)

    def _seen(
        self, snapshot: Snapshot | None, device: Device, opened: Mapping[str, OpenSeat] | None = None
    ) -> tuple[Game, Viewer]:
        if snapshot is None or device not in snapshot.members:
            raise no_table()
        game = self.read(snapshot)
        return game, self.as_now(game, device, opened)


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
