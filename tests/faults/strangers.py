"""Strangers who send whatever they like, and others who hardly send anything."""

from __future__ import annotations

import re
import socket
import threading
import time
from contextlib import closing
from functools import cache
from random import Random
from urllib.parse import quote, quote_plus

from companion.app import create_app
from companion.boards import files
from companion.play.tables import Tables
from companion.store import Store
from companion.store.engine import open_engine
from tests.faults.spoiling import DEEP, naughty_table, nested, spoiled
from tests.support.naughty import KINDS

PAUSE = 0.02  # seconds that a stranger rests, or four of them would be a test of this machine
SHEETS_STAND_IN = 100  # bytes: the first line names the page
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


@cache
def addresses(method: str) -> list[str]:
    """All of the app's own that take this method. A stream has no end, and a table that is gone is no target."""
    app = create_app(files.boards(), Tables(Store(open_engine("postgresql://nobody@nowhere")), files.boards()))
    rules = [rule.rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]
    return [rule for rule in rules if not rule.endswith(("/events", "/delete"))]


class Stranger:
    """Sends whatever it likes, and looks at every answer."""

    def __init__(self, port: int, table: str, token: str, seed: int) -> None:
        self.port, self.table, self.token = port, table, token
        self.forms, self.pages = addresses("POST"), addresses("GET")
        self.rng = Random(seed)
        self.sent, self.statuses = 0, dict[int, int]()
        self.slowest, self.slowest_was, self.slowest_sheet = 0.0, b"", 0.0
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
        self.sent += 1
        if b"/sheet.pdf" in raw[:SHEETS_STAND_IN]:
            self.slowest_sheet = max(self.slowest_sheet, took)
        elif took > self.slowest:
            self.slowest, self.slowest_was = took, raw
        assert b"Traceback" not in got, raw[:500]
        for told in re.findall(rb"HTTP/1\.1 (\d\d\d)", got)[:1]:
            status = int(told)
            self.statuses[status] = self.statuses.get(status, 0) + 1
            assert status not in (500, 502, 504), (raw[:500], got[-500:])

    def _request(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> bytes:
        token = self.rng.choice([self.token, self.token, "nobody", ""])
        cookie = "trackside=nobody\r\nSec-Fetch-Site: same-origin" if self.rng.random() < 0.5 else "x=y"
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
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


def slow(port: int, over: threading.Event, count: int) -> None:
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
