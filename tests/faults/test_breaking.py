"""Thousands of tables of five phones, more and more of them: where it breaks, how, and what a table costs."""

from __future__ import annotations

import time

import pytest

from bench.live import a_table
from companion import catalogue
from tests.faults.doses import fault
from tests.faults.loads import BEGUN, Seen, loaded
from tests.faults.servers import running
from tests.faults.tables import whole
from tests.serving import get

PHONES = 5
EVERY = 20.0  # seconds between two taps at a table
SECONDS = 15
BREAKS = 1000.0  # milliseconds from a tap to another phone, at p95
# How many tables, and how many workers. One worker takes 3,500 streams: the second step is more than two can have.
STEPS = ((1000, 2), (1600, 2), (2000, 8), (3500, 8), (5000, 8))
REFUSED = "stream 503"


def breaking(steps, small, count, url, store, folder):
    with fault("as many tables x 5 phones as two cores carry", small, count, "tables") as run:
        board = catalogue.boards()["usa"]
        at = [a_table(store, board, f"{n:032}", BEGUN) for n in range(max(tables for tables, _ in steps))]
        store.engine.dispose()
        for tables, workers in steps:
            seen, empty = _step(run, url, at[:tables], workers, folder)
            refused, other = seen.wrong.pop(REFUSED, 0), dict(seen.wrong)
            cores = seen.cores
            held = f"{seen.connected} of {tables * PHONES} phones on streams, {refused} refused"
            speed = f"p50 {seen.p(0.5):.0f}, p95 {seen.p(0.95):.0f} ms at {tables / EVERY:g} taps a second"
            grown = (seen.memory(0, 1) - empty) / 1024
            spent = f"{cores:.2f} cores, {grown:.0f} MB more than empty"
            run.tells(f"{tables} tables, {workers} workers", f"{held}; {speed}; {spent}; {other or 'nothing else'}")
            if run.whole and not refused and not other and seen.p(0.95) < BREAKS:
                a_thousand = 100_000 / tables
                run.tells(
                    "for 100,000 tables, by the largest that it carried",
                    f"{a_thousand * cores:.0f} cores, {a_thousand * grown / 1024:.0f} GB, "
                    f"{100_000 * PHONES / 3500:.0f} workers of 3,500 streams",
                )
            if seen.p(0.95) >= BREAKS or other:
                run.tells("it breaks at", f"{tables} tables, {workers} workers")
                break
        whole(url)


def _step(run, url: str, tables: list, workers: int, folder) -> tuple[Seen, int]:
    """So many tables on a fresh server, which must still be itself when they have gone."""
    with running(url, workers=workers, host="0.0.0.0") as server:
        empty, seconds = server.memory, SECONDS if run.whole else 1
        taps = len(tables) / EVERY if run.whole else 10
        seen = loaded(server, tables, taps, seconds, folder)
        asked = time.monotonic()
        assert get(server.port, "/about")[0] == 200
        run.within("when they have gone, a page takes", time.monotonic() - asked, 2)
    return seen, empty


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_it_works(url, store, tmp_path):
    breaking(((4, 2),), 4, None, url, store, tmp_path)


@pytest.mark.soak
def test_the_whole_dose(url, store, tmp_path):
    breaking(STEPS, 4, 5000, url, store, tmp_path)
