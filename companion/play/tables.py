"""Opening tables and finding them again; the one object that pages and programs hold."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Final

from companion.board import Board
from companion.play import keys
from companion.play.game import Game, Options, Viewer
from companion.play.people import People
from companion.play.refusal import Kind, Refused
from companion.play.reports import Reports
from companion.play.setting import Setting
from companion.record import Record, record_json
from companion.store import Change, Snapshot, Store
from companion.store.games import StoredEntry
from companion.words import gettext as _

MOST_GAMES: Final = 2_000  # read and kept by this process, each at its newest version


@dataclass(frozen=True)
class Opened:
    """A new table: its id, and the code to read out."""

    table: str
    code: str


class Tables(People, Reports, Setting):
    """Every use-case of a table. Each may raise Refused, and StoreAway where the storage is away."""

    def __init__(self, store: Store, boards: Mapping[str, Board]) -> None:
        self.store = store
        self.boards = boards
        self._games: OrderedDict[tuple[str, int], Game] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, record: Record, device: bytes, options: Options | None = None) -> Opened:
        """A new table, with whatever log the record brings; the device is its maker."""
        record.replayed()
        opened = Opened(keys.new_id(), self._free_code())
        document = record_json(record)
        log = [
            StoredEntry(place, entry.get("id") or f"import-{place}", 1, device, entry)
            for place, entry in enumerate(document["log"], 1)
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
        )
        self.store.open_game(new)
        return opened

    def game(self, table: str, device: bytes) -> tuple[Game, Viewer]:
        """The table as it stands, and what this device is there. A stranger finds no such table."""
        snapshot = self.store.snapshot(table)
        game = self.read(snapshot) if snapshot else None
        viewer = game.viewer(device) if game else None
        if game is None or viewer is None:
            raise Refused(Kind.NOT_FOUND, "no-table", _("there is no such table, or this device is not at it"))
        return game, viewer

    def games_of(self, device: bytes) -> Iterator[tuple[Game, Viewer]]:
        """The tables a device is at, the last changed first."""
        for table in self.store.games_of(device):
            yield self.game(table, device)

    def delete(self, table: str, device: bytes) -> None:
        """Everything of a table is gone; only its maker may."""
        with self.changing(table, device) as (__, viewer, change):
            if viewer.role != "maker":
                says = _("only who opened the table can delete it")
                raise Refused(Kind.NOT_ALLOWED, "not-the-maker", says)
            change.deleted = True

    @contextmanager
    def changing(self, table: str, device: bytes) -> Iterator[tuple[Game, Viewer, Change]]:
        """The table held against others for a change, and what this device is there."""
        with self.store.changing(table) as change:
            game = self.read(change.before) if change else None
            viewer = game.viewer(device) if game else None
            if change is None or game is None or viewer is None:
                raise Refused(Kind.NOT_FOUND, "no-table", _("there is no such table, or this device is not at it"))
            yield game, viewer, change

    def read(self, snapshot: Snapshot) -> Game | None:
        """A snapshot read by the rules; None where its board is not on this shelf."""
        board = self.boards.get(snapshot.setup["map"])
        if board is None:
            return None
        key = snapshot.id, snapshot.version
        with self._lock:
            known = self._games.get(key)
            if known and known.snapshot == snapshot:
                self._games.move_to_end(key)
                return known
        game = Game(snapshot, board)
        with self._lock:
            self._games[key] = game
            self._games.pop((snapshot.id, snapshot.version - 1), None)
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        return game

    def _free_code(self) -> str:
        code = keys.new_code()
        while self.store.by_code(code):
            code = keys.new_code()
        return code
