"""Byte strings that are nearly requests, and a line without a network that tells what was made of them."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from flask import Flask
from uvicorn import Config
from uvicorn.server import ServerState

from companion.serve.line import ConnectionLimits, Line
from companion.serve.server import SETTINGS
from companion.serve.shell import Shell
from companion.web.proxies import Proxies
from tests.support.apart import run_apart

QUIET = 12  # turns of a loop in which everything that happens by itself has happened


class Wire(asyncio.Transport):
    """The other side of a line: it reads everything, and goes when it is told to."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__({"sockname": ("127.0.0.1", 2), "peername": ("127.0.0.1", 1)})
        self._loop, self._closing, self.line, self.read = loop, False, None, b""

    def write(self, data: Any) -> None:
        self.read += data

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self.line.connection_lost, None)

    abort = close

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None:
        """What comes all the same is what was on its way."""

    resume_reading = pause_reading

    def set_write_buffer_limits(self, high: Any = None, low: Any = None) -> None:
        """Nothing waits here."""

    def get_write_buffer_size(self) -> int:
        return 0


class Noting(Shell):
    """Answers at once, and notes what the app is asked."""

    def __init__(self) -> None:
        app = Flask("noting")
        app.extensions["proxies"] = Proxies(app.wsgi_app)
        super().__init__(app, 10, int)
        self.asked: list[Any] = []

    async def _in_a_thread(self, _work: Any, _app: Any, asked: Any) -> Any:
        self.asked.append((asked["REQUEST_METHOD"], asked["PATH_INFO"], asked["wsgi.input"].read()))
        return {"status": 200, "headers": [(b"content-length", b"2")]}, b"ok"


async def _served(parts: list[bytes]) -> tuple[list[Any], bool]:
    """What the app is asked where these bytes come one after the other, and whether anything was refused."""
    shell, loop = Noting(), asyncio.get_running_loop()
    config, crowd = Config(shell, **SETTINGS), ConnectionLimits(10, bool)
    config.load()
    line, wire = Line(config, ServerState(), {"crowd": crowd}), Wire(loop)
    wire.line = line
    line.connection_made(wire)
    for part in parts:
        if not wire.is_closing():
            line.data_received(part)
        for _ in range(QUIET):
            await asyncio.sleep(0)
    refused = b"HTTP/1.1 4" in wire.read
    wire.close()
    for _ in range(QUIET):
        await asyncio.sleep(0)
    assert (crowd._lines, crowd._held) == (0, {}), parts
    return shell.asked, refused


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


def tried(raw: bytes, rng: Random) -> tuple[list[Any], bool]:
    """What the app is asked where the bytes come in pieces: the same as where all come at once.

    But where something is refused that came at once with what is right, no more is answered than what came first.
    """
    (pieced, wrong), (at_once, wrong_at_once) = run_apart(_both(raw, rng))
    assert wrong == wrong_at_once, raw
    assert pieced[: len(at_once)] == at_once, raw
    assert wrong or pieced == at_once, raw
    return pieced, wrong


async def _both(raw: bytes, rng: Random) -> tuple[Any, Any]:
    return await _served(pieces(raw, rng)), await _served([raw])
