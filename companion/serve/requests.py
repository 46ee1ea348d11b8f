"""Requests that get a thread only once they are here whole, and connections that are left without one.

A thread that waits for a slow phone is a thread that nobody else can have, and two workers have 64 of them. So the
worker's own loop takes in what arrives, and a stranger who sends a byte a minute costs a few bytes of memory.
"""

from __future__ import annotations

import contextlib
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from selectors import EVENT_READ
from typing import Any, Final

from gunicorn import util
from gunicorn.workers import gthread
from gunicorn.workers.gthread import TConn, ThreadWorker

ARRIVES: Final = 30.0  # seconds that a request may take to arrive
LEAVES: Final = 2.0  # seconds that the other side gets to hang up after the last answer
MOST_HEAD: Final = 64 * 1024
MOST_BODY: Final = 4 * 1024 * 1024 + 64 * 1024  # a larger one, than a record in a form can be, is refused unread
MOST_HELD: Final = 64 * 1024 * 1024  # of all requests on their way together
DRAINED: Final = 4 * 1024 * 1024  # of what is still sent after the last answer
ANSWER: Final = 512 * 1024  # an answer is handed to the kernel whole, so that no thread waits for a slow reader
UNHEARD: Final = 30_000  # milliseconds after which a phone that acknowledges nothing is gone
AT_ONCE: Final = 64 * 1024

_END: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r", re.I)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:[^\r]*chunked", re.I)
_PROMISE: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.I)
_SIZE: Final = re.compile(rb"([0-9a-f]{1,8})[^\r\n]*\r\n", re.I)


class Arriving(ThreadWorker):  # type: ignore[misc]
    """A worker of threads whose loop waits for requests, and for who should hang up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._arriving: dict[Any, bytearray] = {}
        self._leaving: dict[Any, int] = {}
        self._held = 0

    def accept(self, listener: socket.socket) -> None:
        """A new connection; nothing is expected of it soon."""
        with contextlib.suppress(OSError):
            line, address = listener.accept()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ANSWER)
            if hasattr(socket, "TCP_USER_TIMEOUT") and line.family != socket.AF_UNIX:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
            self.nr_conns += 1
            self._expect(TConn(self.cfg, line, address, listener.getsockname()))

    def on_client_socket_readable(self, conn: Any, client: socket.socket) -> None:
        """The next request on a line that was kept."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._expect(conn)
        self._take_in(conn, client)

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """After an answer: the line is kept for the next request, or left."""
        kept = not fs.cancelled() and fs.exception() is None and fs.result()
        begun = conn.parser.unreader.take_buffered() if kept else b""
        if not kept:
            self._leave(conn)
        elif not begun:
            super().finish_request(conn, fs)
        else:
            try:
                self._expect(conn, begun)
            except (OSError, ValueError, KeyError):
                self._drop(conn)

    def murder_pending(self) -> None:
        """Ends what took too long. Both stand in the order of their time."""
        now = time.monotonic()
        for waiting in (self._arriving, self._leaving):
            for conn in list(_until(waiting, now)):
                self._drop(conn)

    def _expect(self, conn: Any, begun: bytes = b"") -> None:
        """The loop takes in a request from now on."""
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + (ARRIVES if self.alive else 0)
        conn.promised = conn.too_large = False
        conn.head, conn.looked = -1, 0  # where its head ends, and up to where it was looked at
        self._arriving[conn] = bytearray(begun)
        self._held += len(begun)
        self.poller.register(conn.sock, EVENT_READ, partial(self._take_in, conn))
        if begun:
            self._look_at(conn)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """A worker that stops looks again soon at whom it still waits for."""
        if not self.alive and (self._arriving or self._leaving):
            timeout = min(timeout, gthread.STOP_KEEPALIVE_LINGER)
        super().wait_for_and_dispatch_events(timeout)

    def _take_in(self, conn: Any, _line: socket.socket) -> None:
        if conn not in self._arriving:  # dropped a moment ago, when another came
            return
        try:
            more = conn.sock.recv(AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        if not more:
            self._drop(conn)
            return
        self._arriving[conn] += more
        self._held += len(more)
        self._look_at(conn)
        if self._held > MOST_HELD:
            self._drop(max(self._arriving, key=lambda one: len(self._arriving[one])))

    def _look_at(self, conn: Any) -> None:
        """Gives a request that is here whole to a thread. One that is too large is, too: it is refused unread."""
        inbox = self._arriving[conn]
        if conn.head < 0:
            conn.head = inbox.find(_END, max(0, conn.looked - len(_END)))
            conn.looked = len(inbox) if conn.head < 0 else conn.head + len(_END)
        if conn.head < 0:
            if len(inbox) > MOST_HEAD:
                with contextlib.suppress(OSError):  # an error in the loop would be the end of all
                    util.write_error(conn.sock, 431, "Request Header Fields Too Large", "")
                self._drop(conn, leave=True)
            return
        missing, conn.looked = still_missing(inbox, conn.head, conn.looked)
        if missing and not conn.promised and _PROMISE.search(inbox, 0, conn.head + 2):
            conn.promised = True
            with contextlib.suppress(OSError):
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        conn.too_large = len(inbox) - conn.head + missing > MOST_BODY
        if missing and not conn.too_large:
            return
        self._forget(conn)
        conn.data_ready = True
        conn.init()
        conn.parser.unreader.unread(bytes(inbox))
        self.enqueue_req(conn)

    def _keepalive_after(self, conn: Any, keepalive: Any) -> bool:
        """A body that nobody read is not waited for by a thread."""
        return not conn.too_large and bool(super()._keepalive_after(conn, keepalive))

    def _leave(self, conn: Any) -> None:
        """Says that nothing more comes, and waits a little for the other side: else the last answer may be lost."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, EVENT_READ, partial(self._drain, conn))
        except (OSError, ValueError, KeyError):
            self._close(conn)
            return
        conn.timeout = time.monotonic() + (LEAVES if self.alive else gthread.STOP_KEEPALIVE_LINGER)
        self._leaving[conn] = 0

    def _drain(self, conn: Any, _line: socket.socket) -> None:
        if conn not in self._leaving:
            return
        try:
            size = len(conn.sock.recv(AT_ONCE))
        except BlockingIOError:
            return
        except OSError:
            size = 0
        self._leaving[conn] += size
        if not size or self._leaving[conn] > DRAINED:
            self._drop(conn)

    def _forget(self, conn: Any) -> None:
        self._held -= len(self._arriving.pop(conn, b""))
        self._leaving.pop(conn, None)
        with contextlib.suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)

    def _drop(self, conn: Any, leave: bool = False) -> None:
        self._forget(conn)
        if leave:
            self._leave(conn)
        else:
            self._close(conn)

    def _close(self, conn: Any) -> None:
        self.nr_conns -= 1
        conn.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """The worker stops: nobody is waited for longer than that."""
        super()._cap_keepalive(deadline)
        for conn in (*self._arriving, *self._leaving):
            conn.timeout = min(conn.timeout, deadline)


def _until(waiting: dict[Any, Any], now: float) -> Iterator[Any]:
    """Those whose time is over, which are the first."""
    for conn in waiting:
        if conn.timeout > now:
            return
        yield conn


def still_missing(inbox: bytearray, head: int, looked: int) -> tuple[int, int]:
    """How many bytes at least are still to come of a request whose head ends there, and up to where that is known."""
    if _CHUNKED.search(inbox, 0, head + 2):
        return _missing_chunks(inbox, looked)
    told = _LENGTH.search(inbox, 0, head + 2)
    return max(0, head + len(_END) + int(told[1]) - len(inbox)) if told else 0, looked


def _missing_chunks(inbox: bytearray, at: int) -> tuple[int, int]:
    while found := _SIZE.match(inbox, at):
        size = int(found[1], 16)
        if not size:  # perhaps trailers, then an empty line
            ended = inbox.startswith(b"\r\n", found.end()) or inbox.find(_END, found.end()) >= 0
            return (0 if ended else 1), at
        after = found.end() + size + 2
        if after > len(inbox):
            return after - len(inbox), at
        at = after
    # Half a line of a size; whoever sends no size there is told so by who reads it.
    return (1 if len(inbox) - at < 64 and b"\n" not in inbox[at:] else 0), at
