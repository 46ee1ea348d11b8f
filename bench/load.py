"""Phones by the thousand, in one process: they listen, tap, and fetch what is new. Bounded in time and number.

Run by `bench.live` as `python -m bench.load PLAN`, where PLAN is a JSON file; prints what it saw as JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import re
import resource
import ssl
import sys
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

VERSION = re.compile(rb'"version":(\d+)')
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)  # names of headers have no case
GZIPPED = re.compile(rb"content-encoding: gzip", re.IGNORECASE)
DATA = re.compile(rb"data: (\d+)\n")
AT_ONCE = 100  # connections being made


class Line(asyncio.Protocol):
    """A connection that is kept open for one request after the other."""

    def __init__(self) -> None:
        self.buffer = b""
        self.answer: asyncio.Future[tuple[int, bytes, int]] | None = None
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, _error: Exception | None) -> None:
        self.transport = None
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, rest = self.buffer.partition(b"\r\n\r\n")
        size = LENGTH.search(head)
        if found and self.answer and not self.answer.done() and len(rest) >= (length := int(size[1]) if size else 0):
            self.buffer = rest[length:]
            body = zlib.decompress(rest[:length], 31) if GZIPPED.search(head) else rest[:length]
            self.answer.set_result((int(head[9:12]), body, len(head) + 4 + length))


class Stream(asyncio.Protocol):
    """A connection that listens; every version it hears goes to its phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.begun = False

    def connection_made(self, transport: Any) -> None:
        transport.write(self.phone.request("GET", "/events"))

    def data_received(self, data: bytes) -> None:
        if not self.begun:
            self.begun = True
            if data[9:12] != b"200":
                self.phone.refused = True
                self.phone.load.wrong[f"stream {data[9:12].decode()}"] += 1
        for version in DATA.findall(data):
            self.phone.hears(int(version))

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.phone.load.over and not self.phone.refused:
            self.phone.load.wrong["stream lost"] += 1


class Phone:
    """Listens to its table, and fetches what it may see whenever there is something new."""

    def __init__(self, load: Load, table: str, token: str) -> None:
        self.load, self.table, self.token = load, table, token
        self.line: Line | None = None
        self.heard = self.version = 0
        self.fetching = self.refused = False
        self.fetched: list[tuple[int, float]] = []
        self.lock = asyncio.Lock()

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        head = f"{method} /api/tables/{self.table}{path} HTTP/1.1\r\nHost: {self.load.name or 'here'}\r\n"
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        names = f"Authorization: Bearer {self.token}\r\nAccept-Encoding: gzip\r\n{length}"
        return f"{head}{names}\r\n".encode() + body

    async def asks(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes, int]:
        """One request; again on a new line where the old one was closed for having been idle."""
        async with self.lock:
            for attempt in range(2):
                fresh = self.line is None or self.line.transport is None
                if fresh:
                    self.line = await self.load.connected(Line)
                assert self.line
                self.line.answer = asyncio.get_running_loop().create_future()
                try:
                    self.line.transport.write(self.request(method, path, body))
                    return await self.line.answer
                except (ConnectionError, AttributeError):
                    self.line = None
                    if fresh or attempt:
                        raise
        raise ConnectionError

    def hears(self, version: int) -> None:
        self.heard = max(self.heard, version)
        if not self.fetching and self.heard > self.version:
            self.fetching = True
            self.load.later(self.fetches())

    async def fetches(self) -> None:
        try:
            while self.heard > self.version:
                status, body, size = await self.asks("GET", f"?since={self.version}" if self.version else "")
                if status != 200:
                    self.load.wrong[f"fetch {status}"] += 1
                    return
                found = VERSION.search(body)
                self.version = int(found[1]) if found else 0
                self.fetched.append((self.version, time.perf_counter()))
                self.load.sizes.append(size)
        except (ConnectionError, OSError) as error:
            self.load.wrong[f"fetch: {error!r}"] += 1
        finally:
            self.fetching = False


class Load:
    """All of it."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.name = plan.get("https", "")  # of whoever is asked by https, where that is so
        self.context = ssl._create_unverified_context() if self.name else None
        self.wrong: Counter[str] = Counter()
        self.sizes: list[int] = []
        self.over = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.tables = {table: [Phone(self, table, token) for token in tokens] for table, tokens in plan["tables"]}
        self.taps: list[tuple[Phone, int, float, float]] = []

    def later(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def connected(self, protocol: Any) -> Any:
        host, port = self.plan.get("host", "127.0.0.1"), self.plan["port"]
        secure = {"ssl": self.context, "server_hostname": self.name} if self.name else {}
        return (await asyncio.get_running_loop().create_connection(protocol, host, port, **secure))[1]

    async def listen(self) -> None:
        """Every phone on its stream, some at a time; until each has fetched once."""
        phones = [phone for phones in self.tables.values() for phone in phones]
        for n in range(0, len(phones), AT_ONCE):
            some = phones[n : n + AT_ONCE]
            await asyncio.gather(*(self.connected(lambda phone=phone: Stream(phone)) for phone in some))
            until = time.monotonic() + 10
            while any(not (phone.version or phone.refused) for phone in some) and time.monotonic() < until:
                if any(not what.startswith("stream 503") for what in self.wrong):
                    break
                await asyncio.sleep(0.02)

    async def tap(self, phone: Phone, entry: dict[str, Any]) -> None:
        started = time.perf_counter()
        try:
            status, body, __ = await phone.asks("POST", "/entries", json.dumps(entry).encode())
        except (ConnectionError, OSError) as error:
            self.wrong[f"tap: {error!r}"] += 1
            return
        if status != 200:
            self.wrong[f"tap {status} {body[:80]!r}"] += 1
            return
        found = VERSION.search(body)
        self.taps.append((phone, int(found[1]) if found else 0, started, time.perf_counter()))

    async def play(self) -> None:
        """Taps at an even rate, each at a table and by a phone chosen at random."""
        rng, loop = random.Random(7), asyncio.get_running_loop()
        claims = {table: list(self.plan["claims"]) for table in self.tables}
        begun = loop.time()
        for n in range(self.plan["taps"]):
            await asyncio.sleep(max(0.0, begun + n / self.plan["rate"] - loop.time()))
            table = rng.choice([*self.tables])
            if claims[table]:
                self.later(self.tap(rng.choice(self.tables[table]), {**claims[table].pop(0), "id": f"tap-{n}"}))

    async def settle(self) -> None:
        until = time.monotonic() + 5
        while time.monotonic() < until and (self.tasks or any(True for __ in self.behind())):
            await asyncio.sleep(0.05)

    def behind(self) -> Any:
        """Phones that are not at their table's newest version."""
        newest: dict[str, int] = {}
        for phone, version, __, __ in self.taps:
            newest[phone.table] = max(newest.get(phone.table, 0), version)
        for table, phones in self.tables.items():
            yield from (phone for phone in phones if phone.version < newest.get(table, 0))

    def waits(self) -> list[float]:
        """From each tap until each other phone of its table had fetched it, in milliseconds."""
        found = []
        for phone, version, started, __ in self.taps:
            for other in self.tables[phone.table]:
                at = next((at for seen, at in other.fetched if seen >= version), None)
                if other is not phone and at is not None:
                    found.append((at - started) * 1000)
        return found

    async def together(self) -> None:
        """Where several processes are one load, they begin to play at the same moment."""
        gate = self.plan.get("gate")
        if gate:
            (Path(gate) / str(os.getpid())).touch()
            while len(list(Path(gate).iterdir())) < self.plan["loads"]:
                await asyncio.sleep(0.05)

    async def run(self) -> dict[str, Any]:
        await self.listen()
        connected = sum(1 for phones in self.tables.values() for phone in phones if phone.version)
        self.sizes.clear()
        gc.collect()
        gc.freeze()
        await self.together()
        begun = time.monotonic()
        await self.play()
        played = begun, time.monotonic()
        await self.settle()
        self.over = True
        return {
            "connected": connected,
            "played": played,
            "taps": len(self.taps),
            "behind": len(list(self.behind())),
            "waits": self.waits(),
            "answers": [(done - started) * 1000 for __, __, started, done in self.taps],
            "sizes": self.sizes,
            "wrong": dict(self.wrong),
        }


def main(file: str) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    plan = json.loads(Path(file).read_text())
    print(json.dumps(asyncio.run(asyncio.wait_for(Load(plan).run(), plan["most_seconds"]))))


if __name__ == "__main__":
    main(sys.argv[1])
