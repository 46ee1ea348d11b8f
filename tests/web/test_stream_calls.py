"""The live stream: the version and nothing else, never too many, and nothing kept for who has gone."""

from __future__ import annotations

import http.client
import json
import os
import signal
import time
from contextlib import closing

import pytest

from companion.app import create_app
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.record import read
from companion.serve.tuning import THREADS
from companion.store import open_store
from tests.support import lines
from tests.support.apart import run_apart
from tests.support.serving import get, served

ADA = "ada-token"


@pytest.fixture
def running(boards, tmp_path):
    """A server with one table, and the same games seen from here."""
    tables = Tables(open_store(f"sqlite:///{tmp_path / 'games.sqlite3'}"), boards)
    table = tables.open(game(boards), program_with(ADA)).table
    with lines.running(create_app(boards, tables, streams=200)) as house:
        yield house.port, tables, table
    tables.store.close()


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
    return here.log.report(
        table, program_with(ADA), {"type": "claim", "player": "blue", "route": route, "id": f"e{n}"}
    )


def soon(true):
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_a_stream_tells_the_version_and_nothing_else_until_the_table_is_deleted(running):
    port, here, table = running
    line, answer = stream(port, table)
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Content-Encoding" not in answer.headers
    assert heard(answer) == ["id: 1", "data: 1"]
    claim(here, table, 1)
    assert heard(answer) == ["id: 2", "data: 2"]
    here.delete(table, program_with(ADA))
    assert heard(answer) == []
    line.close()


def test_without_a_server_that_goes_on_one_line_is_the_whole_answer(app, boards, tables):
    table = tables.open(game(boards), program_with(ADA)).table
    answer = app.test_client().get(f"/api/tables/{table}/events", headers={"Authorization": f"Bearer {ADA}"})
    assert answer.data == b"id: 1\ndata: 1\n\n"
    answer.close()
    assert len(app.extensions["live"]) == 0


def test_strangers_hear_nothing(client, tables, boards):
    table = tables.open(game(boards), program_with(ADA)).table
    assert client.get(f"/api/tables/{table}/events").status_code in (401, 404)
    assert client.get("/api/tables/none/events").status_code in (401, 404)


def test_a_newer_stream_of_a_device_ends_the_older(running):
    port, __, table = running
    (first, old), (second, new) = stream(port, table), stream(port, table)
    assert heard(old) == heard(new) == ["id: 1", "data: 1"]
    assert heard(old) == []
    for line in (first, second):
        line.close()


def test_more_phones_listen_than_there_are_threads_and_none_is_kept_that_hung_up(boards, tmp_path):
    tables = Tables(open_store(f"sqlite:///{tmp_path / 'games.sqlite3'}"), boards)
    table = tables.open(game(boards), program_with(ADA)).table
    devices = [f"phone-{n}" for n in range(2 * THREADS + 8)]
    for token in devices:
        tables.door.join_by_secret(tables.door.invite(table, program_with(ADA)), program_with(token))
    app = create_app(boards, tables)
    live = app.extensions["live"]
    with lines.running(app) as house:
        phones = [stream(house.port, table, token) for token in devices]
        version = tables.store.version(table)
        for _line, answer in phones:
            while heard(answer)[0] != f"id: {version}":
                pass
        claim(tables, table, 1)
        for __, answer in phones:
            assert heard(answer) == [f"id: {version + 1}", f"data: {version + 1}"]
        assert get(house.port, "/about")[0] == 200
        for line, __ in phones[::2]:
            line.close()  # phones that hang up
        soon(lambda: len(live) == len(devices) // 2)
        tables.delete(table, program_with(ADA))
        for __, answer in phones[1::2]:
            assert answer.read() == b""
        soon(lambda: len(live) == 0)
    tables.store.close()


def test_one_address_cannot_take_every_stream(boards, tables):
    live = create_app(boards, tables, streams=6).extensions["live"]
    table = tables.open(game(boards), program_with("ada")).table
    known = [live.open(program_with(f"phone {n}"), table, "198.51.100.1") for n in range(3)]
    assert all(known)
    assert live.open(program_with("x"), table, "198.51.100.1") is None
    assert live.open(program_with("x"), table, "198.51.100.2")
    for _ in range(2):  # it may be told twice
        known[0].close()
    assert live.open(program_with("x"), table, "198.51.100.1")
    assert live.open(program_with("y"), table, "198.51.100.1") is None
    assert live.open(program_with("y"), table)  # this machine itself is no stranger
    assert len(live) == 5


def test_when_there_are_too_many_programs_are_told_when_to_come_back(boards, tables):
    app = create_app(boards, tables, streams=1)
    table = tables.open(game(boards), program_with(ADA)).table
    held = app.extensions["live"].open(program_with("other"), table)
    headers = {"Authorization": f"Bearer {ADA}"}
    answer = app.test_client().get(f"/api/tables/{table}/events", headers=headers)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    held.close()
    assert app.test_client().get(f"/api/tables/{table}/events", headers=headers).status_code == 200


def test_a_quiet_line_is_kept_open_by_comments(boards, tables, app, monkeypatch):
    monkeypatch.setattr("companion.host.streams.HEARTBEAT", 0.01)
    live = app.extensions["live"]
    told = live.open(program_with("ada"), tables.open(game(boards), program_with("ada")).table)

    async def listens():
        lines = [told.first()]
        async for line in told.later_versions():
            lines.append(line)
            if len(lines) == 3:
                told.end()
        return lines

    assert run_apart(listens()) == [b"id: 1\ndata: 1\n\n", b":\n\n", b":\n\n"]
    told.close()
    assert len(live) == 0


def test_a_phone_that_left_everywhere_hears_no_more(boards, tables, app):
    table = tables.open(game(boards), program_with("ada")).table
    tables.door.join_by_secret(tables.door.invite(table, program_with("ada")), program_with("bo"))
    live = app.extensions["live"]
    opened = {device: live.open(device, table) for device in (program_with("ada"), program_with("bo"))}
    live.end_shut_out()
    assert not any(stream.listener.ended for stream in opened.values())
    tables.leaving.everywhere(program_with("bo"))
    for stream in opened.values():
        stream.listener.notify(tables.store.version(table))
    live.end_shut_out()
    assert {device for device, stream in opened.items() if stream.listener.ended} == {program_with("bo")}


def test_a_phone_that_was_shut_out_hears_no_more(boards, tables, app):
    table = tables.open(game(boards), program_with("ada")).table
    secret = tables.door.invite(table, program_with("ada"))
    for device in (program_with("bo"), program_with("watcher")):
        tables.door.join_by_secret(secret, device)
    tables.seats.take(table, program_with("bo"), "red")
    live = app.extensions["live"]
    opened = {
        device: live.open(device, table)
        for device in (program_with("ada"), program_with("bo"), program_with("watcher"))
    }
    live.end_shut_out()
    assert not any(stream.listener.ended for stream in opened.values())
    tables.door.shut_out(table, program_with("ada"))
    for stream in opened.values():
        stream.listener.notify(tables.store.version(table))
    live.end_shut_out()
    assert {device for device, stream in opened.items() if stream.listener.ended} == {program_with("watcher")}


def test_a_phone_that_hangs_up_while_it_is_let_in_leaves_nothing_behind(boards, tables):
    app = create_app(boards, tables)
    table = tables.open(game(boards), program_with(ADA)).table
    ask = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {ADA}\r\n\r\n".encode()
    with lines.running(app) as house:
        for _ in range(20):
            house.sends(ask).close()
        with closing(house.sends(ask)) as phone:
            assert b"200 OK" in phone.recv(1000)
        soon(lambda: len(app.extensions["live"]) == 0 and house.lines == 0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_open_streams_end_by_themselves_when_the_server_is_stopped(boards, tmp_path, number, workers):
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    here = Tables(open_store(url), boards)
    table = here.open(game(boards), program_with(ADA)).table
    here.store.close()
    with served(options=("--database", url, "--workers", workers)) as (process, port):
        line, answer = stream(port, table)
        assert heard(answer) == ["id: 1", "data: 1"]
        os.killpg(process.pid, number)
        assert answer.read() == b""
        assert process.wait(30) == 0
        assert process.stdout.read().count("\n") == 1
        line.close()
    assert [file.name for file in tmp_path.iterdir()] == ["games.sqlite3"], "all is in the one file"
