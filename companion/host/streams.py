"""The open streams of this process: one a device and table, and never so many that requests would suffer.

A stream carries the number of the version and nothing else; who hears it fetches what it may see. A thread for each
of thousands costs some 70 KB and a wake-up for every change. So once a stream has begun, its thread goes back to work
and the connection is parked: whoever has news writes it to the socket.
"""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.host.metrics import uncounted
from companion.store import Store, StoreAway
from companion.store.devices import Device
from companion.store.feed import Feed

COMMENT: Final = b":\n\n"
HEARTBEAT: Final = 15.0  # seconds; a comment keeps middlemen from closing a quiet line
LOOK: Final = 2.0  # seconds between two looks at who vanished
PAUSE: Final = 0.2  # seconds until the end of the process is noticed
LONGEST: Final = 600.0  # seconds of a stream whose socket cannot be looked at; its phone comes back


class Parked(BaseException):
    """Raised by a stream's lines once the first was sent. Not an Exception: the server would see an error in it."""

    def __init__(self, stream: Stream) -> None:
        super().__init__()
        self.stream = stream


class Stream:
    """The lines that one phone hears. Its thread sends the first; the others too, unless the stream is parked."""

    def __init__(self, live: Live, key: tuple[Device, str], line: socket.socket | None, chunked: bool) -> None:
        self._live, self.key, self.line, self._chunked = live, key, line, chunked
        self._until = time.monotonic() + LONGEST
        self._sent: int | None = None
        self._at = time.monotonic()
        self._lock = threading.Lock()
        self._over: Callable[[], None] | None = None
        self._leaving = False  # on the way to be parked
        self.address = ""
        self.listener = live.feed.listen(key[1], self.push)

    def __iter__(self) -> Iterator[bytes]:
        while not self.listener.ended and self.listener.version:
            if self.listener.version != self._sent:
                yield self._news()
            elif self._live.parks and self.line is not None:
                self._leaving = True
                raise Parked(self)
            elif not self.listener.wait(HEARTBEAT):
                if self.line is None and time.monotonic() > self._until:
                    return
                yield COMMENT

    def park(self, over: Callable[[], None]) -> None:
        """Parks the stream: its thread is free, and news is written by the thread that has it."""
        with self._lock:
            self._over = over
        self.push()

    def push(self) -> None:
        """Writes what is new to a parked stream, or its end."""
        with self._lock:
            if self._over is None:
                return
            if self.listener.ended or not self.listener.version:
                self._end()
            elif self.listener.version != self._sent:
                self._write(self._news())

    def beat(self, now: float) -> None:
        """Writes a comment to a stream that was quiet for long."""
        with self._lock:
            if self._over is not None and now - self._at >= HEARTBEAT:
                self._write(COMMENT)

    @property
    def vanished(self) -> bool:
        """Whether the other side hung up. It sends nothing, so what can be read is the end."""
        try:
            return self.line is not None and not self.line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except (OSError, ValueError):
            return True

    def close(self) -> None:
        """The stream has ended, whoever ended it; not so where it only changes hands."""
        if self._leaving:
            return
        self._live.forget(self)
        if self.line is not None:
            # The server lingers until the phone hangs up, and a phone that is out of reach never does.
            with contextlib.suppress(OSError, ValueError):
                self.line.shutdown(socket.SHUT_RD)

    def _news(self) -> bytes:
        self._sent = self.listener.version
        return f"id: {self._sent}\ndata: {self._sent}\n\n".encode()

    def _write(self, line: bytes) -> None:
        """Without ever waiting: a phone that takes nothing in comes back when it can."""
        whole = b"%x\r\n%b\r\n" % (len(line), line) if self._chunked else line
        self._at = time.monotonic()
        try:
            if self.line is None or self.line.send(whole, socket.MSG_DONTWAIT) < len(whole):
                self._end()
        except (OSError, ValueError):
            self._end()

    def _end(self) -> None:
        over, self._over = self._over, None
        if self.line is not None:
            with contextlib.suppress(OSError, ValueError):
                if self._chunked:
                    self.line.send(b"0\r\n\r\n", socket.MSG_DONTWAIT)
                self.line.shutdown(socket.SHUT_RDWR)
        self._live.forget(self)
        if over is not None:
            over()


class Live:
    """All streams of this process. One feed tells them, one thread looks after them; both start with the first."""

    def __init__(self, store: Store, most: int) -> None:
        self._store, self._most = store, most
        self.feed = Feed(store.engine)
        self.parks = False  # whether the server can keep a stream that has no thread
        self._streams: dict[tuple[Device, str], Stream] = {}
        self._open: set[Stream] = set()
        self._from: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._keeper: threading.Thread | None = None
        self._seen: dict[str, int] = {}  # up to which version it is known who is at each table
        self.told: Callable[[str, float], None] = uncounted
        self.ending = False  # set by a signal's handler, which must not wait for a lock

    def __len__(self) -> int:
        return len(self._open)

    def open(self, device: Device, table: str, environ: dict[str, Any], address: str = "") -> Stream | None:
        """A stream for a device, in place of an older one; None where there are too many, or too many from there."""
        line = environ.get("gunicorn.socket")
        line = line if isinstance(line, socket.socket) else None  # one with TLS cannot be peeked into
        with self._lock:
            if len(self._open) >= self._most or self.ending:
                return None
            if address and self._from[address] >= self._most // 2:  # one stranger must not take all
                return None
            stream = Stream(self, (device, table), line, environ.get("SERVER_PROTOCOL") == "HTTP/1.1")
            self._open.add(stream)
            stream.address = address
            self._from[address] += 1
            older = self._streams.get(stream.key)
            self._streams[stream.key] = stream
            self.told("streams", len(self._open))
            if self._keeper is None:  # not before: a server forks its workers, and threads do not come along
                self._keeper = threading.Thread(target=self._look_after, name="streams", daemon=True)
                self._keeper.start()
        if older:
            older.listener.end()
        # Asked only now that news would be heard, so that none falls between.
        if stream.listener.version < 0:
            try:
                stream.listener.tell(self._store.version(table) or 0)
            except BaseException:
                self.forget(stream)
                raise
        return stream

    def forget(self, stream: Stream) -> None:
        """Forgets a stream that has ended."""
        self.feed.unlisten(stream.key[1], stream.listener)
        with self._lock:
            if stream in self._open:
                self._open.remove(stream)
                self._from -= Counter([stream.address])
            self.told("streams", len(self._open))
            if self._streams.get(stream.key) is stream:
                del self._streams[stream.key]

    def _look_after(self) -> None:
        """Ends streams whose phone vanished, and all when the process ends."""
        looked = time.monotonic()
        while not self.ending:
            time.sleep(PAUSE)
            if time.monotonic() - looked >= LOOK:
                with self._lock:
                    if not self._open:
                        self._keeper = None  # the next stream starts another
                        return
                looked = time.monotonic()
                for stream in self._quiet_no_more():
                    if stream.vanished:
                        stream.listener.end()
                for stream in self._shut_out():
                    stream.listener.end()
                for stream in self._all():
                    stream.beat(looked)
        for stream in self._all():
            stream.listener.end()

    def _shut_out(self) -> list[Stream]:
        """The streams of devices that are not at their table any more; asked where there was news since."""
        by_table: dict[str, list[Stream]] = {}
        for stream in self._all():
            by_table.setdefault(stream.key[1], []).append(stream)
        before, self._seen = self._seen, {name: some[0].listener.version for name, some in by_table.items()}
        gone: list[Stream] = []
        for name, some in by_table.items():
            if before.get(name) != self._seen[name]:
                try:
                    there = self._store.members(name)
                except StoreAway:
                    del self._seen[name]  # asked again at the next look
                else:
                    gone += [stream for stream in some if stream.key[0] not in there]
        return gone

    def _quiet_no_more(self) -> list[Stream]:
        """The streams on whose line something came, asked of all in one go."""
        poller = select.poll()
        lines: dict[int, Stream] = {}
        for stream in self._all():
            number = -1 if stream.line is None else stream.line.fileno()
            if number >= 0:
                lines[number] = stream
                poller.register(number, select.POLLIN)
        return [lines[number] for number, __ in poller.poll(0)]

    def _all(self) -> list[Stream]:
        with self._lock:
            return list(self._open)
