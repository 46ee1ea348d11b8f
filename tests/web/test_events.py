"""The live stream: the version and nothing else, never all threads, and no thread for who has gone."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import time

import pytest

from companion.host.streams import Parked
from companion.play import Tables
from companion.play.keys import digest
from companion.record import read
from companion.serve import server
from companion.store import open_store
from companion.web import create_app
from tests.support.serving import get, served

ADA = "ada-token"


@pytest.fixture
def running(boards, tmp_path):
    """A server with one table, and the same games seen from here."""
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    here = Tables(open_store(url), boards)
    table = here.open(game(boards), digest(ADA)).table
    with served(options=("--database", url)) as (process, port):
        yield process, port, here, table


def game(boards):
    players = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]
    head = {"format": "companion/game", "version": 1, "map": "usa", "players": players, "log": []}
    return read.read_record(json.dumps(head).encode(), boards)


def stream(port, table, token=ADA):
    """A phone that listens: its connection and the answer so far."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", f"/api/tables/{table}/events", headers={"Authorization": f"Bearer {token}"})
    return line, line.getresponse()


def heard(answer):
    """The next event, as it stands on the wire."""
    lines = []
    while (line := answer.readline()) not in (b"\n", b""):
        lines.append(line.decode().strip())
    return lines


def claim(here, table, n, route="dallas--houston--1"):
    return here.report(table, digest(ADA), {"type": "claim", "player": "blue", "route": route, "id": f"e{n}"})


def test_a_stream_tells_the_version_and_nothing_else_until_the_table_is_deleted(running):
    __, port, here, table = running
    line, answer = stream(port, table)
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Content-Encoding" not in answer.headers
    assert heard(answer) == ["id: 1", "data: 1"]
    claim(here, table, 1)
    assert heard(answer) == ["id: 2", "data: 2"]
    here.delete(table, digest(ADA))
    assert heard(answer) == []
    line.close()


def test_strangers_hear_nothing(client, tables, boards):
    table = tables.open(game(boards), digest(ADA)).table
    assert client.get(f"/api/tables/{table}/events").status_code in (401, 404)
    assert client.get("/api/tables/none/events").status_code in (401, 404)


def test_a_newer_stream_of_a_device_ends_the_older(boards, tables, app):
    table = tables.open(game(boards), digest(ADA)).table
    live = app.extensions["live"]
    first = live.open(b"ada", table, {})
    told = iter(first)
    assert next(told) == b"id: 1\ndata: 1\n\n"
    second = live.open(b"ada", table, {})
    assert next(told, None) is None
    first.close()
    assert next(iter(second)) == b"id: 1\ndata: 1\n\n"
    assert len(live) == 1
    second.close()
    assert len(live) == 0


def test_more_phones_listen_than_there_are_threads(running):
    __, port, here, table = running
    devices = [f"phone-{n}" for n in range(2 * server.THREADS + 40)]
    for token in devices:
        here.join_by_secret(here.invite(table, digest(ADA)), digest(token))
    lines = [stream(port, table, token) for token in devices]
    version = here.store.version(table)
    for _line, answer in lines:
        while heard(answer)[0] != f"id: {version}":
            pass
    claim(here, table, 1)
    for __, answer in lines:
        assert heard(answer) == [f"id: {version + 1}", f"data: {version + 1}"]
    assert get(port, "/about")[0] == 200
    for line, __ in lines[::2]:
        line.close()  # phones that hang up
    here.delete(table, digest(ADA))
    for __, answer in lines[1::2]:
        assert answer.read() == b""


def test_one_address_cannot_take_every_stream(boards, tables):
    live = create_app(boards, tables, streams=6).extensions["live"]
    table = tables.open(game(boards), b"ada").table
    known = [live.open(bytes([n]), table, {}, "198.51.100.1") for n in range(3)]
    assert all(known)
    assert live.open(b"x", table, {}, "198.51.100.1") is None
    assert live.open(b"x", table, {}, "198.51.100.2")
    for _ in range(2):  # it may be told twice
        live.forget(known[0])
    assert live.open(b"x", table, {}, "198.51.100.1")
    assert live.open(b"y", table, {}, "198.51.100.1") is None
    assert live.open(b"y", table, {})  # this machine itself is no stranger
    assert len(live) == 5


def test_a_parked_stream_gets_comments_and_ends_for_a_phone_that_takes_nothing_in(boards, tables, app, monkeypatch):
    monkeypatch.setattr("companion.host.streams.HEARTBEAT", 0.0)
    live = app.extensions["live"]
    live.parks = True
    ours, theirs = socket.socketpair()
    told = live.open(b"ada", tables.open(game(boards), b"ada").table, {"gunicorn.socket": ours})
    lines, over = iter(told), []
    assert next(lines) == b"id: 1\ndata: 1\n\n"
    with pytest.raises(Parked):
        next(lines)
    told.close()  # the server's own, when the thread leaves
    told.park(lambda: over.append(True))
    told.beat(time.monotonic())
    assert theirs.recv(100) == b":\n\n"
    assert len(live) == 1
    ours.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            ours.send(b"x" * 65536)
    told.beat(time.monotonic())
    assert (len(live), over) == (0, [True])
    ours.close()
    theirs.close()


def test_there_are_always_threads_left_for_requests(boards, tables):

    table = tables.open(game(boards), digest(ADA)).table
    other = tables.open(game(boards), digest(ADA)).table
    client = create_app(boards, tables, streams=1).test_client()
    headers = {"Authorization": f"Bearer {ADA}"}
    first = client.get(f"/api/tables/{table}/events", headers=headers)
    assert first.status_code == 200
    second = client.get(f"/api/tables/{other}/events", headers=headers)
    assert second.status_code == 503
    assert int(second.headers["Retry-After"]) > 0
    first.close()
    assert client.get(f"/api/tables/{other}/events", headers=headers).status_code == 200


def test_a_phone_that_vanished_is_noticed(boards, tables, app):
    table = tables.open(game(boards), digest(ADA)).table
    ours, theirs = socket.socketpair()
    told = app.extensions["live"].open(b"ada", table, {"gunicorn.socket": ours})
    lines = iter(told)
    next(lines)
    theirs.close()
    assert next(lines, None) is None  # and not a comment that keeps the line open
    told.close()
    ours.close()


def test_a_phone_that_was_shut_out_hears_no_more(boards, tables, app, monkeypatch):
    monkeypatch.setattr("companion.host.streams.LOOK", 0.0)
    table = tables.open(game(boards), b"ada").table
    secret = tables.invite(table, b"ada")
    for device in (b"bo", b"watcher"):
        tables.join_by_secret(secret, device)
    tables.take_seat(table, b"bo", "red")
    live = app.extensions["live"]
    lines = {device: iter(live.open(device, table, {})) for device in (b"ada", b"bo", b"watcher")}
    for told in lines.values():
        next(told)
    tables.shut_out(table, b"ada")
    assert [line for line in lines[b"watcher"] if not line.startswith(b"id:")] == []  # and then it ends
    assert {stream.key[0] for stream in live._open if stream.listener.ended} == {b"watcher"}
    live.ending = True


def test_a_quiet_line_is_kept_open_by_comments(boards, tables, app, monkeypatch):
    monkeypatch.setattr("companion.host.streams.HEARTBEAT", 0.01)
    told = app.extensions["live"].open(b"ada", tables.open(game(boards), b"ada").table, {})
    lines = iter(told)
    assert [next(lines) for _ in range(3)] == [b"id: 1\ndata: 1\n\n", b":\n\n", b":\n\n"]
    monkeypatch.setattr("companion.host.streams.LONGEST", 0.0)
    told._until = 0
    assert next(lines, None) is None
    told.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_open_streams_end_by_themselves_when_the_server_is_stopped(running, number):
    process, port, __, table = running
    lines = [stream(port, table)[0] for _ in range(1)]
    line, answer = stream(port, table)
    assert heard(answer) == ["id: 1", "data: 1"]
    os.killpg(process.pid, number)
    assert answer.read() == b""
    assert process.wait(30) == 0
    assert "SIGKILL" not in process.stdout.read()
    for each in [*lines, line]:
        each.close()
