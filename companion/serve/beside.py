"""What goes on beside the answers: numbers for Prometheus, and old games that go once a day.

Every process of a host does it, and none leads: the one that gets the port tells everybody's numbers, the one that
comes first on a day lets that day's games go. When one ends, another goes on.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from dataclasses import dataclass
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from companion.host import logs
from companion.host.metrics import Measures
from companion.store import Store, StoreUnavailable
from companion.store.notes import last_seen, last_swept, note_seen, note_swept

DAY: Final = 24 * 60 * 60
AGAIN: Final = 60.0  # seconds between two looks at the clock, and whether this day's games are gone
PORT_AGAIN: Final = 5.0  # seconds until somebody else's port is tried again
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
        note_seen(self._store.engine, int(now))
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
        """In threads that end with the process; not before it is forked."""
        for wanted, work in ((self.address, self._tell), (self.keep_days, self._let_go)):
            if wanted:
                threading.Thread(target=work, name=work.__name__, daemon=True).start()

    def _tell(self) -> None:
        while True:
            with contextlib.suppress(OSError):  # another process tells
                listening(self).serve_forever()
            time.sleep(PORT_AGAIN)

    def _let_go(self) -> None:
        self.sweep(anew=True)  # perhaps others kept games for longer
        while True:
            time.sleep(AGAIN)
            self.sweep()

    def sweep(self, anew: bool = False) -> bool:
        """Lets old games go where nobody did today, or anew; whether the database was there and the time can be true.

        Two that begin at the same moment both do it, which is harmless.
        """
        with contextlib.suppress(StoreUnavailable):
            now = self.clock.believed()
            if now is not None and (anew or last_swept(self.store.engine) != now // DAY):
                logs.tell("swept", games=self.store.delete_untouched_since(now - self.keep_days * DAY))
                note_swept(self.store.engine, now // DAY)
            return now is not None
        return False

    def text(self) -> str:
        """The numbers; while the database is away, all but that of the tables."""
        tables = None
        with contextlib.suppress(StoreUnavailable):
            tables = self.store.count()
        return self.measures.text(tables)


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
    allow_reuse_address = os.name == "posix"  # elsewhere it means that two may have one port
    beside: Beside


def listening(beside: Beside) -> _Listening:
    """A server of the numbers, at its address."""
    server = _Listening(beside.address or ("127.0.0.1", 0), _Numbers)
    server.beside = beside
    return server
