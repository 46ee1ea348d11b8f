"""The power goes at any moment: what no fsync made safe is gone, and nothing acknowledged was in it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from companion.app import create_app
from companion.play.tables import Tables
from companion.store import open_store
from tests.faults import power
from tests.faults.doses import fault
from tests.faults.phones import Ask, by_client
from tests.faults.servers import Crew, running
from tests.faults.shim import Shim
from tests.faults.tables import FREE, finished, holds, opened, proven, whole


class Watched(Crew):
    """Writes down where the log stood when an entry was sent first, and when its answer was there."""

    def __init__(self, *args: object, log: Path) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.log = log
        self.sent: dict[tuple[str, str], int] = {}
        self.heard: dict[tuple[str, str], int] = {}

    def asks(self, n: int) -> Ask:
        ask = super().asks(n)

        def watched(method: str, path: str, token: str = "", told: object = None) -> tuple[int, object]:
            if not isinstance(told, dict):
                return ask(method, path, token, told)
            key = token, told["id"]
            self.sent.setdefault(key, self.log.stat().st_size)
            answer = ask(method, path, token, told)
            self.heard.setdefault(key, self.log.stat().st_size)
            return answer

        return watched


def at_the_cut(tables, crew, moment):
    """The phones as they were at that moment."""
    tables = deepcopy(tables)
    for phone in (phone for table in tables for phone in table):
        sent = [name for name in phone.told if crew.sent.get((phone.token, name), moment + 1) <= moment]
        heard = {name for name in sent if crew.heard.get((phone.token, name), moment + 1) <= moment}
        phone.told = {name: phone.told[name] for name in sent}
        phone.acknowledged = {name: place for name, place in phone.acknowledged.items() if name in heard}
        phone.unsent = [phone.told[name] for name in sent if name not in heard]
        phone.state = {}
    return tables


def power_cuts(small, count, url, store, boards, folder):
    database, log = folder / "games.sqlite3", folder / "asked"
    log.touch()
    with fault("power cut: writes since the last fsync thrown away", small, count, "cuts") as run:
        rng = run.rng
        tables = [opened(store, f"{n:032}", rng) for n in range(2)]
        store.engine.dispose()
        start = database.read_bytes()
        assert not Path(f"{database}-wal").exists()
        with running(url, env=Shim(folder / "control", database, log).env) as server:
            phones = [phone for table in tables for phone in table]
            with Watched(phones, lambda _: server.port, log=log) as crew:
                _until_busy(crew, run.dose)
                server.kill()
        asked = log.read_bytes()
        moments = [rng.randrange(len(asked)) for _ in range(run.dose)]
        lost, entries = 0, 0
        for moment, files in power.cuts(asked, start, moments, rng):
            seen = at_the_cut(tables, crew, moment)
            left = power.laid_out(files, folder / "after.sqlite3")
            lost += sum(len(phone.unsent) for table in seen for phone in table)
            entries += goes_on(left, seen, boards)
        run.tells("asked of the disk", f"{len(asked) / 1e6:.1f} MB by {crew.answered} taps")
        run.tells("entries kept", entries)
        run.tells("sent again", lost)


def _until_busy(crew: Watched, dose: int) -> None:
    until = time.monotonic() + 120
    while crew.answered < min(1500, 60 + 20 * dose):
        assert time.monotonic() < until
        assert not crew.wrong, crew.wrong
        time.sleep(0.01)


def goes_on(url, tables, boards) -> int:
    """The file is whole, what was acknowledged is there, and the games are played to their end."""
    store = open_store(url)
    whole(url)
    ask = by_client(create_app(boards, Tables(store, boards), limits=FREE).test_client())
    entries = 0
    for table in tables:
        holds(url, table)
        finished(ask, table)
        entries += proven(url, table, ask)
    store.engine.dispose()
    return entries


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_a_few_power_cuts_lose_nothing_acknowledged(url, store, boards, tmp_path):
    power_cuts(4, None, url, store, boards, tmp_path)


@pytest.mark.soak
def test_the_whole_dose(url, store, boards, tmp_path):
    power_cuts(4, 50, url, store, boards, tmp_path)


CARELESS = """
import sqlite3, sys
line = sqlite3.connect(sys.argv[1], isolation_level=None)
line.execute("PRAGMA journal_mode=WAL")
line.execute("PRAGMA synchronous=" + sys.argv[2])
line.execute("CREATE TABLE kept (n)")
for n in range(100):
    line.execute("INSERT INTO kept VALUES (?)", (n,))
"""


@pytest.mark.parametrize(("careful", "least"), [("FULL", 100), ("OFF", 0)])
def test_it_would_notice_a_database_that_does_not_wait_for_its_disk(careful, least, tmp_path):
    database, log = tmp_path / "kept.sqlite3", tmp_path / "asked"
    database.touch()
    shim = Shim(tmp_path / "control", database, log)
    script = CARELESS + "import os; os._exit(0)\n"
    subprocess.run([sys.executable, "-c", script, database, careful], check=True, env={**shim.env})
    asked = log.read_bytes()
    counts = set()
    for _, files in power.cuts(asked, b"", [len(asked)] * 10, Random(1)):
        power.laid_out(files, tmp_path / "after.sqlite3")
        counts.add(_count(tmp_path / "after.sqlite3"))
    assert min(counts) >= least
    assert (counts == {100}) == (careful == "FULL")


def _count(file: Path) -> int:
    with sqlite3.connect(file) as line:
        if not line.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return 0
        return int(line.execute("SELECT count(*) FROM kept").fetchone()[0])
