"""`kill -9` of a worker, of the whole server and of its parent alone, at random moments while people tap."""

from __future__ import annotations

import time

import pytest

from tests.faults.doses import fault
from tests.faults.phones import over_http
from tests.faults.servers import Crew, running
from tests.faults.tables import finished, holds, opened, proven, whole
from tests.support.doses import one_in

GAME = 20  # kills that two tables see before they are finished, and others are opened
BACK = 5.0  # seconds
KILL = {
    "a worker": lambda server, rng: server.kill_a_worker(rng),
    "the server": lambda server, _rng: server.kill(),
    "the parent alone": lambda server, _rng: server.kill_the_parent(),
}


def kills(what, small, count, url, store):
    """So many kills. After each everybody goes on, and what was acknowledged is there."""
    name = f"kill -9 of {what}, {store.engine.dialect.name}"
    with fault(name, small, count, "kills") as run, running(url) as server:
        rng, ask = run.rng, over_http(lambda: server.port)
        longest, entries, left, games = 0.0, 0, run.dose, 0
        while left:
            tables = [opened(store, f"{games}-{n}".rjust(32, "0"), rng) for n in range(2)]
            phones, games = [phone for table in tables for phone in table], games + 1
            store.engine.dispose()
            with Crew(phones, lambda _: server.port) as crew:
                for _ in range(min(left, GAME)):
                    time.sleep(rng.uniform(0, 0.1))
                    KILL[what](server, rng)
                    killed = time.monotonic()
                    if what != "a worker":
                        server.start()
                    longest, left = max(longest, crew.back(killed)), left - 1
            for table in tables:
                holds(url, table)
                finished(ask, table)
                entries += proven(url, table, ask)
            whole(url)
        run.within("back for everybody after", longest, BACK)
        run.tells("entries kept", entries)


@pytest.mark.parametrize("what", one_in(2, KILL))
def test_what_is_killed_while_people_tap_loses_nothing(what, url, store):
    kills(what, 1 if what == "the server" else 2, None, url, store)


@pytest.mark.soak
@pytest.mark.parametrize("what", KILL)
def test_the_whole_dose(what, url, store):
    kills(what, 2, 200, url, store)
