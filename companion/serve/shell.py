"""Runs the Flask app under an asynchronous server (ASGI).

A request is read completely, answered by Flask in a thread of a pool, and the complete answer is sent. So no thread
ever waits for the network: a slow client costs only a little memory, for a limited time. An answer with a stream goes
on as a coroutine, which sleeps until there is news.
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

from companion.host.ip_addresses import rate_limit_key
from companion.host.streams import GOES_ON, Live, Stream
from companion.serve.line import MOST_HEAD, ConnectionLimits, Line
from companion.serve.tuning import THREADS

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_BODY: Final = 4 * 1024 * 1024 + 64 * 1024  # more than a record in a form can be
LINGER: Final = 2.0  # seconds for a client that sent too much to read the refusal
SHUT_OUT: Final = 2.0  # seconds between two checks for streams of devices that were shut out
ON_ALL: Final = "X-Content-Type-Options", "nosniff"
TOO_LARGE: Final = 413, b"This is larger than anything this server takes.\n"
TOO_LONG: Final = 431, b"The head of this request is too long.\n"


class ClientGone(Exception):
    """The client closed the connection before its request was complete."""


class Shell:
    """An ASGI app around a Flask app; `ends` is called when the last server that uses it has stopped."""

    def __init__(self, app: Flask, connections: int, ends: Callable[[], None]) -> None:
        self._app, self._ends = app, ends
        self._live: Live | None = app.extensions.get("live")
        self._proxies = app.extensions["proxies"]
        self._crowd = ConnectionLimits(connections, self._proxies.may_forward)
        self._threads = ThreadPoolExecutor(THREADS, "asked")
        self._shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._under_way: set[Future[Any]] = set()
        self._servers = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
        else:
            await self._respond(scope, receive, send)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, and then sends its stream, if it has one."""
        line: Line = scope["state"]["line"]
        streams: list[Stream] = []
        line.request_began()
        try:
            await self._answer(scope, line, streams, receive, send)
            for stream in streams:
                line.when_lost(stream.end)
                async for news in stream.later_versions():
                    await send({"type": "http.response.body", "body": news, "more_body": True})
                await send({"type": "http.response.body"})
            line.answer_handed_over()
            scope.clear()  # frees memory: uvicorn keeps it until the next request of this connection
        except ClientGone:
            pass
        finally:
            for stream in streams:
                stream.close()

    async def _answer(self, scope: Scope, line: Line, streams: list[Stream], receive: Receive, send: Send) -> None:
        """Sends Flask's answer, or a refusal of a request that is too large.

        If the answer goes on as a stream, that is added to `streams`, and the caller sends it.
        """
        head_size = sum(len(name) + len(value) for name, value in scope["headers"]) + len(scope["raw_path"])
        if head_size > MOST_HEAD:
            await _refuse(*TOO_LONG, receive, send)
            return
        body = await _whole_body(scope, line, receive)
        if body is None:
            await _refuse(*TOO_LARGE, receive, send)
            return
        line.body_arrived()
        # Flask calls what is under GOES_ON with a stream, if its answer goes on as one.
        request = {**environ(scope, body), GOES_ON: streams.append}
        scope["headers"].clear()  # frees memory: the request has them now
        async with self._thread_share(request):
            answer_head, answer_body = await self._in_a_thread(_call_flask, self._app, request)
        await send({"type": "http.response.start", **answer_head})
        await send({"type": "http.response.body", "body": answer_body, "more_body": bool(streams)})

    def _thread_share(self, request: dict[str, Any]) -> asyncio.Semaphore:
        """A semaphore for half of the threads, per client address, so that one client cannot use all of them."""
        who = self._proxies.client_address(request["REMOTE_ADDR"], request.get("HTTP_X_FORWARDED_FOR", ""))
        return self._shares.setdefault(rate_limit_key(who), asyncio.Semaphore(THREADS // 2))

    async def _in_a_thread(self, work: Callable[..., Any], *given: Any) -> Any:
        """The result of a function that is run in one of the threads."""
        future = self._threads.submit(work, *given)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return await asyncio.wrap_future(future)

    async def _lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Called for a server from its start to its stop; closes everything when the last one has stopped."""
        await receive()
        self._servers += 1
        scope["state"]["crowd"] = self._crowd
        looks = asyncio.create_task(self._end_streams_of_shut_out())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        looks.cancel()
        self._servers -= 1
        if not self._servers:
            await asyncio.get_running_loop().run_in_executor(None, self._close)
        await send({"type": "lifespan.shutdown.complete"})

    def _close(self) -> None:
        """Stops the feed, and then calls what was given for the end."""
        if self._live is not None:
            self._live.feed.stop()  # it would keep the database open
        self._ends()

    async def _end_streams_of_shut_out(self) -> None:
        """Ends, again and again, the streams of devices that were shut out of their table meanwhile."""
        while self._live is not None:
            await asyncio.sleep(SHUT_OUT)
            if self._live:
                await self._in_a_thread(self._live.end_shut_out)

    def stop_streams(self) -> None:
        """Ends all streams, since a stopping server waits for them, and silences uvicorn's messages."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        if self._live is not None:
            self._live.end()

    @property
    def at_work(self) -> bool:
        """Whether a thread is still working, though nobody waits for its answer."""
        return bool(self._under_way)


async def _whole_body(scope: Scope, line: Line, receive: Receive) -> bytes | None:
    """The body of a request; None where it is too large, by its Content-Length or by what arrives."""
    if int(dict(scope["headers"]).get(b"content-length", b"0")) > MOST_BODY:
        return None
    body, more = bytearray(), True
    try:
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            body += message["body"]
            more = message["more_body"]
            if len(body) > MOST_BODY:
                return None
            if more:
                line.note_bytes_held(len(body))
    finally:
        line.note_bytes_held(0)
    return bytes(body)


async def _refuse(status: int, text: bytes, receive: Receive, send: Send) -> None:
    """Sends a refusal, and waits a little before closing: otherwise the client, still sending, might not get it."""
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


def _call_flask(app: Flask, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Flask's complete answer: its head, without the header that uvicorn adds to every answer, and its body."""
    head: dict[str, Any] = {}

    def start(status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], object]:
        own = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers if name != ON_ALL[0]]
        head.update(status=int(status[:3]), headers=own)
        return lambda _more: None

    answer: Iterable[bytes] = app(request, start)
    try:
        body = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    return head, body


def environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """A request as a WSGI environ. Headers with `_` in their names are dropped, since WSGI takes them for `-`."""
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
    for raw, value in scope["headers"]:
        if b"_" not in raw:
            header, text = raw.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
            key = header if header in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{header}"
            asked[key] = f"{asked[key]},{text}" if key in asked else text
    if asked.pop("HTTP_TRANSFER_ENCODING", None) or body:
        asked["CONTENT_LENGTH"] = str(len(body))
    return asked
