"""A cache of the games in use, already read by the rules. Every use-case gets its game from here."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from pydantic import ValidationError

from companion.boards.model import Board
from companion.play.game import Game, Viewer, must_have_seat, no_table
from companion.play.refusals import Kind, Refused
from companion.rules.broken_rules import RuleBroken
from companion.rules.table import Table
from companion.store import Change, Snapshot, Store, sessions
from companion.store.devices import Device
from companion.store.sessions import OpenSeat

MOST_GAMES: Final = 200  # cached by this process, each at its newest version
MOST_ENTRIES: Final = 60_000  # entries of all of them together, each some 2 KB with what is made of it
TABLE_LOCKS: Final = 64  # locks shared by all tables
GRACE: Final = 15 * 60  # seconds in which a form is still accepted that was on screen when its tickets closed


@dataclass(frozen=True)
class Written:
    """The table's version after a use-case; unchanged if there was nothing to write."""

    version: int


def written(change: Change) -> Written:
    """The version that a table will have once this change is written."""
    return Written(change.before.version + (not change.empty))


class Games:
    """The games of a store, by table id."""

    def __init__(self, store: Store, boards: Mapping[str, Board]) -> None:
        self._store = store
        self._boards = boards
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._entry_count = 0
        self._lock = threading.Lock()
        self._moment = threading.local()
        self._table_locks = [threading.Lock() for _ in range(TABLE_LOCKS)]

    def at(self, table: str, device: Device) -> tuple[Game, Viewer]:
        """A table's newest game, and this device's role there. Refused as "no such table" to a device not at it."""
        game = self._games_of_moment().get(table)
        if game is None:
            version = self._store.version(table)
            game = self._games.get(table)
            if game is None or game.version != version:
                # So that several threads do not read the same game: the others find it in the cache.
                with self._table_locks[hash(table) % len(self._table_locks)]:
                    game = self._games.get(table)
                    if game is None or version is None or game.version < version:
                        game = self._read_for(self.newest(table), device)
            self._cache(game)
        return game, self.viewer_now(game, device)

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Within this block a thread reads each table's version once, and again only after changing it."""
        self._moment.games = {}
        try:
            yield
        finally:
            vars(self._moment).pop("games", None)

    def seat_of(self, table: str, device: Device, color: str) -> tuple[Game, Viewer]:
        """A table's newest game, and the role of this device there, which must hold this seat. Refused otherwise."""
        game, viewer = self.at(table, device)
        must_have_seat(game, color)
        if color not in viewer.seats:
            name = game.setup.name(color)
            raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="reads-another", name=name)
        return game, viewer

    @contextmanager
    def changing(self, table: str, device: Device) -> Iterator[tuple[Game, Viewer, Change]]:
        """The table for a change, while no one else can write it, and this device's role there."""
        # Read before the table is locked. Of a game that is not cached all seats count as closed, which is safe.
        known_game = self._games.get(table)
        open_seats = self._open_seats(known_game, device) if known_game else {}
        with self.changing_unchecked(table) as change:
            if change is None:
                raise no_table()
            game = self._read_for(change.before, device)
            yield game, self.viewer_now(game, device, open_seats), change

    @contextmanager
    def changing_unchecked(self, table: str) -> Iterator[Change | None]:
        """A change to a table without checking the device or reading the game; its board may even be gone.

        None where there is no such table.
        """
        try:
            with self._store.changing(table, self._cached_snapshot(table)) as change:
                yield change
        finally:  # also after a failure: what this thread read before the change may be old
            self._games_of_moment().pop(table, None)
        if change is None or change.deleted:
            self._drop(table)

    def keep_written(self, before: Game, change: Change, table: Table) -> None:
        """Caches a game as it was just written, with the table that was computed to check the change."""
        if change.after is not None:
            self._cache(Game(change.after, before.board, before, table))

    def newest(self, table: str) -> Snapshot | None:
        """The newest stored state of a table, or None where there is none."""
        snapshot = self._store.snapshot(table, self._cached_snapshot(table))
        if snapshot is None:
            self._drop(table)
        return snapshot

    def read(self, snapshot: Snapshot, keep: bool = True) -> Game:
        """A snapshot read by the rules. Refused where its board is missing or no longer fits the log.

        With `keep` it is cached; a look at hundreds of old games should not, since it would drop those being played.
        """
        board = self._boards.get(snapshot.setup["map"])
        if board is None:
            raise Refused(Kind.NOT_FOUND, "no-board", board=snapshot.setup["map"])
        cached = self._games.get(snapshot.id)
        if cached and cached.version == snapshot.version and cached.snapshot == snapshot:
            return cached
        try:
            game = Game(snapshot, board, cached)
            game.table  # noqa: B018  (computed now, so that errors are raised here)
        except (RuleBroken, ValidationError, KeyError):
            raise Refused(Kind.NOT_FOUND, "unreadable") from None
        if keep:
            self._cache(game)
        return game

    def viewer_now(self, game: Game, device: Device, open_seats: Mapping[str, OpenSeat] | None = None) -> Viewer:
        """A device's role, and what it may read now: on a shared phone, tickets are covered unless they are open.

        Every use-case gets its viewer from here, so none can forget this check. `open_seats` are read from the store
        if they are not given.
        """
        viewer = game.viewer(device)
        if viewer is None:
            raise no_table()
        shared = game.closed_on(viewer, device)
        if not shared:
            return viewer
        if open_seats is None:
            open_seats = self._open_seats(game, device)
        now = time.time()
        opened = {color: open_seats[color] for color in shared if color in open_seats}
        closed = frozenset(color for color in shared if color not in opened or not opened[color].is_open(now))
        just_closed = frozenset(color for color in closed if color in opened and opened[color].is_open(now, GRACE))
        return replace(viewer, covered=closed, just_closed=just_closed)

    def _open_seats(self, game: Game, device: Device) -> Mapping[str, OpenSeat]:
        """The seats whose tickets were ever opened on this device; none where it is not a shared phone."""
        viewer = game.viewer(device)
        if viewer is None or not game.closed_on(viewer, device):
            return {}
        return sessions.open_seats(self._store.engine, game.snapshot.id, device)

    def _read_for(self, snapshot: Snapshot | None, device: Device) -> Game:
        """A snapshot read by the rules. Refused where there is none, or the device is not at the table."""
        if snapshot is None or device not in snapshot.members:
            raise no_table()
        return self.read(snapshot)

    def _cached_snapshot(self, table: str) -> Snapshot | None:
        cached = self._games.get(table)
        return cached.snapshot if cached else None

    def _games_of_moment(self) -> dict[str, Game]:
        """The games read within the current `one_moment` block; outside of one an empty dict that nobody keeps."""
        return getattr(self._moment, "games", {})

    def _cache(self, game: Game) -> None:
        """Caches a game and drops the least recently used ones while there are too many games or entries."""
        name = game.snapshot.id
        self._games_of_moment()[name] = game
        with self._lock:
            before = self._games.get(name)
            if before is None or before.version <= game.version:
                self._entry_count += len(game.log) - (len(before.log) if before else 0)
                self._games[name] = game
            self._games.move_to_end(name)
            while len(self._games) > 1 and (len(self._games) > MOST_GAMES or self._entry_count > MOST_ENTRIES):
                __, oldest = self._games.popitem(last=False)
                self._entry_count -= len(oldest.log)

    def _drop(self, table: str) -> None:
        with self._lock:
            gone = self._games.pop(table, None)
            self._entry_count -= len(gone.log) if gone else 0
