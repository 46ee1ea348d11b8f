"""The clock is stepped by a day, either way: everything stays in its order, and is heard."""

from __future__ import annotations

import http.client
import time

import pytest

from tests.faults.doses import fault
from tests.faults.phones import over_http
from tests.faults.servers import Crew, running
from tests.faults.shim import Shim
from tests.faults.tables import finished, opened, proven, whole

DAY = 24 * 60 * 60


def steps(small, count, url, store, folder):
    shim = Shim(folder / "control")
    name = f"clock stepped by a day, {store.engine.dialect.name}"
    with fault(name, small, count, "steps") as run, running(url, env=shim.env) as server:
        rng, ask = run.rng, over_http(lambda: server.port)
        table = opened(store, "clock".rjust(32, "0"), rng)
        store.engine.dispose()
        listens = Listener(server.port, table[0].table, table[4].token)
        offset, longest = 0, 0.0
        with Crew(table[:4], lambda _: server.port, pause=0.01) as crew:
            for _ in range(run.dose):
                offset = rng.choice([step for step in (-DAY, 0, DAY) if step != offset])
                shim.steps(offset)
                stepped = time.monotonic()
                longest = max(longest, crew.back(stepped))
                listens.hears(max(phone.acknowledged.values(), default=(0, 0))[1] for phone in table)
        finished(ask, table)
        run.tells("entries kept", proven(url, table, ask))
        whole(url)
        run.within("all right after", longest, 5)


class Listener:
    """A phone on its stream."""

    def __init__(self, port: int, table: str, token: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._line.request("GET", f"/api/tables/{table}/events", headers={"Authorization": f"Bearer {token}"})
        self._answer = self._line.getresponse()
        assert self._answer.status == 200
        self.version = 0

    def hears(self, versions) -> None:
        """Waits until it has heard of the newest of these versions; they only grow."""
        newest = max(versions)
        while self.version < newest:
            line = self._answer.readline()
            assert line, "the stream ended"
            if line.startswith(b"data: "):
                assert int(line[6:]) > self.version
                self.version = int(line[6:])


def test_a_few_steps_of_the_clock_leave_everything_in_order(url, store, tmp_path):
    steps(2, None, url, store, tmp_path)


@pytest.mark.soak
def test_the_whole_dose(url, store, tmp_path):
    steps(4, 50, url, store, tmp_path)
