"""The app, as an asynchronous server asks it.

A request is taken in whole, answered by Flask in one hop into a pool of threads, and its answer given out whole. So
no thread ever waits for the network: whoever sends a byte a minute, or reads one, costs a little memory for a time
that has an end. An answer that brings a stream along goes on as a coroutine, which sleeps until there is news.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import unquote_to_bytes
from weakref import WeakValueDictionary

from flask import Flask

from companion.host.network import rate_limit_key
from companion.host.streams import GOES_ON, Live, Stream
from companion.serve.line import MOST_HEAD, Crowd, Line
from companion.serve.tuning import THREADS

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_BODY: Final = 4 * 1024 * 1024 + 64 * 1024  # more than a record in a form can be
LINGER: Final = 2.0  # seconds that whoever sent too much gets to read why
SHUT_OUT: Final = 2.0  # seconds between two looks at who may not listen any more
ON_ALL: Final = "X-Content-Type-Options", "nosniff"
TOO_LARGE: Final = 413, b"This is larger than anything this server takes.\n"
TOO_LONG: Final = 431, b"The head of this request is too long.\n"


class HungUp(Exception):
    """The other side went before its request was whole, so that nobody waits for an answer."""


class Shell:
    """Around a Flask app; `ends` is what has to happen when the last server that asks it stops."""

    def __init__(self, app: Flask, connections: int, ends: Callable[[], None]) -> None:
        self._app, self._ends = app, ends
        self._live: Live | None = app.extensions.get("live")
        self._proxies = app.extensions["proxies"]
        self._crowd = Crowd(connections, self._proxies.may_forward)
        self._threads = ThreadPoolExecutor(THREADS, "asked")
        self._shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._under_way: set[Future[Any]] = set()
        self._servers = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lives(scope, receive, send)
        else:
            await self._answers(scope, receive, send)

    async def _answers(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, and the stream that its answer may bring along: by then nothing is kept of the request."""
        line: Line = scope["state"]["line"]
        streams: list[Stream] = []
        line.begun()
        try:
            await self._answer(scope, line, streams, receive, send)
            for stream in streams:
                line.when_lost(stream.end)
                async for news in stream.further():
                    await send({"type": "http.response.body", "body": news, "more_body": True})
                await send({"type": "http.response.body"})
            line.answered()
            scope.clear()  # uvicorn has it until the line's next request, and most lines wait for theirs
        except HungUp:
            pass
        finally:
            for stream in streams:
                stream.close()

    async def _answer(self, scope: Scope, line: Line, streams: list[Stream], receive: Receive, send: Send) -> None:
        """Flask's answer, or the reason why it is not asked."""
        if sum(len(name) + len(value) for name, value in scope["headers"]) + len(scope["raw_path"]) > MOST_HEAD:
            await _refuse(*TOO_LONG, receive, send)
        elif (body := await _whole_body(scope, line, receive)) is None:
            await _refuse(*TOO_LARGE, receive, send)
        else:
            line.whole()
            asked = {**environ(scope, body), GOES_ON: streams.append}
            scope["headers"].clear()
            async with self._share_of(asked):
                begun, said = await self._in_a_thread(_ask, self._app, asked)
            await send({"type": "http.response.start", **begun})
            await send({"type": "http.response.body", "body": said, "more_body": bool(streams)})

    def _share_of(self, asked: dict[str, Any]) -> asyncio.Semaphore:
        """Nobody has more than half of the threads: who asks for more waits for their own, and nobody for them."""
        who = self._proxies.client_address(asked["REMOTE_ADDR"], asked.get("HTTP_X_FORWARDED_FOR", ""))
        return self._shares.setdefault(rate_limit_key(who), asyncio.Semaphore(THREADS // 2))

    async def _in_a_thread(self, work: Callable[..., Any], *given: Any) -> Any:
        future = self._threads.submit(work, *given)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return await asyncio.wrap_future(future)

    async def _lives(self, scope: Scope, receive: Receive, send: Send) -> None:
        """From a server's start to its stop. What was acknowledged is put away when the last has answered all."""
        await receive()
        self._servers += 1
        scope["state"]["crowd"] = self._crowd
        looks = asyncio.create_task(self._looks_after_streams())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        looks.cancel()
        self._servers -= 1
        if not self._servers:
            await asyncio.get_running_loop().run_in_executor(None, self._put_away)
        await send({"type": "lifespan.shutdown.complete"})

    def _put_away(self) -> None:
        if self._live is not None:
            self._live.feed.stop()  # it would hold the database open
        self._ends()

    async def _looks_after_streams(self) -> None:
        while self._live is not None:
            await asyncio.sleep(SHUT_OUT)
            if self._live:
                await self._in_a_thread(self._live.end_shut_out)

    def stops(self) -> None:
        """Ends the streams, which a server would wait for. What else it does not wait for any longer is no news."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        if self._live is not None:
            self._live.end()

    @property
    def at_work(self) -> bool:
        """Whether a thread still does something, for which nobody waits any more."""
        return bool(self._under_way)


async def _whole_body(scope: Scope, line: Line, receive: Receive) -> bytes | None:
    """The body, or None where it is larger than anything we take: by what it says of itself, or in the end."""
    told = dict(scope["headers"]).get(b"content-length", b"0")
    body, more = bytearray(), int(told) <= MOST_BODY
    if not more:
        return None
    try:
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise HungUp
            body += message["body"]
            more = message["more_body"]
            if len(body) > MOST_BODY:
                return None
            if more:
                line.holds(len(body))
    finally:
        line.holds(0)
    return bytes(body)


async def _refuse(status: int, text: bytes, receive: Receive, send: Send) -> None:
    """Says why, and hangs up when it was read: at once, and what is still being sent would wipe the answer out."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(text)),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": True})
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            while (await receive()).get("more_body"):
                pass
    await send({"type": "http.response.body"})


def _ask(app: Flask, asked: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Flask's whole answer, but for a header that uvicorn puts on every one."""
    begun: dict[str, Any] = {}

    def start(status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], object]:
        own = [(n.encode("latin-1"), v.encode("latin-1")) for n, v in headers if n != ON_ALL[0]]
        begun.update(status=int(status[:3]), headers=own)
        return lambda _more: None

    answer: Iterable[bytes] = app(asked, start)
    try:
        body = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    return begun, body


def environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """A request as WSGI has it. Names with `_` are left out: they would pass for those with `-`."""
    name, port = scope["server"] or ("localhost", None)  # a socket without an address has neither
    asked: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": name,
        "SERVER_PORT": str(port or ""),
        "REMOTE_ADDR": (scope["client"] or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw, told in scope["headers"]:
        if b"_" not in raw:
            name, value = raw.decode("latin-1").upper().replace("-", "_"), told.decode("latin-1")
            name = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
            asked[name] = f"{asked[name]},{value}" if name in asked else value
    if asked.pop("HTTP_TRANSFER_ENCODING", None) or body:
        asked["CONTENT_LENGTH"] = str(len(body))
    return asked
