"""A connection with the limits that uvicorn lacks: how long it may take, how much it may send, how many there may be.

This protocol wraps uvicorn's own and passes on every call of asyncio. It closes a connection whose request does not
arrive in time, or whose client does not read the answer in time.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from companion.host.ip_addresses import rate_limit_key

HEAD: Final = 30.0  # seconds for a request's head to arrive
BODY: Final = 30.0  # and for its body
TAKEN: Final = 60.0  # seconds for the client to read an answer
MOST_HEAD: Final = 32 * 1024
MOST_HELD: Final = 64 * 1024 * 1024  # bytes in memory of all requests and answers together
UNHEARD: Final = 30_000  # milliseconds without an acknowledgement after which a client counts as gone


class Line(asyncio.Protocol):
    """One connection. `Shell` finds it in the state of a request as `line`, and tells it how far the request is."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        own = {**app_state, "line": self}
        self._inside = HttpToolsProtocol(config=config, server_state=server_state, app_state=own, _loop=_loop)
        self._crowd: ConnectionLimits = app_state["crowd"]
        self._loop = _loop or asyncio.get_running_loop()
        self._deadline: asyncio.TimerHandle | None = None  # for the head or body that should arrive
        self._unread: asyncio.TimerHandle | None = None  # for the client to read an answer
        self._idle = False  # between two requests
        self._in_head, self._head_bytes = True, 0
        self._answering = False
        self._over = False  # the client sends no more, or the connection is gone
        self._when_lost: Callable[[], None] | None = None
        self.address = ""

    def connection_made(self, transport: Any) -> None:
        """A connection is open: it has HEAD seconds for its first request, if there is room for it at all."""
        self._transport: asyncio.Transport = transport
        set_user_timeout(transport.get_extra_info("socket"))
        peer = transport.get_extra_info("peername")
        self.address = peer[0] if isinstance(peer, tuple) else ""
        self._inside.connection_made(transport)
        self._set_deadline(HEAD)
        if not self._crowd.admits(self):
            self.cut()
        transport.set_write_buffer_limits(high=1)  # so every unread answer pauses; 0 stops TLS

    def data_received(self, data: bytes) -> None:
        """Hands bytes on to uvicorn, and counts those of a request's head."""
        if self._idle:
            self._idle = False
            self._set_deadline(HEAD)
        self._inside.data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD:  # first a request that is complete with these bytes is handled
                self._loop.call_soon(self._check_head_size)

    def eof_received(self) -> bool:
        """Keeps the connection open while a client that sends no more waits for an answer, but not for a stream."""
        self._inside.eof_received()
        self._over = True
        return self._answering and self._when_lost is None

    def pause_writing(self) -> None:
        """An answer waits to be read: the client has TAKEN seconds for it."""
        self._unread = self._loop.call_later(TAKEN, self.cut)
        self._inside.pause_writing()
        self.note_bytes_held(self._transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """The client has read the answer."""
        if self._unread is not None:
            self._unread.cancel()
        self._inside.resume_writing()
        self.note_bytes_held(0)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone: stops what still works for it."""
        self._set_deadline(None)
        if self._unread is not None:
            self._unread.cancel()
        self._crowd.release(self)
        self._inside.connection_lost(exc)
        del self._inside  # breaks a reference cycle, which would keep the request's head in memory
        self._over = True
        if self._when_lost is not None:
            self._when_lost()

    def request_began(self) -> None:
        """The head of a request has arrived."""
        self._idle, self._in_head, self._head_bytes = False, False, 0
        self._set_deadline(BODY)

    def body_arrived(self) -> None:
        """The body has arrived too, so there is no deadline now. What arrives next belongs to the next request."""
        self._in_head = self._answering = True
        self._set_deadline(None)

    def answer_handed_over(self) -> None:
        """The answer is handed over; uvicorn's keep-alive now waits for the next request."""
        self._idle, self._answering = True, False
        if self._over:
            self._transport.close()

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Sets what to call when the client is gone; called at once if it is gone already."""
        self._when_lost = tell
        if self._over:
            tell()

    def note_bytes_held(self, size: int) -> None:
        """Notes how many bytes this connection has in memory, while a body arrives or an answer leaves."""
        self._crowd.count_bytes(self, size)

    def cut(self) -> None:
        """Closes the connection at once."""
        self._transport.abort()

    def _set_deadline(self, seconds: float | None) -> None:
        """Cuts the connection in so many seconds, unless another deadline is set before; with None there is none."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self._loop.call_later(seconds, self.cut)

    def _check_head_size(self) -> None:
        """Cuts the connection if the head that is still arriving is too large."""
        if self._head_bytes > MOST_HEAD:
            self.cut()


class ConnectionLimits:
    """The limits for all connections of a process: their number, half of it per address, and the memory they use."""

    def __init__(self, most: int, is_proxy: Callable[[str], bool]) -> None:
        self._most, self._is_proxy = most, is_proxy
        self._lines = 0
        self._from: Counter[str] = Counter()
        self._held: dict[Line, int] = {}

    def admits(self, line: Line) -> bool:
        """Counts a new connection and says whether it is within the limits. Proxies may have more than half."""
        self._lines += 1
        self._from[rate_limit_key(line.address)] += 1
        from_here = self._from[rate_limit_key(line.address)]
        is_fair = self._is_proxy(line.address) or from_here <= self._most // 2
        return is_fair and self._lines <= self._most

    def release(self, line: Line) -> None:
        """Stops counting a connection that has closed."""
        self._lines -= 1
        self._from -= Counter([rate_limit_key(line.address)])
        self._held.pop(line, None)

    def count_bytes(self, line: Line, size: int) -> None:
        """Notes a connection's bytes in memory. While all together have too many, the one with the most is closed."""
        self._held.pop(line, None)
        if size:
            self._held[line] = size
            while sum(self._held.values()) > MOST_HELD:
                most = max(self._held, key=self._held.__getitem__)
                del self._held[most]
                most.cut()


def set_user_timeout(connection: Any) -> None:
    """Makes the system close a socket whose client acknowledges nothing for UNHEARD, where it supports that."""
    if not hasattr(socket, "TCP_USER_TIMEOUT") or connection is None:
        return
    if connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
