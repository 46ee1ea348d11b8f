"""Background work of a server: numbers for Prometheus, deleting trial games after an hour, and once a day a copy of
all games and deleting old ones.

Every process does this without a leader: the one that gets the port serves the numbers of all, and the first one each
day makes the copy and deletes old games. When one process ends, another takes over.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, NamedTuple

from companion.host import logs
from companion.host.metrics import Measures
from companion.store import Store, StoreUnavailable
from companion.store.engine import file_of
from companion.store.notes import last_seen, last_swept, note_seen, note_swept

DAY: Final = 24 * 60 * 60
AGAIN: Final = 60.0  # seconds between two checks of the clock, and of whether today's sweep is done
PORT_AGAIN: Final = 5.0  # seconds until somebody else's port is tried again
TRIAL: Final = 60 * 60  # seconds that a trial game is kept
STEADY: Final = 3600.0  # seconds for which a clock must run evenly after a jump
JUMPED: Final = "the clock jumped by more than a day: no games are deleted before it has gone evenly for an hour"
SLOW: Final = 5.0  # seconds that a request for the numbers may take
KIND: Final = "text/plain; version=0.0.4; charset=utf-8"  # of the numbers


class _Jump(NamedTuple):
    """A jump of the clock: how far it is ahead of the monotonic clock since, and when it jumped by the latter."""

    offset: float
    at: float


class Clock:
    """The time, if it can be trusted: otherwise a single start with a wrong clock could delete every game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # How far the clock is ahead of the monotonic clock, which nobody sets.
        self._trusted_offset: float | None = None
        self._jump: _Jump | None = None

    def trusted_time(self) -> int | None:
        """The time; None where it has jumped by more than a day and has not run evenly for long enough since."""
        now, runs = time.time(), time.monotonic()
        offset = now - runs
        if self._trusted_offset is None:
            self._trusted_offset = (last_seen(self._store.engine) or now) - runs
        if abs(offset - self._trusted_offset) > DAY:
            if self._jump is None or abs(offset - self._jump.offset) > AGAIN:
                self._jump = _Jump(offset, runs)
                logs.log_event(JUMPED, logging.WARNING, days=round((offset - self._trusted_offset) / DAY))
            if runs - self._jump.at < STEADY:
                return None
        self._trusted_offset, self._jump = offset, None
        note_seen(self._store.engine, int(now))
        return int(now)


@dataclass(frozen=True)
class Maintenance:
    """Serves numbers at an address, deletes games untouched for `keep_days` and circles that nobody has opened for
    `keep_circles`, and keeps daily copies of all games.
    """

    store: Store
    measures: Measures
    address: tuple[str, int] | None = None
    keep_days: int = 0
    keep_circles: int = 0
    copies: int = 0  # days for which a copy is kept

    @cached_property
    def clock(self) -> Clock:
        """The clock that decides which games are old."""
        return Clock(self.store)

    def start(self) -> None:
        """Starts the work in daemon threads. To be called after forking, since threads do not survive it."""
        file = file_of(self.store.engine.url)
        for wanted, work in (
            (self.address, self._serve_metrics),
            (self.keep_days or self.keep_circles, self._sweep_daily),
            (self.copies and file, self._copy_daily),
            (True, self._sweep_trials),
        ):
            if wanted:
                threading.Thread(target=work, name=work.__name__, daemon=True).start()

    def _serve_metrics(self) -> None:
        """Serves the numbers, as soon as no other process has the port. Never returns."""
        while True:
            with contextlib.suppress(OSError):  # another process has the port
                listening(self).serve_forever()
            time.sleep(PORT_AGAIN)

    def _sweep_daily(self) -> None:
        """Deletes old games and circles now, and then once a day. Never returns."""
        self.sweep(anew=True)  # even if it is done for today: `keep_days` may have been larger then
        while True:
            time.sleep(AGAIN)
            self.sweep()

    def _sweep_trials(self) -> None:
        """Deletes the trial games that are over an hour old, again and again."""
        while True:
            with contextlib.suppress(StoreUnavailable):
                self.store.delete_trials_before(int(time.time()) - TRIAL)
            time.sleep(AGAIN)

    def sweep(self, anew: bool = False) -> bool:
        """Deletes old games and circles, unless that was done today; with `anew` even then.

        False without a database or a trusted time. Two processes may do it at the same moment, which is harmless.
        """
        with contextlib.suppress(StoreUnavailable):
            now = self.clock.trusted_time()
            if now is not None and (anew or last_swept(self.store.engine) != now // DAY):
                logs.log_event("swept", **self._delete_old(now))
                note_swept(self.store.engine, now // DAY)
            return now is not None
        return False

    def _delete_old(self, now: int) -> dict[str, int]:
        """Deletes the games and circles that are older than they may get, and gives how many of each."""
        games, circles = now - self.keep_days * DAY, now - self.keep_circles * DAY
        return {
            "games": self.store.delete_untouched_since(games) if self.keep_days else 0,
            "circles": self.store.delete_circles_unopened_since(circles) if self.keep_circles else 0,
        }

    def _copy_daily(self) -> None:
        """Makes a copy of all games once a day. Never returns."""
        while True:
            time.sleep(AGAIN)
            self.copy()

    def copy(self) -> bool:
        """Copies all games beside them, unless that was done today; False where it was, or could not be done."""
        from companion.store.daily_copies import make_copy  # imported only when needed, since alembic is slow to load

        try:
            now, file = self.clock.trusted_time(), file_of(self.store.engine.url)
            made = now is not None and file is not None and make_copy(file, date.fromtimestamp(now), self.copies)
        except StoreUnavailable as problem:
            logs.log_event("not copied", logging.WARNING, why=str(problem))
            return False
        if made:
            logs.log_event("copied")
        return made

    def text(self) -> str:
        """The numbers; without the number of tables while the database is unavailable."""
        tables = None
        with contextlib.suppress(StoreUnavailable):
            tables = self.store.count()
        return self.measures.text(tables)


class _Numbers(BaseHTTPRequestHandler):
    """Answers requests for the numbers."""

    timeout = SLOW
    server: _Listening

    def do_GET(self) -> None:
        """Answers /metrics; anything else is 404."""
        found = self.path == "/metrics"
        body = self.server.maintenance.text().encode() if found else b"The numbers are at /metrics\n"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", KIND)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Logs nothing."""


class _Listening(ThreadingHTTPServer):
    """The server of the numbers."""

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # on Windows it would let two processes have the same port
    maintenance: Maintenance


def listening(maintenance: Maintenance) -> _Listening:
    """A server for the numbers, listening at its address."""
    server = _Listening(maintenance.address or ("127.0.0.1", 0), _Numbers)
    server.maintenance = maintenance
    return server
