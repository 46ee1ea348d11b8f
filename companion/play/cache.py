"""The games in use, read by the rules and kept in memory: every use-case gets the game that it is about from here."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from pydantic import ValidationError

from companion.boards.model import Board
from companion.play.game import Game, Viewer, must_have, no_table
from companion.play.refusals import Kind, Refused
from companion.rules.broken_rules import RuleBroken
from companion.rules.table import Table
from companion.store import Change, Snapshot, Store, sessions
from companion.store.devices import Device
from companion.store.sessions import OpenSeat

MOST_GAMES: Final = 200  # read and kept by this process, each at its newest version
MOST_KEPT: Final = 60_000  # entries of all of them together, each some 2 KB with what is made of it
TURNS: Final = 64  # locks that all tables share
GRACE: Final = 15 * 60  # seconds in which a form that was on the screen when the time ran out is still taken


@dataclass(frozen=True)
class Written:
    """The table's version after what a use-case wrote; the same as before where there was nothing to write."""

    version: int


def written(change: Change) -> Written:
    """The version that a change makes of its table."""
    return Written(change.before.version + (not change.empty))


class Games:
    """The games of a store, by their tables' ids."""

    def __init__(self, store: Store, boards: Mapping[str, Board]) -> None:
        self._store = store
        self._boards = boards
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._entries_kept = 0
        self._lock = threading.Lock()
        self._moment = threading.local()
        self._turns = [threading.Lock() for _ in range(TURNS)]

    def at(self, table: str, device: Device) -> tuple[Game, Viewer]:
        """The table as it stands, and this device's role there. For a stranger there is no such table."""
        game = self._of_now().get(table)
        if game is None:
            version = self._store.version(table)
            game = self._games.get(table)
            if game is None or game.version != version:
                with self._turns[hash(table) % len(self._turns)]:  # what one is reading, others need not read too
                    game = self._games.get(table)
                    if game is None or version is None or game.version < version:
                        game = self._read_for(self.newest(table), device)
            self._keep(game)
        return game, self.as_now(game, device)

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """In this block, a thread asks for each table once; only what it changes itself is different afterwards."""
        self._moment.games = {}
        try:
            yield
        finally:
            vars(self._moment).pop("games", None)

    def seat_of(self, table: str, device: Device, color: str) -> tuple[Game, Viewer]:
        """The table, to a device that holds this seat; decided without looking at any ticket."""
        game, viewer = self.at(table, device)
        must_have(game, color)
        if color not in viewer.seats:
            name = game.setup.name(color)
            raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="reads-another", name=name)
        return game, viewer

    @contextmanager
    def changing(self, table: str, device: Device) -> Iterator[tuple[Game, Viewer, Change]]:
        """The table for a change, while no one else can write it, and this device's role there."""
        known_game = self._games.get(table)
        opened = self._opened(known_game, device) if known_game else None
        with self.held(table) as change:
            if change is None:
                raise no_table()
            game = self._read_for(change.before, device)
            yield game, self.as_now(game, device, opened or {}), change

    @contextmanager
    def held(self, table: str) -> Iterator[Change | None]:
        """The same for whoever asks, without the rules: its board may be gone. None where there is no such table."""
        try:
            with self._store.changing(table, self._known(table)) as change:
                yield change
        finally:
            self._of_now().pop(table, None)
        if change is None or change.deleted:
            self._let_go(table)

    def went_on(self, before: Game, change: Change, table: Table) -> None:
        """Keeps a game as it was just written, with the table that was worked out to judge it."""
        if change.after is not None:
            self._keep(Game(change.after, before.board, before, table))

    def newest(self, table: str) -> Snapshot | None:
        """A table as it is stored, or None where there is none."""
        snapshot = self._store.snapshot(table, self._known(table))
        if snapshot is None:
            self._let_go(table)
        return snapshot

    def read(self, snapshot: Snapshot) -> Game:
        """A snapshot read by the rules. Refused where its board is not on this shelf, or is another one by now."""
        board = self._boards.get(snapshot.setup["map"])
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

    def as_now(self, game: Game, device: Device, opened: Mapping[str, OpenSeat] | None = None) -> Viewer:
        """The device as it may read just now: on a shared phone a seat's tickets are covered unless they are open.

        Every use-case gets its viewer from here, so none can forget to ask.
        """
        viewer = game.viewer(device)
        if viewer is None:
            raise no_table()
        shared = game.closed_on(viewer, device)
        if not shared:
            return viewer
        known, now = self._opened(game, device) or {} if opened is None else opened, time.time()
        shut = frozenset(color for color in shared if color not in known or not known[color].is_open(now))
        late = frozenset(color for color in shut if color in known and known[color].is_open(now, GRACE))
        return replace(viewer, covered=shut, blind=late)

    def _opened(self, game: Game, device: Device) -> Mapping[str, OpenSeat] | None:
        """The seats opened on this browser, where it is a shared phone; None for any other device."""
        viewer = game.viewer(device)
        if viewer is None or not game.closed_on(viewer, device):
            return None
        return sessions.open_seats(self._store.engine, game.snapshot.id, device)

    def _read_for(self, snapshot: Snapshot | None, device: Device) -> Game:
        if snapshot is None or device not in snapshot.members:
            raise no_table()
        return self.read(snapshot)

    def _known(self, table: str) -> Snapshot | None:
        known = self._games.get(table)
        return known.snapshot if known else None

    def _of_now(self) -> dict[str, Game]:
        """The games that were asked for in this moment; nothing is remembered outside of one."""
        return getattr(self._moment, "games", {})

    def _keep(self, game: Game) -> None:
        """Keeps a game as the one in use, and lets go of the least recently used; of very long ones more."""
        name = game.snapshot.id
        self._of_now()[name] = game
        with self._lock:
            before = self._games.get(name)
            if before is None or before.version <= game.version:
                self._entries_kept += len(game.log) - (len(before.log) if before else 0)
                self._games[name] = game
            self._games.move_to_end(name)
            while len(self._games) > 1 and (len(self._games) > MOST_GAMES or self._entries_kept > MOST_KEPT):
                __, oldest = self._games.popitem(last=False)
                self._entries_kept -= len(oldest.log)

    def _let_go(self, table: str) -> None:
        with self._lock:
            gone = self._games.pop(table, None)
            self._entries_kept -= len(gone.log) if gone else 0
