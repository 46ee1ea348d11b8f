"""The open streams of this process: one per device and table, and no more than the server can hold.

A stream carries the numbers of new versions and nothing else; its reader then fetches what it may see. It needs no
thread, only a coroutine that sleeps until the feed wakes it.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Final

from companion.host.metrics import no_measure
from companion.store import Store, StoreUnavailable
from companion.store.devices import Device
from companion.store.feed import Feed

GOES_ON: Final = "trackside.goes_on"  # in a WSGI environ: takes over a stream after its first line
COMMENT: Final = b":\n\n"
HEARTBEAT: Final = 15.0  # seconds between comments, so that proxies do not close a quiet connection


class Stream:
    """The stream of one device about one table."""

    __slots__ = ("_live", "_loop", "_next", "_sent", "address", "key", "listener")

    def __init__(self, live: Live, key: tuple[Device, str], address: str) -> None:
        self._live, self.key, self.address = live, key, address
        _device, table = key
        self._loop: asyncio.AbstractEventLoop | None = None
        self._next: asyncio.Future[None] | None = (
            None  # done once there is news, or when a comment must keep the line open
        )
        self._sent = 0  # the version that was sent last
        self.listener = live.feed.listen(table, self._on_news)

    def first(self) -> bytes:
        """The lines for the current version. A server that cannot keep streams open sends nothing else."""
        self._sent = self.listener.version
        return self._news()

    async def later_versions(self) -> AsyncIterator[bytes]:
        """The lines for each later version, and comments in quiet times, until the stream is ended."""
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
                is_news = self._sent != self.listener.version
                self._sent = self.listener.version
                yield self._news() if is_news else COMMENT

    def end(self) -> None:
        """Ends the stream; its reader gets no more lines."""
        self.listener.end()

    def close(self) -> None:
        """Removes the stream once it has ended."""
        self._live.forget(self)

    @property
    def _goes_on(self) -> bool:
        """Whether the stream was not ended, and its table not deleted."""
        return not self.listener.ended and self.listener.version > 0

    def _news(self) -> bytes:
        """The lines that announce a version, in the format of server-sent events."""
        return f"id: {self._sent}\ndata: {self._sent}\n\n".encode()

    def _on_news(self) -> None:
        """Wakes the coroutine; called by the thread of the feed."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        """Lets the coroutine go on that waits in `later_versions`."""
        if self._next is not None and not self._next.done():
            self._next.set_result(None)


class Live:
    """All streams of this process, which share one feed."""

    def __init__(self, store: Store, most: int) -> None:
        self._store, self._most = store, most
        self.feed = Feed(store.engine)
        self._streams: dict[tuple[Device, str], Stream] = {}
        self._open: set[Stream] = set()
        self._per_address: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._checked_versions: dict[str, int] = {}  # of tables whose members were checked
        self._ending = False
        self.measure: Callable[[str, float], None] = no_measure

    def __len__(self) -> int:
        return len(self._open)

    def open(self, device: Device, table: str, address: str = "") -> Stream | None:
        """Opens a stream, and ends an older one of the same device about this table.

        None where too many are open, in all or from this address.
        """
        with self._lock:
            if self._ending or len(self._open) >= self._most:
                return None
            if address and self._per_address[address] >= self._most // 2:  # so that one address cannot take all
                return None
            stream = Stream(self, (device, table), address)
            older = self._streams.get(stream.key)
            self._streams[stream.key] = stream
            self._open.add(stream)
            self._per_address[address] += 1
            self.measure("streams", len(self._open))
        if older:
            older.end()
        # Read after the listener was added, so that no version is missed in between.
        if stream.listener.version < 0:
            try:
                stream.listener.notify(self._store.version(table) or 0)
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
                self._per_address -= Counter([stream.address])
            self.measure("streams", len(self._open))
            if self._streams.get(stream.key) is stream:
                del self._streams[stream.key]

    def end(self) -> None:
        """Ends all streams and opens no more."""
        self._ending = True
        for stream in self._all():
            stream.end()

    def end_shut_out(self) -> None:
        """Ends the streams of devices that have left or were shut out. Only tables that have changed are checked."""
        by_table: dict[str, list[Stream]] = {}
        for stream in self._all():
            by_table.setdefault(stream.key[1], []).append(stream)
        checked_before = self._checked_versions
        self._checked_versions = {table: streams[0].listener.version for table, streams in by_table.items()}
        for table, streams in by_table.items():
            if checked_before.get(table) == self._checked_versions[table]:
                continue
            try:
                members = self._store.members(table)
            except StoreUnavailable:
                del self._checked_versions[table]  # so that it is checked again next time
                continue
            for stream in streams:
                if stream.key[0] not in members:
                    stream.end()

    def _all(self) -> list[Stream]:
        """The streams that are open now."""
        with self._lock:
            return list(self._open)
