"""New servers on a socket that stays, each begun beside the one before it, while 500 phones listen and some tap."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import threading
import time

import pytest

from bench.live import a_table
from companion.boards import files
from tests.faults.doses import fault
from tests.faults.phones import Lost, over_http
from tests.serve.test_server import HANDS_IN
from tests.support.serving import get

PHONES = 5  # at a table
BEGUN = 20  # entries
EVERY = 0.5  # seconds between two taps at a table where somebody taps
BETWEEN = 3.0  # seconds that each version serves
MOST = 3.0  # seconds that anybody waits


class Listeners:
    """Phones that listen, and listen again at once; the longest time that one heard nothing of a server."""

    def __init__(self, port: int, lines: list[tuple[str, str]]) -> None:
        self.port, self.lines = port, lines
        self.longest, self.heard, self.over = 0.0, 0, threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._all()), daemon=True)

    def __enter__(self) -> Listeners:
        self._thread.start()
        until = time.monotonic() + 60
        while self.heard < len(self.lines):
            assert time.monotonic() < until, self.heard
            time.sleep(0.05)
        self.longest = 0.0  # coming all at once is another test
        return self

    def __exit__(self, *_raised: object) -> None:
        self.over.set()
        self._thread.join(20)

    async def _all(self) -> None:
        some = [asyncio.create_task(self._one(*line)) for line in self.lines]
        while not self.over.is_set():
            await asyncio.sleep(0.1)
        for each in some:
            each.cancel()

    async def _one(self, table: str, token: str) -> None:
        head = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\n\r\n"
        while True:
            lost = time.monotonic()
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(head.encode())
                await reader.readuntil(b"data: ")
                self.longest, self.heard = max(self.longest, time.monotonic() - lost), self.heard + 1
                while await reader.read(4096):
                    pass
                writer.close()
            await asyncio.sleep(0.05)


class Tapper(threading.Thread):
    """Somebody at a table who taps again and again, and sends again what was not acknowledged."""

    def __init__(self, port: int, table: str, token: str, colors: tuple[str, ...]) -> None:
        super().__init__(daemon=True)
        self.table, self.token, self.colors = table, token, colors
        self.ask, self.over = over_http(lambda: port), threading.Event()
        self.acknowledged: list[str] = []
        self.longest, self.other = 0.0, set[int]()

    def run(self) -> None:
        place = BEGUN
        while not self.over.wait(EVERY):
            entry = {"type": "draw", "player": self.colors[place % PHONES], "id": f"tap-{place}"}
            begun, place = time.monotonic(), place + 1
            while True:
                with contextlib.suppress(Lost):
                    status, _ = self.ask("POST", f"/api/tables/{self.table}/entries", self.token, entry)
                    break
                time.sleep(0.05)
            self.longest = max(self.longest, time.monotonic() - begun)
            if status in (200, 201):
                self.acknowledged.append(entry["id"])
            else:
                self.other.add(status)


def handed_in(ours: socket.socket, url: str) -> subprocess.Popen[str]:
    """The next version, beside the one that still serves; it serves itself once it has said where."""
    command = [sys.executable, "-c", HANDS_IN, str(ours.fileno()), "serve", "--port", "1", "--workers", "2"]
    env = os.environ | {"PYTHONUNBUFFERED": "1"}
    database = ["--database", url]
    process = subprocess.Popen([*command, *database], close_fds=False, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    assert "Trackside is at" in process.stdout.readline()
    return process


@pytest.mark.soak
def test_nobody_waits_long_and_no_tap_is_lost(one_file, store, tmp_path):
    with fault("restarts on a socket that stays, 500 phones", 3, 10, "restarts") as run:
        board = files.boards()["usa"]
        url = str(store.engine.url)
        tables = [a_table(store, board, f"{n:032}", BEGUN) for n in range(100)]
        with socket.socket() as ours:
            ours.bind(("127.0.0.1", 0))
            ours.listen(1024)
            ours.set_inheritable(True)
            port = ours.getsockname()[1]
            process = handed_in(ours, url)
            assert get(port)[0] == 200
            lines = [(table, token) for table, tokens in tables for token in tokens]
            tappers = [Tapper(port, table, tokens[0], board.colors) for table, tokens in tables[:20]]
            with Listeners(port, lines) as listeners:
                for tapper in tappers:
                    tapper.start()
                for _ in range(run.dose):
                    time.sleep(BETWEEN)
                    old, process = process, handed_in(ours, url)
                    old.terminate()
                    assert old.wait(20) == 0
                time.sleep(BETWEEN)
                for tapper in tappers:
                    tapper.over.set()
                for tapper in tappers:
                    tapper.join(20)
            process.terminate()
            process.wait(20)
        stored = {table: {entry.id for entry in store.snapshot(table).entries} for table, _ in tables[:20]}
        lost = [name for tapper in tappers for name in tapper.acknowledged if name not in stored[tapper.table]]
        taps = sum(len(tapper.acknowledged) for tapper in tappers)
        run.tells("acknowledged taps", taps)
        run.tells("of them lost", len(lost))
        run.within("the longest that a tap waits", max(tapper.longest for tapper in tappers), MOST)
        run.within("the longest that a phone listens to nobody", listeners.longest, MOST)
        assert lost == []
        assert taps > 20 * run.dose
        assert set().union(*(tapper.other for tapper in tappers)) <= {503}
