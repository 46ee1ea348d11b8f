"""A hall of phones comes through the web server in front, with the settings that lie in hosting/."""

from __future__ import annotations

import pytest

from bench.live import a_table
from companion.boards import files
from tests.faults.doses import fault
from tests.faults.loads import BEGUN, loaded
from tests.faults.servers import running
from tests.faults.tables import whole
from tests.support import nginx

PHONES = 5
RATE = 50  # taps a second in the whole dose
SECONDS = 20
TAP = 1000.0  # milliseconds from a tap to another phone, at p95


def hall(small, count, url, store, folder):
    with fault("phones through nginx", small, count, "phones") as run:
        board = files.boards()["usa"]
        tables = [a_table(store, board, f"{n:032}", BEGUN) for n in range(run.dose // PHONES)]
        store.engine.dispose()
        with running(url, env={"COMPANION_PROXY": "127.0.0.1"}) as server, nginx.in_front_of(server.port) as front:
            through = {"host": "127.0.0.1", "port": front.https, "https": nginx.NAME}
            rate, seconds = (RATE, SECONDS) if run.whole else (5, 2)
            seen = loaded(server, tables, rate, seconds, folder, through=through)
            assert dict(seen.wrong) == {}
            assert (seen.connected, seen.behind) == (run.dose, 0)
        run.tells("phones on streams", seen.connected)
        run.tells("taps", seen.taps)
        run.within("tap to other phone, p95", seen.p(0.95), TAP, "ms")
        whole(url)


@pytest.fixture
def url(one_file):
    """SQLite alone."""
    return one_file


def test_fifty_phones_come_through_the_web_server_in_front(url, store, tmp_path):
    hall(50, None, url, store, tmp_path)


@pytest.mark.soak
def test_the_whole_dose(url, store, tmp_path):
    hall(50, 5000, url, store, tmp_path)
