"""Streams are cut, stalled and buffered, and clients vanish without a word: everybody else notices nothing."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import struct
import subprocess
import sys
import time

import pytest

from bench.live import a_table
from tests.faults.doses import fault
from tests.faults.phones import over_http
from tests.faults.servers import Crew, running
from tests.faults.tables import finished, opened, proven, whole

ANSWER = 1.0  # seconds, all the time
RIGHT = 2.0  # seconds until all is right
EACH = 25  # streams of a round
HEARD = re.compile(rb"data: (\d+)\n")


class Stream:
    """A stream by hand."""

    def __init__(self, port: int, table: str, token: str) -> None:
        self.line = socket.create_connection(("127.0.0.1", port), 30)
        head = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\n\r\n"
        self.line.sendall(head.encode())
        self.got = b""

    def hears(self, version: int) -> float:
        """Reads until it knows of a version; how long that took."""
        started = time.monotonic()
        while max((int(n) for n in HEARD.findall(self.got)), default=0) < version:
            more = self.line.recv(65536)
            assert more, self.got[:300]
            self.got += more
        return time.monotonic() - started

    def cut(self) -> None:
        """Without a goodbye: the other side is told that there is nobody."""
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.line.close()


def rounds(small, count, url, store):
    with fault("streams cut, stalled, buffered", small, count, "rounds") as run, running(url) as server:
        rng, ask = run.rng, over_http(lambda: server.port)
        crowd = [
            a_table(store, phone.board, f"crowd{n:027}", 0) for n, phone in enumerate(opened(store, "x" * 32, rng))
        ]
        table = opened(store, "tapped".rjust(32, "0"), rng)
        store.engine.dispose()
        stalled, slowest_news, slowest = [], 0.0, 0.0
        with Crew(table, lambda _: server.port, threads=2, pause=0.02) as crew:
            crew.back(time.monotonic())
            crew.slowest, memory = 0.0, server.memory
            for _ in range(run.dose):
                streams = [Stream(server.port, *rng.choice(_places(crowd, table))) for _ in range(EACH)]
                for stream in streams:
                    kind = rng.choice(["cut at once", "cut", "stalled", "buffered"])
                    if kind == "cut at once":
                        stream.cut()
                    elif kind == "cut":
                        with contextlib.suppress(AssertionError, OSError):
                            stream.hears(1)
                        stream.cut()
                    else:
                        stalled.append(stream)  # read late, or never
                while len(stalled) > 10 * EACH:
                    rng.choice([Stream.cut, lambda one: one.line.close()])(stalled.pop(0))
                newest = max(version for phone in table for __, version in phone.acknowledged.values())
                phone = rng.choice(table)
                fresh = Stream(server.port, phone.table, phone.token)
                slowest_news = max(slowest_news, fresh.hears(newest))
                fresh.line.close()
            slowest = crew.slowest
        finished(ask, table)
        run.tells("entries kept", proven(url, table, ask))
        run.tells("streams", run.dose * EACH)
        run.tells("memory", f"{memory / 1024:.0f} -> {server.memory / 1024:.0f} MB")
        run.within("longest answer", slowest, ANSWER)
        run.within("a new stream hears the newest after", slowest_news, RIGHT)
        for stream in stalled:
            stream.line.close()


def _places(crowd, table):
    """Tables and tokens to listen at: many that nobody taps at, and the one that they do."""
    return [(name, token) for name, tokens in crowd for token in tokens] + [
        (phone.table, phone.token) for phone in table
    ]


def vanish(small, count, url, store, folder):
    with fault("clients that vanish without a word", small, count, "clients") as run, running(url) as server:
        rng, ask = run.rng, over_http(lambda: server.port)
        table = opened(store, "tapped".rjust(32, "0"), rng)
        tables = [a_table(store, table[0].board, f"{n:032}", 0) for n in range(max(1, run.dose // 5))]
        store.engine.dispose()
        places = [f"{name} {token}" for name, tokens in tables for token in tokens][: run.dose - len(table)]
        places += [f"{phone.table} {phone.token}" for phone in table]
        (folder / "places").write_text("\n".join(places))
        crowd = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.crowd", str(server.port), str(folder / "places")],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert crowd.stdout
            run.tells("were there", crowd.stdout.readline().strip())
            with Crew(table, lambda _: server.port, threads=2, pause=0.02) as crew:
                crew.back(time.monotonic())
                crew.slowest = 0.0
                crowd.send_signal(signal.SIGSTOP)  # they take nothing in and say nothing
                time.sleep(3 if run.whole else 0.3)
                crowd.kill()  # and are gone, all at the same moment
                crowd.wait()
                gone = time.monotonic()
                crew.back(gone)
                time.sleep(max(0.0, gone + RIGHT - time.monotonic()) if run.whole else 0)
                late = [Stream(server.port, *place.split()) for place in places[-50:]]
                newest = max(version for phone in table for __, version in phone.acknowledged.values())
                heard = max(stream.hears(newest) for stream in late[-len(table) :])
                slowest = crew.slowest
            for stream in late:
                stream.line.close()
        finally:
            crowd.kill()
        finished(ask, table)
        run.tells("entries kept", proven(url, table, ask))
        whole(url)
        run.within("longest answer", slowest, ANSWER)
        run.within("2 s later a new stream hears the newest after", heard, ANSWER)


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_broken_streams_disturb_nobody_else(url, store):
    rounds(3, None, url, store)


def test_they_may_vanish(url, store, tmp_path):
    vanish(60, None, url, store, tmp_path)


@pytest.mark.soak
def test_the_whole_dose(url, store):
    rounds(3, 200, url, store)


@pytest.mark.soak
def test_the_whole_dose_of_vanishing(url, store, tmp_path):
    vanish(60, 5000, url, store, tmp_path)
