"""Hostile input: no 500, no traceback, no answer that takes long, memory that stays as it is."""

from __future__ import annotations

import re
import socket
import threading
import time
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from random import Random
from urllib.parse import quote, quote_plus

import pytest

from companion import catalogue, data
from companion.play import Tables
from companion.record import RecordWrong, read_record
from companion.store import Store
from companion.store.engine import open_engine
from companion.web import create_app
from tests.faults.doses import Fault, fault
from tests.faults.phones import over_http
from tests.faults.servers import Crew, Server, running
from tests.faults.spoiling import DEEP, naughty_table, nested, spoiled
from tests.faults.tables import finished, opened, proven, whole
from tests.naughty import KINDS
from tests.web.api.test_openapi import CALLS, whatever_is_sent

ANSWER = 2.0  # seconds
STEADY = 15.0  # per cent that memory may grow once all kinds of requests were there
HALF_OPEN, SLOW = 2000, 100
PAUSE = 0.02  # seconds that a stranger rests, or four of them would be a test of this machine
NAMES = (
    "code",
    "name",
    "title",
    "map",
    "color",
    "pin",
    "id",
    "entry",
    "type",
    "player",
    "route",
    "text",
    "q",
    "ticket",
)
GAMES = Path(__file__).parent.parent / "games"


def files(small, count, folder):
    with fault("hostile: spoiled records and boards", small, count, "seconds") as run:
        rng, slowest, read, right = run.rng, 0.0, 0, 0
        records = [file.read_bytes() for file in sorted(GAMES.glob("*.json"))]
        boards = [file.read_bytes() for file in sorted(data.maps().glob("*.toml"))]
        until = time.monotonic() + run.dose
        while time.monotonic() < until:
            started = time.monotonic()
            kind = rng.random()
            if kind < 0.9:
                right += _record_is_told(nested(rng) if kind < 0.02 else spoiled(rng.choice(records), rng))
            else:
                right += _board_is_told(spoiled(rng.choice(boards), rng), folder / "spoiled.toml")
            slowest, read = max(slowest, time.monotonic() - started), read + 1
        run.tells("files", f"{read}, {right} of them still right")
        run.within("longest", slowest, ANSWER)


def _record_is_told(raw: bytes) -> bool:
    """A record is read, or what is wrong with it is told in lines that can be printed."""
    lines: tuple[str, ...] = ()
    try:
        read_record(raw, catalogue.boards()).replayed()
    except RecordWrong as wrong:
        lines = wrong.lines or ("",)
    assert all(line.isprintable() and line for line in lines), lines
    return not lines


def _board_is_told(raw: bytes, file: Path) -> bool:
    file.write_bytes(raw)
    checked = catalogue.check(file)
    assert all(line.isprintable() for line in checked.lines), checked.lines
    return checked.usable


@cache
def addresses(method: str) -> list[str]:
    """All of the app's own that take this method. A stream has no end, and a table that is gone is no target."""
    app = create_app(
        catalogue.boards(), Tables(Store(open_engine("postgresql://nobody@nowhere")), catalogue.boards())
    )
    rules = [rule.rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]
    return [rule for rule in rules if not rule.endswith(("/events", "/delete"))]


class Stranger:
    """Sends whatever it likes, and looks at every answer."""

    def __init__(self, port: int, table: str, token: str, seed: int) -> None:
        self.port, self.table, self.token = port, table, token
        self.forms, self.pages = addresses("POST"), addresses("GET")
        self.rng = Random(seed)
        self.sent, self.slowest, self.statuses = 0, 0.0, dict[int, int]()
        self.wrong: BaseException | None = None

    def runs(self, over: threading.Event) -> None:
        try:
            while not over.is_set():
                self._sends(
                    self.rng.choice((self._json, self._json, self._form, self._form, self._path, self._garbage))()
                )
        except BaseException as error:
            self.wrong = error

    def _sends(self, raw: bytes) -> None:
        with closing(socket.create_connection(("127.0.0.1", self.port), 10)) as line:
            started, got = time.monotonic(), b""
            try:
                line.sendall(raw)
                line.shutdown(socket.SHUT_WR)
                while more := line.recv(1 << 20):
                    got += more
            except (ConnectionError, BrokenPipeError):
                pass  # it was not read to its end, and need not be
            took = time.monotonic() - started
        self.sent, self.slowest = self.sent + 1, max(self.slowest, took)
        assert b"Traceback" not in got, raw[:500]
        for told in re.findall(rb"HTTP/1\.1 (\d\d\d)", got)[:1]:
            status = int(told)
            self.statuses[status] = self.statuses.get(status, 0) + 1
            assert status not in (500, 502, 504), (raw[:500], got[-500:])

    def _request(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> bytes:
        token = self.rng.choice([self.token, self.token, "nobody", ""])
        cookie = f"trackside={self.token}\r\nSec-Fetch-Site: same-origin" if self.rng.random() < 0.5 else "x=y"
        bearer = f"Authorization: Bearer {token}\r\n" if token and kind == "application/json" else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nCookie: {cookie}\r\n{bearer}"
        return f"{head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body

    def _json(self) -> bytes:
        rng, here = self.rng, f"/api/tables/{self.table}"
        entry = b'{"type":"claim","player":"blue","route":"denver--omaha","id":"%d"}' % rng.randrange(10**9)
        bodies = [lambda: nested(rng), lambda: naughty_table(rng), lambda: spoiled(entry, rng), lambda: entry]
        where = ["/api/tables", f"{here}/entries", f"{here}/seats", "/api/join", here]
        return self._request(rng.choice(["POST", "POST", "PATCH"]), rng.choice(where), rng.choice(bodies)())

    def _form(self) -> bytes:
        told = "&".join(
            f"{self.rng.choice(NAMES)}={quote_plus(self._text(), errors='surrogatepass')}" for _ in range(9)
        )
        body = spoiled(told.encode(), self.rng)[:DEEP]
        return self._request("POST", self._filled(self.forms), body, "application/x-www-form-urlencoded")

    def _path(self) -> bytes:
        query = self.rng.choice(
            ["", "", "?since=-1", "?since=" + "9" * 50, "?q=%ff", "?map=%00", "?q=" + "%F0" * 500]
        )
        path = "/" + "/".join(quote(self._text(), errors="surrogatepass") for _ in range(self.rng.randint(1, 5)))
        return self._request(
            "GET", self.rng.choice([path, self._filled(self.pages), self._filled(self.pages)]) + query
        )

    def _filled(self, rules: list[str]) -> str:
        """An address of the app, with a table, or with something that is none."""

        def filling(found: re.Match[str]) -> str:
            if "table" in found[0] and self.rng.random() < 0.8:
                return self.table
            usual = self.rng.choice(["1", "blue", "usa", "a4", "2-light", "-1", "9" * 30])
            return self.rng.choice([usual, usual, quote(self._text(), errors="surrogatepass")])

        return re.sub(r"<[^>]+>", filling, self.rng.choice(rules))

    def _text(self) -> str:
        return self.rng.choice(KINDS)

    def _garbage(self) -> bytes:
        rng = self.rng
        usual = self._request("GET", "/about") if rng.random() < 0.7 else self._json()[:2000]
        kept = spoiled(usual, rng)
        if b"/events" in kept:
            return b"\x16\x03\x01" + rng.randbytes(200)
        return rng.choice([kept, kept, kept, rng.randbytes(300), b"GET " + b"/" * 70_000, b"\r\n" * 1000])


def server_holds(small, count, url, store):
    with fault("hostile: requests, slow clients, half-open lines", small, count, "seconds") as run:
        table = opened(store, "good".rjust(32, "0"), run.rng)
        target = opened(store, "target".rjust(32, "0"), run.rng)
        store.engine.dispose()
        with running(url) as server, ExitStack() as stack:
            idle = HALF_OPEN if run.whole else 60
            for n in range(idle):
                line = stack.enter_context(closing(socket.create_connection(("127.0.0.1", server.port), 10)))
                line.sendall(b"" if n % 2 else b"GET /about HTTP/1.1\r\nHost: here\r\n")
            _besieged(run, server, table, target)
        run.tells("half-open lines", idle)
        whole(url)


def _besieged(run: Fault, server: Server, table: list, target: list) -> None:
    over = threading.Event()
    strangers = [Stranger(server.port, target[0].table, target[0].token, run.seed + n) for n in range(4)]
    threads = [threading.Thread(target=one.runs, args=(over,), daemon=True) for one in strangers]
    threads.append(threading.Thread(target=_slow, args=(server.port, over, SLOW if run.whole else 20), daemon=True))
    with Crew(table, lambda _: server.port, threads=2, pause=0.05) as crew:
        crew.back(time.monotonic())
        crew.slowest = 0.0
        for thread in threads:
            thread.start()
        time.sleep(run.dose / 3)
        before = server.memory
        time.sleep(run.dose * 2 / 3)
        after = server.memory
        over.set()
        for thread in threads:
            thread.join(15)
    for one in strangers:
        if one.wrong:
            raise one.wrong
    ask = over_http(lambda: server.port)
    finished(ask, table)
    run.tells("entries of good people kept", proven(server.url, table, ask))
    run.tells("requests", sum(one.sent for one in strangers))
    statuses = sorted({status for one in strangers for status in one.statuses})
    run.tells("answers", ", ".join(f"{sum(o.statuses.get(s, 0) for o in strangers)} x {s}" for s in statuses))
    run.tells("memory", f"{before / 1024:.0f} -> {after / 1024:.0f} MB")
    run.within("longest answer to strangers", max(one.slowest for one in strangers), ANSWER)
    run.within("longest answer to good people", crew.slowest, ANSWER)
    run.within("memory grew by", 100 * (after - before) / before, STEADY, "%")


def _slow(port: int, over: threading.Event, count: int) -> None:
    """Clients that send a byte now and then, and begin again when they are shown the door."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 500\r\n\r\n" + b"{" * 400
    lines = [[socket.create_connection(("127.0.0.1", port), 10), 0] for _ in range(count)]
    while not over.wait(0.2):
        for place in lines:
            try:
                place[0].send(head[place[1] : place[1] + 1])
                place[1] = (place[1] + 1) % len(head)
            except OSError:
                place[0].close()
                place[:] = [socket.create_connection(("127.0.0.1", port), 10), 0]
    for line, _ in lines:
        line.close()


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_it_works(tmp_path):
    files(1, None, tmp_path)


def test_a_server_holds(url, store):
    server_holds(2, None, url, store)


@pytest.mark.soak
def test_the_whole_dose(tmp_path):
    files(1, 120, tmp_path)


@pytest.mark.soak
def test_the_whole_dose_against_a_server(url, store):
    server_holds(2, 300, url, store)


@pytest.mark.soak
def test_the_whole_dose_of_schemathesis():
    with fault("hostile: schemathesis", 8, 150, "examples a call, with and without a token") as run:
        for known in (True, False):
            assert whatever_is_sent(known, run.dose, alike=False) >= CALLS - 2
