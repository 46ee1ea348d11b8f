"""Thousands of tables of five phones, more and more of them: where it breaks, how, and what a table costs."""

from __future__ import annotations

import shutil
import time

import pytest

from bench.live import a_table
from companion.boards import files
from companion.serve.tuning import STREAMS
from tests.faults.doses import fault
from tests.faults.loads import BEGUN, Seen, loaded
from tests.faults.servers import running
from tests.faults.tables import whole
from tests.support.serving import get

PHONES = 5
EVERY = 20.0  # seconds between two taps at a table
SECONDS = 15
BREAKS = 1000.0  # milliseconds from a tap to another phone, at p95
# How many tables, and how many workers. One worker takes 3,500 streams: the third step is more than two can have.
STEPS = ((100, 2), (1000, 2), (1600, 2), (2000, 8), (3500, 8), (5000, 8))
REFUSED = "stream 503"
HUNDRED_THOUSAND = 100_000


def breaking(steps, small, count, url, store, folder):
    with fault("as many tables x 5 phones as two cores carry", small, count, "tables") as run:
        board = files.boards()["usa"]
        at = [a_table(store, board, f"{n:032}", BEGUN) for n in range(max(tables for tables, _ in steps))]
        store.engine.dispose()
        few = 0.0  # megabytes with the fewest tables
        for n, (tables, workers) in enumerate(steps):
            fresh = shutil.copy(url.removeprefix("sqlite:///"), folder / f"step-{n}.sqlite3")
            seen = _step(run, f"sqlite:///{fresh}", at[:tables], workers, folder)
            refused, other = seen.wrong.pop(REFUSED, 0), dict(seen.wrong)
            memory = seen.memory(0, 1) / 1024
            held = f"{seen.connected} of {tables * PHONES} phones on streams, {refused} refused"
            speed = f"p50 {seen.p(0.5):.0f}, p95 {seen.p(0.95):.0f} ms at {tables / EVERY:g} taps a second"
            spent = f"{seen.cores:.2f} cores, {memory:.0f} MB"
            run.tells(f"{tables} tables, {workers} workers", f"{held}; {speed}; {spent}; {other or 'nothing else'}")
            few = few or memory
            if n and workers == steps[0][1] and not refused and not other:
                _cost(run, tables, seen.cores, (memory - few) / (tables - steps[0][0]))
            if seen.p(0.95) >= BREAKS or other:
                run.tells("it breaks at", f"{tables} tables, {workers} workers")
                break


def _cost(run, tables: int, cores: float, megabytes: float) -> None:
    """What 100,000 tables would take, by what each of these did."""
    needed = f"{HUNDRED_THOUSAND * cores / tables:.0f} cores, {HUNDRED_THOUSAND * megabytes / 1024:.0f} GB"
    streams = f"{HUNDRED_THOUSAND * PHONES / STREAMS:.0f} workers of {STREAMS:,} streams"
    run.tells("100,000 tables would take", f"{needed} and what each worker has by itself, {streams}")


def _step(run, url: str, tables: list, workers: int, folder) -> Seen:
    """So many tables on a fresh server, which must still be itself when they have gone."""
    with running(url, workers=workers, host="0.0.0.0") as server:
        taps, seconds = (len(tables) / EVERY, SECONDS) if run.whole else (10.0, 1)
        seen = loaded(server, tables, taps, seconds, folder)
        asked = time.monotonic()
        assert get(server.port, "/about")[0] == 200
        run.within("when they have gone, a page takes", time.monotonic() - asked, 2)
    whole(url)
    return seen


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_a_few_tables_hold(url, store, tmp_path):
    breaking(((4, 2),), 4, None, url, store, tmp_path)


@pytest.mark.soak
def test_the_whole_dose(url, store, tmp_path):
    breaking(STEPS, 4, 5000, url, store, tmp_path)
