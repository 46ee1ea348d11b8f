"""One small process beside the workers: it tells Prometheus the numbers, and lets old games go once a day."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, NoReturn

from companion.host import logs
from companion.host.metrics import Measures
from companion.store import Store, StoreAway
from companion.store.notes import last_seen, see

DAY: Final = 24 * 60 * 60
LOOK: Final = 0.5  # seconds between two looks at the clock, and at whether the server is still there
AGAIN: Final = 60.0  # seconds until it is tried again where the database was away, or the clock is not believed
STEADY: Final = 3600.0  # seconds that a clock has to go evenly after it jumped
JUMPED: Final = "the clock jumped by more than a day: no games are deleted before it has gone evenly for an hour"
SLOW: Final = 5.0  # seconds for a request
KIND: Final = "text/plain; version=0.0.4; charset=utf-8"


class Clock:
    """The time, and whether it may be taken for true: else one start with a wrong clock would delete every game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._believed: float | None = None  # how far it is from the clock that nobody sets
        self._jumped: tuple[float, float] | None = None  # how far since it jumped, and when it did

    def believed(self) -> int | None:
        """What it says, where it goes on from what it said last, or has gone evenly for long since it jumped."""
        now, runs = time.time(), time.monotonic()
        if self._believed is None:
            self._believed = (last_seen(self._store.engine) or now) - runs
        if abs(now - runs - self._believed) > DAY:
            if self._jumped is None or abs(now - runs - self._jumped[0]) > AGAIN:
                self._jumped = now - runs, runs
                logs.tell(JUMPED, logging.WARNING, days=round((now - runs - self._believed) / DAY))
            if runs - self._jumped[1] < STEADY:
                return None
        self._believed, self._jumped = now - runs, None
        see(self._store.engine, int(now))
        return int(now)


@dataclass(frozen=True)
class Beside:
    """What it does: tell numbers at an address, let go of games that nobody touched for so many days, or both."""

    store: Store
    measures: Measures
    address: tuple[str, int] | None = None
    keep_days: int = 0

    @cached_property
    def clock(self) -> Clock:
        """The one it goes by."""
        return Clock(self.store)

    def start(self) -> None:
        """As a process of its own, which goes when this one does."""
        if self.address is None and not self.keep_days:
            return
        # Not by multiprocessing: each worker that ends would end this as well, taking it for a child of its own.
        if not os.fork():
            _end_with(self._keep)

    def _keep(self, server: int) -> None:
        """Sees to it that what goes on beside goes on: a promise to let games go is not over when a process is."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and that ends this
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        while os.getppid() == server:
            if not (child := os.fork()):
                _end_with(self._run)
            time.sleep(LOOK)
            while os.getppid() == server and os.waitpid(child, os.WNOHANG) == (0, 0):
                time.sleep(LOOK)

    def _run(self, keeper: int) -> None:
        if self.address is not None:
            threading.Thread(target=listening(self).serve_forever, daemon=True).start()
        due = time.monotonic()
        while os.getppid() == keeper:
            if self.keep_days and time.monotonic() >= due:
                due = time.monotonic() + (DAY if self.sweep() else AGAIN)
            time.sleep(LOOK)

    def sweep(self) -> bool:
        """Lets old games go; whether the database was there and the time can be true. Several hosts may at once."""
        with contextlib.suppress(StoreAway), self._visited():
            now = self.clock.believed()
            if now is not None:
                logs.tell("swept", games=self.store.delete_untouched_since(now - self.keep_days * DAY))
                return True
        return False

    def text(self) -> str:
        """The numbers; while the database is away, all but that of the tables."""
        tables = None
        with contextlib.suppress(StoreAway), self._visited():
            tables = self.store.count()
        return self.measures.text(tables)

    @contextlib.contextmanager
    def _visited(self) -> Iterator[None]:
        """No connection is kept: this process outlives the server by a moment, and would hold its files open."""
        try:
            yield
        finally:
            self.store.engine.dispose()


def _end_with(work: Callable[[int], None]) -> NoReturn:
    """A process that was just made does this, told who made it, and nothing of what its maker would do next."""
    try:
        work(os.getppid())
    except Exception as problem:
        logs.tell("ended beside", **logs.fault(problem))
    finally:
        os._exit(0)


class _Numbers(BaseHTTPRequestHandler):
    timeout = SLOW
    server: _Listening

    def do_GET(self) -> None:
        """Answers at one address alone."""
        found = self.path == "/metrics"
        body = self.server.beside.text().encode() if found else b"The numbers are at /metrics\n"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", KIND)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_told: object) -> None:
        """Nothing is written down of who asks for numbers."""


class _Listening(ThreadingHTTPServer):
    daemon_threads = True
    beside: Beside


def listening(beside: Beside) -> _Listening:
    """A server of the numbers, at its address."""
    server = _Listening(beside.address or ("127.0.0.1", 0), _Numbers)
    server.beside = beside
    return server
