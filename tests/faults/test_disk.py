"""The disk is full, broken or read-only at any write: a sentence, nothing half done, the phone keeps its entry."""

from __future__ import annotations

import http.client
import time

import pytest

from tests.faults.doses import fault
from tests.faults.phones import over_http
from tests.faults.servers import Crew, running
from tests.faults.shim import DISK, Shim
from tests.faults.tables import finished, holds, opened, proven, whole

AWAY = "can't be reached right now"
GAME = 25  # faults that two tables see


def failures(small, count, url, store, folder):
    shim = Shim(folder / "control", folder / "games.sqlite3")
    name = "disk full, broken, read-only at any write"
    with fault(name, small, count, "times") as run, running(url, env=shim.env) as server:
        rng, ask = run.rng, over_http(lambda: server.port)
        left, games, entries, longest, away = run.dose, 0, 0, 0.0, 0
        while left:
            tables = [opened(store, f"{games}-{n}".rjust(32, "0"), rng) for n in range(2)]
            games, before = games + 1, shim.refused
            store.engine.dispose()
            with Crew([phone for table in tables for phone in table], lambda _: server.port) as crew:
                for _ in range(min(left, GAME)):
                    kind = rng.choice(list(DISK))
                    with shim.disk(DISK[kind], rng.randrange(20)):
                        said = crew.away
                        _until(lambda said=said: crew.away > said or crew.wrong)
                        if rng.random() < 0.1:
                            _read(server.port, tables[0][0].table, tables[0][0].token)
                        time.sleep(rng.uniform(0, 0.05))
                    longest, left = max(longest, crew.back(time.monotonic())), left - 1
            away += crew.away
            assert shim.refused > before
            for table in tables:
                holds(url, table)
                finished(ask, table)
                entries += proven(url, table, ask)
            whole(url)
        run.tells("writes that failed", shim.refused)
        run.tells("sentences instead", away)
        run.tells("entries kept", entries)
        run.within("all right after", longest, 5)


def _until(happens):
    until = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < until, "no write failed"
        time.sleep(0.002)


def _read(port, table, token):
    """What is only read is answered, or says in a sentence that it is not."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("GET", f"/t/{table}", headers={"Authorization": f"Bearer {token}"})
    answer = line.getresponse()
    text = answer.read().decode()
    assert answer.status == 200 or (answer.status == 503 and AWAY in text), (answer.status, text[:300])
    line.close()


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_a_few_failed_writes_leave_nothing_half_done(url, store, tmp_path):
    failures(4, None, url, store, tmp_path)


def test_on_a_small_volume_a_little_room_is_enough_to_go_on(url, tmp_path):
    """What waits in SQLite's log is put into the file before the log takes the last room, and the log begins anew."""
    shim = Shim(tmp_path / "control", tmp_path / "games.sqlite3")
    shim.volume(700_000)
    with running(url, workers=1, env=shim.env) as server:
        ask = over_http(lambda: server.port)
        setup = {"map": "usa", "players": [{"color": color, "name": color} for color in ("red", "blue")]}
        __, opened = ask("POST", "/api/tables", told=setup)
        entries, token = f"/api/tables/{opened['table']}/entries", opened["token"]

        def draw(n):
            told = {"type": "draw", "player": ("red", "blue")[n % 2], "id": f"draw-{n}"}
            return ask("POST", entries, token, told)[0]

        stored = 0
        while draw(stored) == 200:
            stored += 1
        assert draw(stored) == 503
        shim.volume(1_000_000)
        assert [draw(n) for n in range(stored, stored + 200)] == [200] * 200


@pytest.mark.soak
def test_the_whole_dose(url, store, tmp_path):
    failures(4, 100, url, store, tmp_path)
