"""`companion serve` as a host runs it: numbers, lines, proxies, and games that go after a while."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import time
import urllib.error
import urllib.request
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.boards import files
from companion.cli import main
from companion.host.metrics import Measures
from companion.play.tables import Tables
from companion.serve import maintenance
from companion.serve.maintenance import DAY, Maintenance, listening
from companion.store import StoreUnavailable, open_store
from companion.store.notes import note_swept
from tests.faults.servers import running
from tests.faults.shim import Shim
from tests.support.phones import Phone
from tests.support.serving import free_port, get, served

LINES = ("--lines", "--proxy", "127.0.0.1")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
def tables(url):
    return Tables(open_store(url), files.boards())


def numbers(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def put_back(tables, table, days):
    """As if nobody had touched it for so long."""
    with tables.store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE game SET changed = {int(time.time()) - days * DAY} WHERE id = '{table}'")


def wait_for(told, seconds=30.0):
    until = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_workers_are_counted_together_and_write_lines_of_json(url, tables):
    """Several workers are counted together, and what they write are lines of JSON."""
    Phone.opens(tables)
    told = free_port()
    options = (*LINES, "--workers", "3", "--metrics", f"127.0.0.1:{told}", "--database", url)
    with served(options=options) as (process, port):
        before = numbers(told)["trackside_request_seconds_count"]
        for n in range(30):
            with alone(process.pid, n % 3):
                assert get(port, "/about", **{"X-Forwarded-For": f"203.0.113.{n}"})[0] == 200
        assert get(port, "/nowhere")[0] == 404
        found = numbers(told)
        assert found["trackside_request_seconds_count"] == before + 31
        assert found["trackside_tables"] == 1
        assert found['trackside_refusals_total{status="404"}'] == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        lines = [json.loads(line) for line in process.stdout.read().splitlines()]
        asked = [line for line in lines if line["event"] == "request" and line["from"] == "203.0.113.0/24"]
        assert len(asked) == 30
        assert len({line["process"] for line in asked}) == 3
        assert lines[0]["event"] == "started"
        wait_for(lambda: not answers(told))  # it goes with the server


def answers(port):
    try:
        return bool(numbers(port))
    except OSError:
        return False


def test_a_worker_that_is_killed_loses_no_count_and_leaves_no_stream_behind(url, tables):
    told = free_port()
    with served(options=("--workers", "2", "--metrics", f"127.0.0.1:{told}", "--database", url)) as (process, port):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("POST", "/api/tables", json.dumps({"map": "usa", "players": PLAYERS}))
        opened = json.loads(line.getresponse().read())
        stream = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        token = {"Authorization": f"Bearer {opened['token']}"}
        stream.request("GET", f"/api/tables/{opened['table']}/events", headers=token)
        assert stream.getresponse().status == 200
        wait_for(lambda: numbers(told)["trackside_streams"] == 1)
        count = numbers(told)["trackside_request_seconds_count"]
        for worker in workers_of(process.pid):
            os.kill(worker, signal.SIGKILL)
        wait_for(lambda: alive(port) and answers(told) and numbers(told)["trackside_streams"] == 0)
        assert numbers(told)["trackside_request_seconds_count"] > count


def test_another_worker_tells_the_numbers_when_one_is_killed(url, tables, monkeypatch):
    told = free_port()
    options = ("--workers", "2", "--metrics", f"127.0.0.1:{told}", "--database", url)
    with served(options=options) as (process, _):
        wait_for(lambda: answers(told))
        before = workers_of(process.pid)
        os.kill(teller(before, told), signal.SIGKILL)
        wait_for(lambda: workers_of(process.pid) != before and answers(told))


def teller(workers, port):
    """Which of them listens there."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    [inode] = [line[9] for line in lines if line[1].endswith(f":{port:04X}") and line[3] == "0A"]
    return next(
        worker
        for worker in workers
        for file in Path(f"/proc/{worker}/fd").iterdir()
        if str(file.readlink()) == f"socket:[{inode}]"
    )


PLAYERS = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]


def alive(port):
    try:
        return get(port, "/healthz")[0] == 200
    except OSError:
        return False


def children(process):
    """The oldest first."""
    return sorted(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def workers_of(parent):
    """All its children."""
    return children(parent)


@contextlib.contextmanager
def alone(master, which):
    """One of the workers has to answer; else the system chooses, and may choose the same one each time."""
    others = [worker for n, worker in enumerate(workers_of(master)) if n != which]
    for other in others:
        os.kill(other, signal.SIGSTOP)
    try:
        yield
    finally:
        for other in others:
            os.kill(other, signal.SIGCONT)


def test_old_games_go_and_others_stay(tables):
    old, young = Phone.opens(tables).table, Phone.opens(tables).table
    put_back(tables, old, 31)
    put_back(tables, young, 29)
    assert Maintenance(tables.store, Measures(), keep_days=30).sweep()
    assert tables.store.all_games() == [young]


def test_a_server_that_keeps_games_for_a_while_lets_old_ones_go_when_it_starts(url, tables):
    """Also where one did today that kept them for longer."""
    assert Maintenance(tables.store, Measures(), keep_days=30).sweep()
    old = Phone.opens(tables).table
    put_back(tables, old, 3)
    with served(options=("--keep-days", "2", "--database", url)) as (_, port):
        wait_for(lambda: not tables.store.all_games())
        assert "2 days" in get(port, "/privacy")[1]


class Clocks:
    """The clock on the wall, which somebody may set, and the one that only runs."""

    def __init__(self) -> None:
        self.now, self.ran = time.time(), 1_000.0

    def go(self, seconds):
        self.now, self.ran = self.now + seconds, self.ran + seconds

    def time(self):
        return self.now

    def monotonic(self):
        return self.ran


@pytest.fixture
def clocks(monkeypatch):
    clocks = Clocks()
    monkeypatch.setattr(maintenance, "time", clocks)
    return clocks


YEAR = 365 * DAY


@pytest.mark.parametrize("jump", [-50 * YEAR, -2 * DAY, 2 * DAY, 10 * YEAR])
def test_a_start_with_a_wrong_clock_lets_nothing_go(tables, clocks, caplog, jump):
    """However often it is started; and what a right clock said before is what counts."""
    old, young = Phone.opens(tables).table, Phone.opens(tables).table
    assert Maintenance(tables.store, Measures(), keep_days=30).sweep()
    clocks.now += jump
    for _ in range(3):
        assert not Maintenance(tables.store, Measures(), keep_days=30).sweep()
    assert set(tables.store.all_games()) == {old, young}
    assert "the clock jumped by more than a day" in caplog.text
    clocks.now -= jump
    put_back(tables, old, 31)
    note_swept(tables.store.engine, 0)  # as on another day
    assert Maintenance(tables.store, Measures(), keep_days=30).sweep()
    assert tables.store.all_games() == [young]


def test_the_first_start_ever_asks_the_games_what_time_it_was(tables, clocks):
    Phone.opens(tables)
    clocks.now += 10 * YEAR
    assert not Maintenance(tables.store, Measures(), keep_days=30).sweep()
    assert len(tables.store.all_games()) == 1


def test_after_an_hour_of_going_evenly_a_clock_is_believed(tables, clocks):
    """A machine that was off for long, as between two evenings, is no other case than a clock that jumped."""
    old = Phone.opens(tables).table
    maintenance = Maintenance(tables.store, Measures(), keep_days=30)
    assert maintenance.sweep()
    clocks.now += 40 * DAY
    assert not maintenance.sweep()
    clocks.go(50 * 60)
    assert not maintenance.sweep()
    clocks.now += DAY  # as by a server of the time
    assert not maintenance.sweep()
    clocks.go(50 * 60)
    assert not maintenance.sweep()
    assert tables.store.all_games() == [old]
    clocks.go(11 * 60)
    assert maintenance.sweep()
    assert tables.store.all_games() == []


def test_day_after_day_it_is_believed(tables, clocks, caplog):
    maintenance = Maintenance(tables.store, Measures(), keep_days=30)
    for _ in range(5):
        assert maintenance.sweep()
        clocks.go(DAY + 1)
    assert "jumped" not in caplog.text


def test_a_server_that_is_started_with_a_wrong_clock_says_so_and_lets_nothing_go(url, tables, tmp_path):
    old = Phone.opens(tables).table
    tables.store.engine.dispose()
    shim = Shim(tmp_path / "control")
    shim.steps(10 * YEAR)
    with running(url, env={**shim.env, "COMPANION_KEEP_DAYS": "30"}) as server:
        wait_for(lambda: "the clock jumped by more than a day" in server.said)
        assert tables.store.all_games() == [old]


def test_while_the_database_is_away_the_rest_is_told_and_nothing_is_swept(tables, monkeypatch):
    def away(*_):
        raise StoreUnavailable("away")

    monkeypatch.setattr(tables.store, "count", away)
    monkeypatch.setattr(tables.store, "delete_untouched_since", away)
    maintenance = Maintenance(tables.store, Measures(), keep_days=1)
    assert "trackside_tables" not in maintenance.text()
    assert "trackside_streams 0" in maintenance.text()
    assert not maintenance.sweep()


def test_numbers_are_told_at_one_address_alone(tables):
    server = listening(Maintenance(tables.store, Measures(), ("127.0.0.1", 0)))
    maintenance.threading.Thread(target=server.serve_forever, daemon=True).start()
    assert numbers(server.server_port)["trackside_tables"] == 0
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/", timeout=30)
    server.shutdown()
    server.server_close()


def test_nothing_is_started_that_was_not_asked_for(tables, monkeypatch):
    """Trial games are deleted after an hour everywhere, since everywhere one can be begun."""
    started = []
    monkeypatch.setattr(maintenance.threading, "Thread", lambda name, **_: started.append(name) or Mock())
    Maintenance(tables.store, Measures()).start()
    assert started == ["_sweep_trials"]


def test_of_many_processes_one_lets_a_days_games_go(tables, clocks):
    """Whichever comes first; the next day it may be another."""
    first, second = (Maintenance(tables.store, Measures(), keep_days=30) for _ in range(2))
    assert first.sweep()
    old = Phone.opens(tables).table
    put_back(tables, old, 31)
    assert second.sweep()
    assert tables.store.all_games() == [old]
    clocks.go(DAY)
    assert second.sweep()
    assert tables.store.all_games() == []


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--proxy", "nginx", "give the proxy's address"),
        ("--metrics", "9100", "not a host and a port"),
        ("--metrics", "127.0.0.1:99999", "not a host and a port"),
        ("--keep-days", "-1", "--keep-days"),
    ],
)
def test_what_makes_no_sense_gets_a_sentence(capsys, option, value, says):
    assert main(["serve", option, value]) == 2
    assert says in capsys.readouterr().err


def test_an_address_for_numbers_that_is_taken_gets_a_sentence(capsys):
    server = listening(Maintenance(None, Measures(), ("127.0.0.1", 0)))
    port = server.server_port
    assert main(["serve", "--host", "127.0.0.1", "--port", str(free_port()), "--metrics", f"127.0.0.1:{port}"]) == 2
    assert f"Another program is using port {port}" in capsys.readouterr().err
    server.server_close()


def test_the_environment_decides_as_well(url, tables, monkeypatch):
    monkeypatch.setenv("COMPANION_PROXY", "127.0.0.1 10.0.0.0/8")
    monkeypatch.setenv("COMPANION_LINES", "1")
    monkeypatch.setenv("COMPANION_KEEP_DAYS", "7")
    with served(options=("--database", url)) as (process, port):
        assert "7 days" in get(port, "/privacy", **{"X-Forwarded-For": "203.0.113.5"})[1]
        process.terminate()
        assert '"from": "203.0.113.0/24"' in process.communicate(timeout=30)[0]


def test_a_named_proxy_says_whether_it_was_https_and_nobody_else_does(url):
    """Through the real server, which has thoughts of its own on such headers."""
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}
    for options, secure in ((("--proxy", "127.0.0.1"), True), ((), False)):
        with served(options=("--database", url, "--workers", "1", *options)) as (_, port):
            status, _text, headers = get(port, "/about", **told)
            assert status == 200
            assert ("Strict-Transport-Security" in headers) is secure
