"""Two hosts over one PostgreSQL, of which one is killed: its phones go on at the other."""

from __future__ import annotations

import time
from contextlib import ExitStack

import pytest

from tests.faults.doses import fault
from tests.faults.phones import over_http
from tests.faults.servers import Crew, answers, running
from tests.faults.tables import finished, opened, proven, whole
from tests.support import postgres

pytestmark = pytest.mark.skipif(postgres.WITHOUT, reason="PostgreSQL is left out")
BACK = 5.0


def hosts(small, count, url, store):
    with fault("two hosts on one PostgreSQL, one killed", small, count, "kills") as run, ExitStack() as stack:
        rng = run.rng
        both = [stack.enter_context(running(url, workers=1)) for _ in range(2)]
        tables = [opened(store, f"{n:032}", rng) for n in range(2)]
        # Each thread is some phones' network: it stays with its host while that is there.
        at = [0, 1, 0, 1]

        def port(thread: int) -> int:
            if not answers(both[at[thread]].port):
                at[thread] = 1 - at[thread]
            return both[at[thread]].port

        longest = 0.0
        with Crew([phone for table in tables for phone in table], port, threads=len(at)) as crew:
            for _ in range(run.dose):
                time.sleep(rng.uniform(0, 0.2))
                gone = rng.randrange(2)
                both[gone].kill()
                killed = time.monotonic()
                longest = max(longest, crew.back(killed))
                both[gone].start()
                at[:] = [0, 1, 0, 1]
        ask = over_http(lambda: both[0].port)
        for table in tables:
            finished(ask, table)
            run.tells("entries kept", proven(url, table, ask))
        whole(url)
        run.within("phones go on at the other after", longest, BACK)


@pytest.fixture
def url(request):
    """Only PostgreSQL can be shared."""
    from tests.support.databases import emptied

    return emptied(request.getfixturevalue("postgres_url"))


def test_the_phones_of_a_killed_host_go_on_at_the_other(url, store):
    hosts(1, None, url, store)


@pytest.mark.soak
def test_the_whole_dose(url, store):
    hosts(2, 20, url, store)
