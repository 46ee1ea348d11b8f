"""A worker of threads whose loop alone waits for the network: while a request arrives, while an answer leaves, and
while a stream is quiet.

A thread that waits for a slow phone is a thread that nobody else can have, and two workers have 64 of them. So a
stranger who sends a byte a minute, or reads one, costs a little memory, for a time that has an end.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any, Final

from gunicorn.workers import gthread
from gunicorn.workers.gthread import TConn, ThreadWorker

from companion.host.network import network_of
from companion.host.streams import Parked
from companion.serve.lines import patient
from companion.serve.reading import AT_ONCE, Reader

ARRIVES: Final = 30.0  # seconds that a request may take to arrive
TAKEN: Final = 60.0  # seconds that the other side may take to read an answer
LEAVES: Final = 2.0  # seconds that it gets to hang up after the last one
MOST_HELD: Final = 64 * 1024 * 1024  # of all requests and answers on their way together
DRAINED: Final = 4 * 1024 * 1024  # of what is still sent after the last answer
ROOM: Final = 512 * 1024  # that the kernel is asked to have for an answer; most fit
FORWARDED_FOR: Final = "X-FORWARDED-FOR"
UNHEARD: Final = 30_000  # milliseconds after which a phone that acknowledges nothing is gone


class Worker(ThreadWorker):  # type: ignore[misc]
    """Threads work, the loop waits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Whom the loop waits for, each in the order of its time.
        self._arriving: dict[Any, None] = {}
        self._sending: dict[Any, None] = {}
        self._leaving: dict[Any, None] = {}
        self._held = 0
        # Who has threads, and who waits because they have their share of them; and who asks, by the address of the
        # other side and what it says of whom it asks for.
        self._at_work: Counter[str] = Counter()
        self._in_turn: dict[str, deque[Any]] = {}
        self.who_asks: Callable[[str, str], str] = lambda peer, _told: peer

    def accept(self, listener: socket.socket) -> None:
        """A new connection; nothing is expected of it soon."""
        with contextlib.suppress(OSError):
            line, address = listener.accept()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
            if hasattr(socket, "TCP_USER_TIMEOUT") and line.family != socket.AF_UNIX:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
            self.nr_conns += 1
            self._comes(TConn(self.cfg, patient(line), address, listener.getsockname()))

    def on_client_socket_readable(self, conn: Any, client: socket.socket) -> None:
        """The next request on a line that was kept."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._expect(conn)
        self._take_in(conn, client)

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """After an answer, or what of it could be handed over at once: the rest follows from here."""
        self._next_of(conn)
        error = None if fs.cancelled() else fs.exception()
        if isinstance(error, Parked):
            self._park(conn, error)
            return
        conn.kept = not fs.cancelled() and error is None and bool(fs.result())
        try:
            if conn.sock.unsent:
                self._send(conn)
            else:
                self._answered(conn, fs)
        except (OSError, ValueError, KeyError):
            self._drop(conn)

    def murder_pending(self) -> None:
        """Ends what took too long."""
        now = time.monotonic()
        for waiting in (self._arriving, self._sending, self._leaving):
            for conn in list(_until(waiting, now)):
                self._drop(conn)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """A worker that stops looks again soon at whom it still waits for."""
        if not self.alive and (self._arriving or self._sending or self._leaving):
            timeout = min(timeout, gthread.STOP_KEEPALIVE_LINGER)
        super().wait_for_and_dispatch_events(timeout)

    def _comes(self, conn: Any) -> None:
        conn.initialized = conn.data_ready = True  # what gunicorn would wait for in a thread
        conn.held = 0
        self._expect(conn)

    def _expect(self, conn: Any) -> None:
        """The loop takes in a request from now on."""
        conn.sock.setblocking(False)
        self._wait_for(conn, self._arriving, ARRIVES if self.alive else 0, EVENT_READ, self._take_in)

    def _wait_for(self, conn: Any, waiting: dict[Any, None], seconds: float, event: int, then: Any) -> None:
        conn.timeout = time.monotonic() + seconds
        waiting[conn] = None
        self.poller.register(conn.sock, event, partial(then, conn))

    def _take_in(self, conn: Any, _line: socket.socket) -> None:
        """What came, as far as it goes. A request that is here whole is given to a thread, a wrong one is, too."""
        if conn not in self._arriving:  # dropped a moment ago, when another came
            return
        if conn.parser is None:
            conn.parser = Reader(self.cfg, conn.sock, conn.client)
        here = conn.parser.go_on()
        if here:
            self._forget(conn)
            if conn.parser.gone:
                self._close(conn)
            else:
                self._give(conn)
        else:
            self._weigh(conn, conn.parser.held)

    def _give(self, conn: Any) -> None:
        """A request to a thread. Who has half of them waits for their own, and nobody else waits for them."""
        who = conn.who = self._who(conn)
        if self._at_work[who] < max(1, self.cfg.threads // 2):
            self._at_work[who] += 1
            self.enqueue_req(conn)
        else:
            self._in_turn.setdefault(who, deque()).append(conn)

    def _next_of(self, conn: Any) -> None:
        """A thread is free of an address, for the next request from there."""
        self._at_work -= Counter([conn.who])
        if waiting := self._in_turn.get(conn.who):
            following = waiting.popleft()
            if not waiting:
                del self._in_turn[conn.who]
            self._give(following)

    def _who(self, conn: Any) -> str:
        """The address that asks, of IPv6 the network: behind a proxy that is named, the one that it tells."""
        peer = conn.client[0] if isinstance(conn.client, tuple) else ""
        return network_of(self.who_asks(peer, conn.parser.told(FORWARDED_FOR)))

    def _send(self, conn: Any) -> None:
        """The loop hands over what is left of an answer."""
        conn.sock.setblocking(False)
        self._wait_for(conn, self._sending, TAKEN if self.alive else LEAVES, EVENT_WRITE, self._hand_over)
        self._weigh(conn, conn.sock.unsent)

    def _hand_over(self, conn: Any, _line: socket.socket) -> None:
        if conn not in self._sending:
            return
        try:
            conn.sock.hand_over()
        except OSError:
            self._drop(conn)
            return
        self._weigh(conn, conn.sock.unsent)
        if not conn.sock.unsent:
            self._forget(conn)
            self._answered(conn)

    def _answered(self, conn: Any, fs: Future[Any] | None = None) -> None:
        """The line is kept for the next request, or left."""
        if not conn.kept:
            self._leave(conn)
        elif conn.parser.begun:
            self._expect(conn)
            self._take_in(conn, conn.sock)
        else:
            super().finish_request(conn, fs or _done())

    def _keepalive_after(self, conn: Any, keepalive: Any) -> bool:
        """A body that nobody read is not waited for by a thread."""
        return bool(keepalive) and not conn.parser.too_large

    def _park(self, conn: Any, stream: Parked) -> None:
        """A stream needs no thread from now on: whoever has news writes it to the line."""
        stream.__traceback__ = None  # it would keep the whole request in memory
        conn.parser = None
        if conn.sock.unsent:  # who does not even take the beginning would hear the rest in the wrong order
            with contextlib.suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RDWR)
        stream.stream.park(partial(self.method_queue.defer, self._close, conn))

    def _leave(self, conn: Any) -> None:
        """Says that nothing more comes, and waits a little for the other side: else the last answer may be lost."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            conn.drained = 0
            seconds = LEAVES if self.alive else gthread.STOP_KEEPALIVE_LINGER
            self._wait_for(conn, self._leaving, seconds, EVENT_READ, self._drain)
        except (OSError, ValueError, KeyError):
            self._drop(conn)

    def _drain(self, conn: Any, _line: socket.socket) -> None:
        if conn not in self._leaving:
            return
        try:
            size = len(conn.sock.recv(AT_ONCE))
        except BlockingIOError:
            return
        except OSError:
            size = 0
        conn.drained += size
        if not size or conn.drained > DRAINED:
            self._drop(conn)

    def _weigh(self, conn: Any, held: int) -> None:
        """Counts what a connection takes up. Where all take too much, those that take most of it go."""
        self._held += held - conn.held
        conn.held = held
        while self._held > MOST_HELD:
            self._drop(max((*self._sending, *self._arriving), key=lambda one: one.held))

    def _forget(self, conn: Any) -> None:
        """The loop waits for nothing from it any more."""
        self._held -= conn.held
        conn.held = 0
        for waiting in (self._arriving, self._sending, self._leaving):
            waiting.pop(conn, None)
        with contextlib.suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)

    def _drop(self, conn: Any) -> None:
        self._forget(conn)
        self._close(conn)

    def _close(self, conn: Any) -> None:
        if conn.parser is not None:
            conn.parser.give_up()
        self.nr_conns -= 1
        conn.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """The worker stops: nobody is waited for longer than that."""
        super()._cap_keepalive(deadline)
        for conn in (*self._arriving, *self._leaving):
            conn.timeout = min(conn.timeout, deadline)


def _until(waiting: dict[Any, None], now: float) -> Iterator[Any]:
    """Those whose time is over, which are the first."""
    for conn in waiting:
        if conn.timeout > now:
            return
        yield conn


def _done() -> Future[Any]:
    done: Future[Any] = Future()
    done.set_result(True)
    return done
