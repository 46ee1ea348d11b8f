"""The open streams of this process: one a device and table, and never so many that requests would suffer.

A stream carries the number of the version and nothing else; who hears it fetches what it may see. It costs no thread,
but a coroutine that sleeps until the feed wakes it.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Final

from companion.host.metrics import uncounted
from companion.store import Store, StoreUnavailable
from companion.store.devices import Device
from companion.store.feed import Feed

GOES_ON: Final = "trackside.goes_on"  # what a server takes a stream over by; else one line is the whole answer
COMMENT: Final = b":\n\n"
HEARTBEAT: Final = 15.0  # seconds; a comment keeps middlemen from closing a quiet line


class Stream:
    """The lines that one phone hears."""

    __slots__ = ("_live", "_loop", "_next", "_sent", "address", "key", "listener")

    def __init__(self, live: Live, key: tuple[Device, str], address: str) -> None:
        self._live, self.key, self.address = live, key, address
        self._loop: asyncio.AbstractEventLoop | None = None
        self._next: asyncio.Future[None] | None = None
        self._sent = 0
        self.listener = live.feed.listen(key[1], self._called)

    def first(self) -> bytes:
        """The version of now: a whole answer to whoever does not wait for more."""
        self._sent = self.listener.version
        return self._news()

    async def further(self) -> AsyncIterator[bytes]:
        """Each later version, and a comment wherever nothing happened for long; until the stream is ended."""
        self._loop = asyncio.get_running_loop()
        while self._goes_on:
            if self._sent == self.listener.version:
                self._next = self._loop.create_future()
                heartbeat = self._loop.call_later(HEARTBEAT, self._wake)
                try:
                    await self._next
                finally:
                    heartbeat.cancel()
            if self._goes_on:
                news, self._sent = self._sent != self.listener.version, self.listener.version
                yield self._news() if news else COMMENT

    def end(self) -> None:
        """Its phone hears no more."""
        self.listener.end()

    def close(self) -> None:
        """It has ended, whoever ended it."""
        self._live.forget(self)

    @property
    def _goes_on(self) -> bool:
        return not self.listener.ended and self.listener.version > 0

    def _news(self) -> bytes:
        return f"id: {self._sent}\ndata: {self._sent}\n\n".encode()

    def _called(self) -> None:
        """There is news, as whichever thread has it says."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        if self._next is not None and not self._next.done():
            self._next.set_result(None)


class Live:
    """All streams of this process, told by one feed."""

    def __init__(self, store: Store, most: int) -> None:
        self._store, self._most = store, most
        self.feed = Feed(store.engine)
        self._streams: dict[tuple[Device, str], Stream] = {}
        self._open: set[Stream] = set()
        self._from: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._seen: dict[str, int] = {}  # up to which version it is known who is at each table
        self._ending = False
        self.told: Callable[[str, float], None] = uncounted

    def __len__(self) -> int:
        return len(self._open)

    def open(self, device: Device, table: str, address: str = "") -> Stream | None:
        """A stream for a device, in place of an older one; None where there are too many, or too many from there."""
        with self._lock:
            if self._ending or len(self._open) >= self._most:
                return None
            if address and self._from[address] >= self._most // 2:  # one stranger must not take all
                return None
            stream = Stream(self, (device, table), address)
            older = self._streams.get(stream.key)
            self._streams[stream.key] = stream
            self._open.add(stream)
            self._from[address] += 1
            self.told("streams", len(self._open))
        if older:
            older.end()
        # Asked only now that news would be heard, so that none falls between.
        if stream.listener.version < 0:
            try:
                stream.listener.tell(self._store.version(table) or 0)
            except BaseException:
                stream.close()
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

    def end(self) -> None:
        """Ends all, and opens no more."""
        self._ending = True
        for stream in self._all():
            stream.end()

    def end_shut_out(self) -> None:
        """Ends those of devices that are not at their table any more; asked where there was news since."""
        by_table: dict[str, list[Stream]] = {}
        for stream in self._all():
            by_table.setdefault(stream.key[1], []).append(stream)
        before, self._seen = self._seen, {name: some[0].listener.version for name, some in by_table.items()}
        for name, some in by_table.items():
            if before.get(name) != self._seen[name]:
                try:
                    there = self._store.members(name)
                except StoreUnavailable:
                    del self._seen[name]  # asked again at the next look
                else:
                    for stream in some:
                        if stream.key[0] not in there:
                            stream.end()

    def _all(self) -> list[Stream]:
        with self._lock:
            return list(self._open)
