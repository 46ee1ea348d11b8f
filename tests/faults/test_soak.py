"""A hundred tables of five phones for twenty minutes, with sheets in between: nothing slows down, nothing grows."""

from __future__ import annotations

import http.client
import time

import pytest

from bench.live import a_table
from companion.boards import files
from tests.faults.doses import fault
from tests.faults.loads import BEGUN, loaded
from tests.faults.phones import over_http
from tests.faults.servers import running
from tests.faults.tables import whole

PHONES = 5
# Taps a second at each table; five players are brisk with that. At twice as many memory grows by a tenth, and all of
# it is the logs themselves: an evening of entries in a third of an hour, each 1.6 KB in every worker that tells it.
RATE = 0.05
HEARS = 100.0  # milliseconds
GROWS = 10.0  # per cent
WARM = 0.15  # of the time, until everything has been used once


def soak(tables, small, seconds, between, url, store, folder):
    """`between` is how many seconds lie between two sheets."""
    with fault(f"soak: {tables} tables x 5 phones", small, seconds, "seconds") as run, running(url) as server:
        board = files.boards()["usa"]
        at = [a_table(store, board, f"{n:032}", BEGUN) for n in range(tables)]
        over, tokens = a_table(store, board, "over".ljust(32, "0"), 60)
        store.engine.dispose()
        ask = over_http(lambda: server.port)
        for token, color in zip(tokens, board.colors, strict=False):
            assert ask("POST", f"/api/tables/{over}/confirm", token, {"color": color})[0] == 200
        end = {"type": "finish", "id": "end", "anyway": True}
        assert ask("POST", f"/api/tables/{over}/entries", tokens[0], end)[0] == 200
        sheets = []

        def sheet() -> None:
            line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            line.request("GET", f"/api/tables/{over}/sheet.pdf", headers={"Authorization": f"Bearer {tokens[0]}"})
            answer = line.getresponse()
            assert answer.read().startswith(b"%PDF"), answer.status
            line.close()
            sheets.append(time.monotonic())
            time.sleep(between)

        rate = RATE * tables if run.whole else 20.0
        seen = loaded(server, at, rate, run.dose, folder, sheet)
        first, last = seen.memory(WARM, 2 * WARM), seen.memory(1 - WARM, 1)
        run.tells("phones on streams", seen.connected)
        run.tells("taps", f"{seen.taps}, {rate:g} a second; {len(sheets)} sheets; {seen.cores:.2f} cores")
        run.tells("tap to other phone, p50 / p95 / p99", " / ".join(f"{seen.p(s):.1f}" for s in (0.5, 0.95, 0.99)))
        run.tells("memory", f"{first / 1024:.0f} -> {last / 1024:.0f} MB")
        assert seen.connected == tables * PHONES
        assert not seen.wrong, seen.wrong
        assert not seen.behind, f"{seen.behind} phones are not at the newest version"
        assert sheets
        whole(url)
        run.within("tap to other phone, p95", seen.p(0.95), HEARS, "ms")
        if run.whole:
            run.within("memory grew by", 100 * (last - first) / first, GROWS, "%")


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_a_few_tables_for_some_seconds_neither_slow_down_nor_grow(url, store, tmp_path):
    soak(3, 2, None, 0.2, url, store, tmp_path)


@pytest.mark.soak
def test_the_whole_dose(url, store, tmp_path):
    soak(100, 2, 1200, 5, url, store, tmp_path)
