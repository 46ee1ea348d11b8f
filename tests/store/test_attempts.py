"""What an address did within an hour, counted by all processes together; on both databases."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
import sqlalchemy as sa

from companion.store import attempts
from companion.store.attempts import Attempts
from companion.store.engine import open_engine
from companion.store.schema import ATTEMPTS

MOST = 30


@pytest.fixture
def clock(monkeypatch):
    """Seconds, as they are set."""
    now = [1_800_000_000.0]
    monkeypatch.setattr("companion.store.attempts.time.time", lambda: now[0])
    return now


def takes(url: str, times: int) -> int:
    """How many of so many a process is given."""
    engine = open_engine(url)
    given = sum(Attempts(engine).count("codes", "198.51.100.1", MOST) == 0 for _ in range(times))
    engine.dispose()
    return given


def rows(store):
    with store.engine.connect() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(ATTEMPTS)).scalar_one()


def test_two_processes_give_no_more_than_one(url):
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        given = [processes.submit(takes, url, MOST) for _ in range(2)]
        assert sum(each.result() for each in given) == MOST


def test_each_kind_and_each_address_has_its_own(store):
    asked = [("codes", "a"), ("imports", "a"), ("codes", "b")] * 2
    assert [Attempts(store.engine).count(kind, address, 1) == 0 for kind, address in asked] == [True] * 3 + [
        False
    ] * 3
    assert rows(store) == 3


def test_the_hour_begins_with_the_first_and_is_gone_when_it_is_over(store, clock):
    assert Attempts(store.engine).count("codes", "a", 2) == 0
    clock[0] += 1800
    assert Attempts(store.engine).count("codes", "a", 2) == 0
    assert Attempts(store.engine).count("codes", "a", 2) == 1800
    clock[0] += 1799
    assert Attempts(store.engine).count("codes", "a", 2) == 1
    clock[0] += 1
    assert Attempts(store.engine).count("codes", "b", 2) == 0
    assert rows(store) == 1
    assert [Attempts(store.engine).count("codes", "a", 2) for _ in range(3)] == [0, 0, 3600]


def test_a_clock_that_was_set_back_keeps_nobody_out_for_longer(store, clock):
    Attempts(store.engine).count("codes", "a", 1)
    clock[0] -= 86_400
    assert Attempts(store.engine).count("codes", "a", 1) == 0
    assert Attempts(store.engine).count("codes", "a", 1) == 3600


@pytest.mark.usefixtures("clock")
def test_what_is_given_back_is_there_again_and_no_more(store):
    for _ in range(3):
        assert Attempts(store.engine).count("codes", "a", 1) == 0
        Attempts(store.engine).uncount("codes", "a")
        assert rows(store) == 0
    Attempts(store.engine).uncount("codes", "a")
    assert [Attempts(store.engine).count("codes", "a", 1) for _ in range(2)] == [0, 3600]


def test_who_has_none_left_costs_no_writing(store, monkeypatch):
    Attempts(store.engine).count("codes", "a", 1)
    real = attempts.transaction

    def reading(engine, writing=False):
        assert not writing
        return real(engine)

    monkeypatch.setattr(attempts, "transaction", reading)
    assert Attempts(store.engine).count("codes", "a", 1) > 0


def test_no_address_stands_in_the_database(store):
    Attempts(store.engine).count("codes", "198.51.100.1", 1)
    with store.engine.connect() as connection:
        assert b"198.51.100.1" not in bytes(connection.execute(sa.select(ATTEMPTS.c.address)).scalar_one())
