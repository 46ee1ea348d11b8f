"""One small process beside the workers: it tells Prometheus the numbers, and lets old games go once a day."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, NoReturn

from companion.host import logs
from companion.host.metrics import Measures
from companion.store import Store, StoreAway

DAY: Final = 24 * 60 * 60
LOOK: Final = 0.5  # seconds between two looks at the clock, and at whether the server is still there
AGAIN: Final = 60.0  # seconds until a database that was away is tried again
SLOW: Final = 5.0  # seconds for a request
KIND: Final = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True)
class Beside:
    """What it does: tell numbers at an address, let go of games that nobody touched for so many days, or both."""

    store: Store
    measures: Measures
    address: tuple[str, int] | None = None
    keep_days: int = 0

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
        """Lets old games go; whether the database was there. Several hosts may do so at once."""
        with contextlib.suppress(StoreAway):
            gone = self.store.delete_untouched_since(int(time.time()) - self.keep_days * DAY)
            logs.tell("swept", games=gone)
            return True
        return False

    def text(self) -> str:
        """The numbers; while the database is away, all but that of the tables."""
        tables = None
        with contextlib.suppress(StoreAway):
            tables = self.store.count()
        return self.measures.text(tables)


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
