"""A worker's loop without a server, that notices whoever would wait for the network; and byte strings for it.

What a thread does is done in between, on connections that refuse to be waited for.
"""

from __future__ import annotations

import selectors
import socket
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http.parser import RequestParser
from gunicorn.workers.gthread import TConn

from companion.serve.lines import Patient
from companion.serve.reading import MOST_BODY
from companion.serve.worker import Worker

CLIENT = ("127.0.0.1", 1)
REFUSED = "refused"


@cache
def _settings() -> Any:
    cfg = Config()
    cfg.set("sendfile", False)
    cfg.set("loglevel", "critical")
    return cfg


@cache
def _log() -> Any:
    return Logger(_settings())


class Waited(AssertionError):
    """A thread read from the network, or sent without saying that it would not wait."""


class Watched(Patient):
    """A connection that no thread may wait for."""

    loop: Loop

    def recv(self, size: int, flags: int = 0) -> bytes:  # type: ignore[override]
        if self.loop.working:
            raise Waited("a thread reads")
        assert self.gettimeout() == 0, "the loop would wait"
        return super().recv(size, flags)

    def send(self, data: Any, flags: int = 0) -> int:
        if not flags & socket.MSG_DONTWAIT:
            raise Waited("a thread sends and waits")
        return super().send(data, flags)


class Loop(Worker):
    """The loop; `served` is what its threads were given, in the same words as `read_in_one_go`."""

    def __init__(self, answer: bytes = b"ok") -> None:
        cfg = _settings()
        super().__init__(1, 1, [], None, 30, cfg, _log())
        self.poller = selectors.DefaultSelector()
        self.working, self.answer = False, answer
        self.served: list[Any] = []
        self.waited: list[BaseException] = []
        self.wsgi = self.answers

    def answers(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        """The app: it reads what was sent."""
        told = int(environ.get("CONTENT_LENGTH") or 0)
        body = "too large" if told > MOST_BODY else environ["wsgi.input"].read()
        self.served.append((environ["REQUEST_METHOD"], environ["RAW_URI"], body))
        start("200 OK", [("Content-Length", str(len(self.answer)))])
        return [self.answer]

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        if isinstance(exc, Waited):
            self.waited.append(exc)
        self.served.append(REFUSED)
        super().handle_error(req, client, addr, exc)

    def enqueue_req(self, conn: Any) -> None:
        done: Future[Any] = Future()
        self.working = True
        try:
            done.set_result(self.handle(conn))
        finally:
            self.working = False
        self.finish_request(conn, done)

    def comes(self, sent: bytes = b"", room: int = 0, client: tuple[str, int] = CLIENT) -> socket.socket:
        """A stranger's end of a connection, which has sent something."""
        ours, theirs = socket.socketpair()
        if room:
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, room)
        line = Watched(ours.family, ours.type, ours.proto, fileno=ours.detach())
        line.loop = self
        self.nr_conns += 1
        theirs.sendall(sent)
        self._comes(TConn(self.cfg, line, client, CLIENT))
        return theirs

    def goes_on(self) -> None:
        """Until nothing happens by itself any more."""
        while self.poller.select(0):
            self.wait_for_and_dispatch_events(0)

    def ends(self) -> None:
        for conn in (*self._arriving, *self._sending, *self._leaving, *self.keepalived_conns):
            self._drop(conn)
        self.keepalived_conns.clear()
        self.poller.close()


def read_in_one_go(cfg: Any, raw: bytes) -> list[Any]:
    """What gunicorn's reader makes of bytes that are all there at once, up to where more would have to come."""
    requests, found = RequestParser(cfg, iter([raw]), CLIENT), []
    while True:
        try:
            request = next(requests)
            length = getattr(request.body.reader, "length", 0)
            body = "too large" if length > MOST_BODY else request.body.read()
        except Exception as wrong:
            if isinstance(wrong, OSError | StopIteration) or len(getattr(wrong, "term", b"..")) < 2:
                return found  # it would go on reading, or the connection ends
            return [*found, REFUSED]
        if body == "too large":
            return [*found, (request.method, request.uri, body)]
        if len(body) < length:
            return found
        found.append((request.method, request.uri, body))


LINES = (b"GET / HTTP/1.1", b"POST /x HTTP/1.1", b"POST /x HTTP/1.1", b"POST /x HTTP/1.0", b"PUT http://h/ HTTP/1.1")
LINES_WRONG = (b"GET  / HTTP/1.1", b"get / HTTP/1.1", b"G\x00T / HTTP/1.1", b"GET /", b"GET / HTTP/2.0", b"")
LENGTHS = (
    b"0",
    b"2",
    b"2",
    b"2",
    b"5",
    b"00000000000000000002",
    b"+2",
    b"-2",
    b"2, 2",
    b"0x2",
    b" 2 ",
    b"2_0",
    b"",
    b"\xb2",
)
HUGE = (b"4259840", b"99999999", b"9" * 19, b"9" * 400)
CODINGS = (
    b"chunked",
    b"Chunked ",
    b"identity",
    b"gzip, chunked",
    b"chunked, identity",
    b"chunked, chunked",
    b"x",
    b"",
)
SIZES = (
    b"5",
    b"000000005",
    b"5;" + b"x" * 70,
    b"5 ;a=b",
    b'5;a="b"',
    b"5;a=\rb",
    b" 5",
    b"5 ",
    b"+5",
    b"0x5",
    b"G",
    b"",
)
SIZES_FAR = (b"ffffffff", b"f" * 17, b"7fffffffffffffff", b"-1")
ENDS = (b"\r\n", b"\r\n", b"\r\n", b"\r\n", b"\n", b"\r", b"\r\r\n", b"")
TRAILERS = (b"\r\n", b"\r\n", b"X: y\r\n\r\n", b"Content-Length: 3\r\n\r\n", b"\n", b"X\r\n\r\n", b"")


def byte_string(rng: Random) -> bytes:
    """One or more requests that are nearly right, each wrong in its own way, or not at all."""
    whole = b"".join(_request(rng) for _ in range(rng.choice([1, 1, 1, 2, 3])))
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        at = rng.randrange(len(whole) + 1)
        whole = rng.choice(
            [
                whole[:at],
                whole[:at] + rng.randbytes(1) + whole[at:],
                whole[:at] + rng.choice(ENDS) + whole[at:],
                whole[:at] + whole[at + rng.randint(1, 5) :],
                whole[:at] + whole[max(0, at - rng.randint(1, 40)) :],
            ]
        )
    return whole


def _request(rng: Random) -> bytes:
    def end() -> bytes:
        return rng.choice(ENDS) if rng.random() < 0.02 else b"\r\n"

    line = rng.choice(LINES if rng.random() < 0.97 else LINES_WRONG)
    head, body = [line, b"Host: here"], b""
    kind = rng.random()
    if kind < 0.4:
        head.append(b"Content-Length:" + rng.choice([b"", b" "]) + rng.choice(LENGTHS + HUGE[: rng.randrange(5)]))
        body = rng.choice([b"", b"{", b"{}", b"{}", b"12345", b"123456789"])
    if 0.35 < kind < 0.85:
        head.append(b"Transfer-Encoding: " + (b"chunked" if rng.random() < 0.8 else rng.choice(CODINGS)))
        body = b"".join(_chunk(rng, end) for _ in range(rng.choice([0, 1, 1, 2, 4])))
        body += rng.choice([b"0", b"0", b"0", b"00", b"0;x"]) + end() + rng.choice(TRAILERS)
    if rng.random() < 0.2:
        more = [
            b"Expect: 100-continue",
            b"Connection: close",
            b"X: " + b"y" * rng.choice([9, 9000]),
            b"A_b: c",
            b" d",
        ]
        head.insert(rng.randrange(1, len(head) + 1), rng.choice(more))
    return b"".join(part + end() for part in head) + end() + body


def _chunk(rng: Random, end: Any) -> bytes:
    usual = rng.random() < 0.85
    size = b"5" if usual else rng.choice(SIZES + SIZES_FAR[: rng.randrange(5)])
    return size + end() + (b"hello" if rng.random() < 0.9 else b"he") + end()


def pieces(raw: bytes, rng: Random) -> list[bytes]:
    """The same bytes, as a network may bring them."""
    cuts = sorted(rng.randrange(len(raw) + 1) for _ in range(rng.choice([0, 1, 1, 3, 9])))
    if rng.random() < 0.1:
        cuts = list(range(len(raw)))
    return [raw[a:b] for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True) if a < b]


def tried(raw: bytes, rng: Random) -> tuple[list[Any], list[Any]]:
    """What the loop's threads were given, and what one reader makes of the same bytes."""
    loop = Loop()
    stranger = loop.comes()
    for piece in pieces(raw, rng):
        with suppress(OSError):  # refused before it was whole
            stranger.sendall(piece)
        loop.goes_on()
    assert not loop.waited, (loop.waited, raw)
    assert loop.nr_conns == len((*loop._arriving, *loop._sending, *loop._leaving, *loop.keepalived_conns)), raw
    served = loop.served
    loop.ends()
    stranger.close()
    assert loop._held == 0, raw
    return served, read_in_one_go(loop.cfg, raw)
