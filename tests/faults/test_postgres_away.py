"""PostgreSQL is killed, or away for 30 s: a sentence meanwhile, phones keep their entries, and all goes on."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random

import pytest

from companion.store import open_store
from tests.faults.doses import fault
from tests.faults.phones import over_http
from tests.faults.servers import Crew, running
from tests.faults.tables import finished, opened, proven, whole
from tests.support import postgres

pytestmark = pytest.mark.skipif(postgres.WITHOUT, reason="PostgreSQL is left out")
SAYS = "be reached right now"  # before it an apostrophe, which a page escapes
SENTENCE = 2.0  # seconds until somebody is told so
BACK = 5.0


class Place:
    """A PostgreSQL and a server over it, with people who tap. Several stand side by side: being away is waiting."""

    def __init__(self, rng: Random, rounds: Sequence[float]) -> None:
        self.rng, self.rounds = rng, rounds  # each so many seconds away; with none it is started again at once
        self.longest = self.slowest_no = 0.0
        self.told = self.entries = 0
        self.wrong: BaseException | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self._rounds()
        except BaseException as error:
            self.wrong = error

    def _rounds(self) -> None:
        with ExitStack() as stack:
            cluster = stack.enter_context(postgres.clusters())
            store = open_store(cluster.url)
            tables = [opened(store, f"{n:032}", self.rng) for n in range(2)]
            store.engine.dispose()
            server = stack.enter_context(running(cluster.url, workers=1))
            with Crew([phone for table in tables for phone in table], lambda _: server.port, pause=0.01) as crew:
                for away in self.rounds:
                    time.sleep(self.rng.uniform(0, 0.3))
                    cluster.kill()
                    if away:
                        until = time.monotonic() + away
                        while time.monotonic() < until:
                            self._is_told(server.port, tables[0][0].table, tables[0][0].token)
                            time.sleep(0.5)
                    cluster.start()
                    self.longest = max(self.longest, crew.back(time.monotonic()))
                self.told = crew.away
            ask = over_http(lambda: server.port)
            for table in tables:
                finished(ask, table)
                self.entries += proven(cluster.url, table, ask)
            whole(cluster.url)

    def _is_told(self, port: int, table: str, token: str) -> None:
        """A page says it in a sentence, soon."""
        asked = time.monotonic()
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("GET", f"/t/{table}", headers={"Authorization": f"Bearer {token}"})
        answer = line.getresponse()
        text = answer.read().decode()
        assert answer.status == 503, (answer.status, text[:300])
        assert SAYS in text
        assert answer.headers["Retry-After"]
        self.slowest_no = max(self.slowest_no, time.monotonic() - asked)
        line.close()


def away(name, small, count, seconds, side_by_side):
    """Away for each of these times in turn."""
    with fault(name, small, count, "times") as run:
        rng, rounds = run.rng, [seconds[n % len(seconds)] for n in range(run.dose)]
        shares = [rounds[n::side_by_side] for n in range(side_by_side)]
        places = [Place(Random(rng.random()), share) for share in shares if share]
        for place in places:
            place.thread.start()
        for place in places:
            place.thread.join()
            if place.wrong:
                raise place.wrong
        run.tells("sentences meanwhile", sum(place.told for place in places))
        run.tells("entries kept", sum(place.entries for place in places))
        if any(seconds):
            run.within("told so after", max(place.slowest_no for place in places), SENTENCE)
        run.within("back for everybody after", max(place.longest for place in places), BACK)


def test_a_killed_postgresql_comes_back_at_once_or_after_a_while_and_all_goes_on():
    away("PostgreSQL killed, and away", 2, None, (0, 1), 1)


@pytest.mark.soak
def test_the_whole_dose():
    away("kill -9 of PostgreSQL", 1, 20, (0,), 1)


@pytest.mark.soak
def test_the_whole_dose_of_being_away():
    away("PostgreSQL away for 30 s", 1, 20, (30,), 5)
