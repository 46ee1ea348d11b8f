"""A feed of changed games: one thread per process watches the database and calls everybody who listens.

SQLite's `data_version` shows that something has changed; it is cheap enough to read fifty times a second. PostgreSQL
sends notifications. Listeners learn the number of the new version and nothing else.
"""

import threading
import time
from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa

from companion.store.schema import GAMES
from companion.store.statements import CHANNEL

PAUSE: Final = 0.02  # seconds between two polls of SQLite
IDLE: Final = 10.0  # seconds without listeners after which the thread ends
ALL: Final = 5.0  # seconds between two checks of all games that have listeners
SHORT: Final = 0.5  # seconds to wait for a notification from PostgreSQL before checking whether to stop
MANY: Final = 500  # games in one query
AGAIN: Final = 1.0  # seconds until an unreachable database is tried again


class Listener:
    """Somebody who is called when one game changes; the call may come from any thread."""

    __slots__ = ("_call", "ended", "version")

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self.version = -1  # the newest that was announced; -1 before any was
        self.ended = False

    def notify(self, version: int) -> None:
        """Announces a new version to the listener; 0 means that the game was deleted."""
        was_deleted, is_deleted = self.version == 0, version == 0
        # Two threads may call this in the wrong order, so an older version is ignored.
        if not was_deleted and (is_deleted or version > self.version):
            self.version = version
            self._call()

    def end(self) -> None:
        """Calls the listener a last time, marked as ended: there will be no more news."""
        self.ended = True
        self._call()


class Feed:
    """Calls the listeners of this process about changes that any process makes."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._listeners: dict[str, set[Listener]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()
        self._idle_at = 0.0

    def listen(self, game: str, call: Callable[[], None]) -> Listener:
        """Adds a listener for a game; to be removed by `unlisten`."""
        listener = Listener(call)
        with self._lock:
            self._listeners.setdefault(game, set()).add(listener)
            if self._thread is None:  # not at import, since threads do not survive a fork
                self._idle_at = time.monotonic() + IDLE
                self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
                self._thread.start()
        return listener

    def unlisten(self, game: str, listener: Listener) -> None:
        """Removes a listener."""
        with self._lock:
            listeners = self._listeners.get(game, set())
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(game, None)

    def stop(self) -> None:
        """Ends the thread, and with it all news."""
        self._stopped.set()
        thread = self._thread
        if thread:
            thread.join(2)

    def _run(self) -> None:
        """Watches the database until the thread may end, in the way that this database offers."""
        look: Callable[[], None] = (
            self._listen_to_postgres if self._engine.dialect.name == "postgresql" else self._poll_sqlite
        )
        while not self._may_end():
            try:
                look()
            except Exception:  # a database that went away comes back, and a feed that ended would be silent for good
                self._stopped.wait(AGAIN)

    def _is_needed(self) -> bool:
        """Whether somebody listens, or did until a moment ago."""
        if self._listeners:
            self._idle_at = time.monotonic() + IDLE
        needed = bool(self._listeners) or time.monotonic() < self._idle_at
        return needed and not self._stopped.is_set()

    def _may_end(self) -> bool:
        """Whether the thread can end now. A later listener starts another one."""
        with self._lock:
            if not self._is_needed():
                self._thread = None
            return self._thread is None

    def _poll_sqlite(self) -> None:
        """Polls SQLite for a while, and then returns: a new connection will notice if the file was replaced."""
        with self._engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            seen, stamp, until = None, self._newest_stamp(raw), time.monotonic() + ALL
            self._tell_all()  # of changes since the last poll, and of deleted games
            while time.monotonic() < until and not self._stopped.wait(PAUSE):
                version = raw.execute("PRAGMA data_version").fetchone()
                if version == seen:
                    continue
                seen = version
                query = "SELECT id, version, stamp FROM game WHERE stamp > ? ORDER BY stamp"
                changed = raw.execute(query, (stamp,)).fetchall()
                for game, number, stamp in changed:  # noqa: B007  the last stamp is where the next poll begins
                    self._tell(game, number)
                if not changed:  # perhaps a game was deleted, which this query cannot show
                    self._tell_all()

    @staticmethod
    def _newest_stamp(raw: Any) -> int:
        """The stamp of the game that changed last."""
        return int(raw.execute("SELECT coalesce(max(stamp), 0) FROM game").fetchone()[0])

    def _listen_to_postgres(self) -> None:
        """Listens to PostgreSQL's notifications; asks for all versions now and then, in case one was missed."""
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            raw: Any = connection.connection.driver_connection
            all_at = 0.0
            while not self._stopped.is_set():
                if time.monotonic() >= all_at:  # also covers changes from before the first LISTEN
                    if not self._is_needed():
                        return
                    all_at = time.monotonic() + ALL
                    self._tell_all()
                for note in raw.notifies(timeout=SHORT):
                    game, __, version = note.payload.partition(" ")
                    self._tell(game, int(version))

    def _tell(self, game: str, version: int) -> None:
        """Announces a version to the listeners of a game."""
        with self._lock:
            listeners = list(self._listeners.get(game, ()))
        for listener in listeners:
            listener.notify(version)

    def _tell_all(self) -> None:
        """Announces the newest version of every game that has listeners, in case a change was missed."""
        with self._lock:
            games = list(self._listeners)
        versions: dict[str, int] = {}
        with self._engine.connect() as connection:
            for some in (games[n : n + MANY] for n in range(0, len(games), MANY)):
                rows = connection.execute(sa.select(GAMES.c.id, GAMES.c.version).where(GAMES.c.id.in_(some)))
                versions |= {row.id: row.version for row in rows}
        for game in games:
            self._tell(game, versions.get(game, 0))
