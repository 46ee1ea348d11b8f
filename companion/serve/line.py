"""A connection, and what uvicorn leaves open: how long it may take, how much it may send, how many there may be.

Uvicorn's own protocol is held inside, and given every call that asyncio makes. Around it is a clock: a line whose
request does not come, or whose answer is not taken, is cut in time, whatever state its reader is in.
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

from companion.host.network import rate_limit_key

HEAD: Final = 30.0  # seconds for a head to arrive
BODY: Final = 30.0  # and for a body
TAKEN: Final = 60.0  # seconds that the other side may take to read what waits for it
MOST_HEAD: Final = 32 * 1024
MOST_HELD: Final = 64 * 1024 * 1024  # of all bodies and answers on their way together
UNHEARD: Final = 30_000  # milliseconds after which a phone that acknowledges nothing is gone


class Line(asyncio.Protocol):
    """One connection. In a request's state it is `line`, and is told there how far that request has come."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        own = {**app_state, "line": self}
        self._inside = HttpToolsProtocol(config=config, server_state=server_state, app_state=own, _loop=_loop)
        self._crowd: Crowd = app_state["crowd"]
        self._loop = _loop or asyncio.get_running_loop()
        self._arrives: asyncio.TimerHandle | None = None
        self._taken: asyncio.TimerHandle | None = None
        self._idle, self._counting, self._unasked = False, True, 0
        self._answering = self._over = False
        self._when_lost: Callable[[], None] | None = None
        self.address = ""

    def connection_made(self, transport: Any) -> None:
        self._transport: asyncio.Transport = transport
        end_where_unheard(transport.get_extra_info("socket"))
        peer = transport.get_extra_info("peername")
        self.address = peer[0] if isinstance(peer, tuple) else ""
        self._inside.connection_made(transport)
        self._within(HEAD)
        if not self._crowd.takes_in(self):
            self.cut()
        transport.set_write_buffer_limits(high=1)  # tells of every answer that is not taken at once; 0 stops TLS

    def data_received(self, data: bytes) -> None:
        if self._idle:
            self._idle = False
            self._within(HEAD)
        self._inside.data_received(data)
        if self._counting:
            self._unasked += len(data)
            if self._unasked > MOST_HEAD:  # a request that came with these bytes has its turn before that is judged
                self._loop.call_soon(self._judge)

    def eof_received(self) -> bool:
        """Whoever says that they send no more may still wait for an answer; who hears a stream has gone."""
        self._inside.eof_received()
        self._over = True
        return self._answering and self._when_lost is None

    def pause_writing(self) -> None:
        self._taken = self._loop.call_later(TAKEN, self.cut)
        self._inside.pause_writing()
        self.holds(self._transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        if self._taken is not None:
            self._taken.cancel()
        self._inside.resume_writing()
        self.holds(0)

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        if self._taken is not None:
            self._taken.cancel()
        self._crowd.lets_go(self)
        self._inside.connection_lost(exc)
        del self._inside  # which knows this line: nobody looks for such circles for long, and a head may lie in one
        self._over = True
        if self._when_lost is not None:
            self._when_lost()

    def begun(self) -> None:
        """The head of a request is here."""
        self._idle, self._counting, self._unasked = False, False, 0
        self._within(BODY)

    def whole(self) -> None:
        """And its body; the answer may take its time. What comes meanwhile belongs to the next."""
        self._counting = self._answering = True
        self._within(None)

    def answered(self) -> None:
        """The answer is on its way; uvicorn waits for the next request until something of it comes."""
        self._idle, self._answering = True, False
        if self._over:
            self._transport.close()

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Whom to tell when the other side is gone, or is already."""
        self._when_lost = tell
        if self._over:
            tell()

    def holds(self, size: int) -> None:
        """So many bytes are kept for this line, while a body arrives or an answer leaves."""
        self._crowd.weighs(self, size)

    def cut(self) -> None:
        """Ends it without waiting for anything."""
        self._transport.abort()

    def _within(self, seconds: float | None) -> None:
        if self._arrives is not None:
            self._arrives.cancel()
        self._arrives = None if seconds is None else self._loop.call_later(seconds, self.cut)

    def _judge(self) -> None:
        if self._unasked > MOST_HEAD:
            self.cut()


class Crowd:
    """All lines of a process. Nobody has more than half of them, and what they hold together has an end."""

    def __init__(self, most: int, is_known: Callable[[str], bool]) -> None:
        self._most, self._is_known = most, is_known
        self._lines = 0
        self._from: Counter[str] = Counter()
        self._held: dict[Line, int] = {}

    def takes_in(self, line: Line) -> bool:
        """Whether there is room for one more; this machine itself and a proxy bring many people's."""
        self._lines += 1
        self._from[rate_limit_key(line.address)] += 1
        fair = self._is_known(line.address) or self._from[rate_limit_key(line.address)] <= self._most // 2
        return fair and self._lines <= self._most

    def lets_go(self, line: Line) -> None:
        """It is gone, and all that was held for it."""
        self._lines -= 1
        self._from -= Counter([rate_limit_key(line.address)])
        self._held.pop(line, None)

    def weighs(self, line: Line, size: int) -> None:
        """Where all hold too much, the line for which most is held is cut."""
        self._held.pop(line, None)
        if size:
            self._held[line] = size
            while sum(self._held.values()) > MOST_HELD:
                most = max(self._held, key=self._held.__getitem__)
                del self._held[most]
                most.cut()


def end_where_unheard(line: Any) -> None:
    """Asks the system to end a connection whose other side acknowledges nothing, where it can."""
    if hasattr(socket, "TCP_USER_TIMEOUT") and line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
