"""Which games changed: one thread a process asks the database, and everybody who listens is told.

SQLite says so by its `data_version`, which is cheap enough to be asked fifty times a second; PostgreSQL
notifies. What goes round is the number of the version and nothing else.
"""

import threading
import time
from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa

from companion.store.schema import GAMES
from companion.store.statements import CHANNEL

PAUSE: Final = 0.02  # seconds between two looks at SQLite
IDLE: Final = 10.0  # seconds without listeners after which nobody is asked any more
ALL: Final = 5.0  # seconds between two looks at every game that somebody listens to
SHORT: Final = 0.5  # seconds that PostgreSQL is listened to without a look at anything else
MANY: Final = 500  # games in one question
AGAIN: Final = 1.0  # seconds until a lost database is tried again


class Listener:
    """Somebody who is called when there is news of one game, by whichever thread has it."""

    __slots__ = ("_call", "ended", "version")

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self.version = -1  # none told yet
        self.ended = False

    def tell(self, version: int) -> None:
        """Tells the listener of a new version; 0 means that the game was deleted."""
        if self.version and (not version or version > self.version):  # two may tell at once, the older one last
            self.version = version
            self._call()

    def end(self) -> None:
        """Ends the listener: there will be no more news."""
        self.ended = True
        self._call()


class Feed:
    """Tells listeners of this process about changes, whichever process made them."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._listeners: dict[str, set[Listener]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()
        self._idle_at = 0.0

    def listen(self, game: str, call: Callable[[], None]) -> Listener:
        """A listener for a game, until it is taken off by `unlisten`."""
        listener = Listener(call)
        with self._lock:
            self._listeners.setdefault(game, set()).add(listener)
            if self._thread is None:  # not at import: a server forks its workers, and threads do not come along
                self._idle_at = time.monotonic() + IDLE
                self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
                self._thread.start()
        return listener

    def unlisten(self, game: str, listener: Listener) -> None:
        """Takes a listener off."""
        with self._lock:
            listeners = self._listeners.get(game, set())
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(game, None)

    def stop(self) -> None:
        """Ends the thread; listeners are told nothing more."""
        self._stopped.set()
        thread = self._thread
        if thread:
            thread.join(2)

    def _run(self) -> None:
        look: Callable[[], None] = self._notified if self._engine.dialect.name == "postgresql" else self._polled
        while not self._ends():
            try:
                look()
            except Exception:  # a database that went away comes back, and a feed that ended would be silent for good
                self._stopped.wait(AGAIN)

    def _wanted(self) -> bool:
        """Whether somebody listens, or did a moment ago, so that it pays to go on looking."""
        if self._listeners:
            self._idle_at = time.monotonic() + IDLE
        wanted = bool(self._listeners) or time.monotonic() < self._idle_at
        return wanted and not self._stopped.is_set()

    def _ends(self) -> bool:
        """Whether the thread ends now; who listens later starts another."""
        with self._lock:
            if not self._wanted():
                self._thread = None
            return self._thread is None

    def _polled(self) -> None:
        """Polls SQLite for a while; a new connection then sees whether the file is still the same."""
        with self._engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            seen, stamp, until = None, self._newest(raw), time.monotonic() + ALL
            self._tell_all()  # what happened while nobody looked, and games that are gone
            while time.monotonic() < until and not self._stopped.wait(PAUSE):
                version = raw.execute("PRAGMA data_version").fetchone()
                if version == seen:
                    continue
                seen = version
                query = "SELECT id, version, stamp FROM game WHERE stamp > ? ORDER BY stamp"
                changed = raw.execute(query, (stamp,)).fetchall()
                for game, number, stamp in changed:  # noqa: B007  the last stamp is where the next look begins
                    self._tell(game, number)
                if not changed:  # perhaps a game was deleted, which leaves nothing to be found
                    self._tell_all()

    @staticmethod
    def _newest(raw: Any) -> int:
        return int(raw.execute("SELECT coalesce(max(stamp), 0) FROM game").fetchone()[0])

    def _notified(self) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            raw: Any = connection.connection.driver_connection
            all_at = 0.0
            while not self._stopped.is_set():
                if time.monotonic() >= all_at:  # what happened while nobody listened
                    if not self._wanted():
                        return
                    all_at = time.monotonic() + ALL
                    self._tell_all()
                for note in raw.notifies(timeout=SHORT):
                    game, __, version = note.payload.partition(" ")
                    self._tell(game, int(version))

    def _tell(self, game: str, version: int) -> None:
        with self._lock:
            listeners = list(self._listeners.get(game, ()))
        for listener in listeners:
            listener.tell(version)

    def _tell_all(self) -> None:
        """After a gap, and now and then: everybody is told the newest version, if they do not know it yet."""
        with self._lock:
            games = list(self._listeners)
        found: dict[str, int] = {}
        with self._engine.connect() as connection:
            for some in (games[n : n + MANY] for n in range(0, len(games), MANY)):
                rows = connection.execute(sa.select(GAMES.c.id, GAMES.c.version).where(GAMES.c.id.in_(some)))
                found |= {row.id: row.version for row in rows}
        for game in games:
            self._tell(game, found.get(game, 0))
