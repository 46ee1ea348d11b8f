"""Hostile input: no 500, no traceback, no answer that takes long, memory that stays as it is."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from bench.large import large_record
from companion import data
from companion.authoring.check import check
from companion.boards import files as catalogue
from companion.prose.records import lines
from companion.record.read import RecordWrong, read_record
from companion.record.record_checks import MOST_ENTRIES
from tests.faults.doses import Fault, fault
from tests.faults.phones import over_http
from tests.faults.servers import Crew, Server, memory_of, running
from tests.faults.spoiling import nested, spoiled
from tests.faults.strangers import Stranger, slow
from tests.faults.tables import finished, opened, proven, whole
from tests.support.waiting import byte_string, tried
from tests.web.api.test_openapi import CALLS, whatever_is_sent

ANSWER = 2.0  # seconds
SHEET = 20.0  # seconds: what the printer itself takes for too long
STEADY = 15.0  # per cent that memory may grow once all kinds of requests were there
WORKER = 400.0  # MB
HALF_OPEN, SLOW = 2000, 100
HEADS_AT_ONCE = 10
HEADS_COST = 20.0  # per cent that memory may grow meanwhile
HEADS = (  # how each begins, and what follows again and again
    (b"GET /", b"a"),
    (b"GET /about HTTP/1.1\r\nHost: here\r\nX: ", b"a"),
    (b"GET /about HTTP/1.1\r\nHost: here\r\n", b"X: a\r\n"),
    (b"GET /about HTTP/1.1\r\nHost: here\r\n\r\nGET /about HTTP/1.1\r\nX: ", b"a"),
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
        run.tells("files", f"{read}, {right} still valid")
        run.within("longest", slowest, ANSWER)


def _record_is_told(raw: bytes) -> bool:
    """A record is read, or what is wrong with it is told in lines that can be printed."""
    told: list[str] = []
    try:
        read_record(raw, catalogue.boards()).replayed()
    except RecordWrong as wrong:
        told = lines(wrong.complaints) or [""]
    assert all(line.isprintable() and line for line in told), told
    return not told


def _board_is_told(raw: bytes, file: Path) -> bool:
    file.write_bytes(raw)
    checked = check(file)
    assert all(line.isprintable() for line in checked.lines), checked.lines
    return checked.usable


def bytes_of_all_kinds(small, count):
    """Pieces are read as if they had been there at once, and nothing is kept of what never ends."""
    with fault("hostile: bytes that are nearly requests", small, count, "seconds") as run:
        rng, sent, served, refused = run.rng, 0, 0, 0
        until = time.monotonic() + run.dose
        while time.monotonic() < until:
            raw = byte_string(rng)
            given, wrong = tried(raw, rng)
            sent, refused, served = sent + 1, refused + wrong, served + len(given)
        run.tells("strings", f"{sent}, with {served} requests served and {refused} refused")


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
    threads.append(threading.Thread(target=slow, args=(server.port, over, SLOW if run.whole else 20), daemon=True))
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
    slowest = max(strangers, key=lambda one: one.slowest)
    run.tells("waited for longest", repr(slowest.slowest_was.partition(b"\r\n")[0][:200]))
    run.within("longest answer to strangers", slowest.slowest, ANSWER)
    # A sheet is made behind everything else, on purpose, and the first has to wait for the printer to start.
    run.within("longest sheet for strangers", max(one.slowest_sheet for one in strangers), SHEET)
    run.within("longest answer to good people", crew.slowest, ANSWER)
    run.within("memory grew by", 100 * (after - before) / before, STEADY, "%")


def heads_without_end(small, count, url, store):
    """Heads of 60 MB, some at once: in one line, in one header, in a million, and behind a request that is whole."""
    with fault("hostile: heads of 60 MB", small, count, "heads") as run:
        store.engine.dispose()
        size = (60 if run.whole else 20) * 2**20  # what is on its way alone is some 3 MB
        with running(url, workers=1) as server:
            assert _asks(server.port, "/about", "") == 200  # it is there
            before, most, waits, taken = memory_of(server.workers_now[0]), 0, [], []
            left = [HEADS[n % len(HEADS)] for n in range(run.dose)]
            while left:
                some, left = left[:HEADS_AT_ONCE], left[HEADS_AT_ONCE:]
                ways = [
                    threading.Thread(target=lambda way: taken.append(_sends(server.port, *way, size)), args=(way,))
                    for way in some
                ]
                for way in ways:
                    way.start()
                while any(way.is_alive() for way in ways):
                    started = time.monotonic()
                    assert _asks(server.port, "/about", "", "127.0.0.2") == 200
                    waits.append(time.monotonic() - started)
                    most = max(most, memory_of(server.workers_now[0]))
            run.tells("the most that was taken of one", f"{max(taken) / 2**20:.1f} MB")
            assert max(taken) < size, "one was taken whole"
            run.within("longest answer to others", max(waits), ANSWER)
            run.within("memory grew by", 100 * (most - before) / before, HEADS_COST, "%")


def _sends(port: int, begins: bytes, piece: bytes, size: int) -> int:
    """Sends that much of a head, or as much of it as is taken; how much that was, with what waits on its way."""
    sent = 0
    with socket.create_connection(("127.0.0.1", port), 30) as line:
        try:
            line.sendall(begins)
            while sent < size:
                sent += line.send(piece * (65536 // len(piece)))
        except OSError:  # it was cut
            pass
    return sent


def all_ask_for_the_dearest(small, count, url, store):
    """One address asks for the longest log many times at once; another one goes on playing."""
    with fault("hostile: the dearest page from one address", small, count, "requests at once") as run:
        store.engine.dispose()
        with running(url) as server:
            cookie, page = _long_log(server.port, 5000 if run.whole else 300)
            asking = [threading.Thread(target=_asks, args=(server.port, page, cookie)) for _ in range(run.dose)]
            for one in asking:
                one.start()
            waits = []
            while any(one.is_alive() for one in asking):
                started = time.monotonic()
                assert _asks(server.port, "/about", "", "127.0.0.2") == 200
                waits.append(time.monotonic() - started)
            run.tells("requests of others meanwhile", len(waits))
            run.within("answers to others, p95", sorted(waits)[int(0.95 * len(waits))], 1.0)


def largest_are_imported(small, count, url, store):
    """One worker is given game after game with the most entries there may be, each as long as it may be."""
    with fault("hostile: the largest records into one worker", small, count, "imports") as run:
        store.engine.dispose()
        with running(url, workers=1) as server:
            assert _asks(server.port, "/about", "") == 200  # it is there
            before, most = memory_of(server.workers_now[0]), 0
            for _ in range(run.dose):
                cookie, page = _long_log(server.port, MOST_ENTRIES if run.whole else 300, longest=True)
                for one in (page, page.removesuffix("/log")):
                    assert _asks(server.port, one, cookie) == 200
                most = max(most, memory_of(server.workers_now[0]))
            run.tells("the worker before", f"{before / 1024:.0f} MB")
            run.within("the worker at its largest", most / 1024, WORKER, "MB")


def _long_log(port: int, entries: int, longest: bool = False) -> tuple[str, str]:
    """A game read in from a record; who read it in, and the page of its log."""
    made = large_record(catalogue.boards()["europe"], entries)
    if longest:
        for place, entry in enumerate(made["log"], 1):
            entry |= {"id": f"{place:064}", "at": "2026-11-18T19:00:00Z"}
    record = json.dumps(made, separators=(",", ":"))
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    told = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    line.request("POST", "/import", urlencode({"text": record}), told)
    answer = line.getresponse()
    assert answer.status == 303, answer.read()
    table = str(answer.headers["Location"]).split("/t/")[1].split("/")[0]
    return str(answer.headers["Set-Cookie"]).split(";")[0], f"/t/{table}/log"


def _asks(port: int, page: str, cookie: str, address: str = "127.0.0.1") -> int:
    line = HTTPConnection("127.0.0.1", port, timeout=120, source_address=(address, 0))
    line.request("GET", page, headers={"Cookie": cookie})
    with closing(line):
        return line.getresponse().status


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_hostile_files_are_refused_in_sentences(tmp_path):
    files(1, None, tmp_path)


def test_no_string_is_read_otherwise_in_pieces():
    bytes_of_all_kinds(2, None)


def test_a_server_holds(url, store):
    server_holds(2, None, url, store)


def test_heads_without_end_cost_nothing(url, store):
    heads_without_end(8, None, url, store)


def test_one_address_asks_for_what_is_dear(url, store):
    all_ask_for_the_dearest(10, None, url, store)


def test_the_largest_are_imported(url, store):
    largest_are_imported(3, None, url, store)


@pytest.mark.soak
def test_the_whole_dose_of_the_largest(url, store):
    largest_are_imported(3, 500, url, store)


@pytest.mark.soak
def test_the_whole_dose_of_heads(url, store):
    heads_without_end(8, 200, url, store)


@pytest.mark.soak
def test_the_whole_dose_of_what_is_dear(url, store):
    all_ask_for_the_dearest(10, 200, url, store)


@pytest.mark.soak
def test_the_whole_dose(tmp_path):
    files(1, 160, tmp_path)


@pytest.mark.soak
def test_the_whole_dose_of_strings():
    bytes_of_all_kinds(10, 600)


@pytest.mark.soak
def test_the_whole_dose_against_a_server(url, store):
    server_holds(2, 420, url, store)


@pytest.mark.soak
def test_the_whole_dose_of_schemathesis():
    with fault("hostile: schemathesis", 8, 150, "examples a call, with and without a token") as run:
        for known in (True, False):
            assert whatever_is_sent(known, run.dose, alike=False) >= CALLS - 2
