"""Streams that need no thread while nothing happens.

A thread for each of thousands of streams costs some 70 KB and a wake-up for every change. So once a stream has
begun, its thread goes back to work and the connection is parked: whoever has news writes it to the socket.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Protocol

from companion.serve.requests import Arriving


class Parks(Protocol):
    """A stream that can be parked."""

    def park(self, over: Callable[[], None]) -> None:
        """From now on it is written to from outside; `over` is to be called once, when it has ended."""


class Parked(BaseException):
    """Raised by a stream's lines once the first was sent. Not an Exception: the server would see an error in it."""

    def __init__(self, stream: Parks) -> None:
        super().__init__()
        self.stream = stream


class Worker(Arriving):
    """A worker of threads that keeps the connection of a parked stream and frees its thread."""

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        error = None if fs.cancelled() else fs.exception()
        if not isinstance(error, Parked):
            super().finish_request(conn, fs)
            return
        error.__traceback__ = None  # it would keep the whole request in memory
        conn.parser = None
        error.stream.park(partial(self.method_queue.defer, self._over, conn))

    def _over(self, conn: Any) -> None:
        self.nr_conns -= 1
        conn.close()
