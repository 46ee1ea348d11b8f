"""A writer is killed in the middle, again and again: nothing that it acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import multiprocessing
import os
import random
import time

import pytest

from companion.store import Store
from companion.store.devices import ProgramDevice
from companion.store.engine import open_engine
from tests.store.test_games import a_game

FORK = multiprocessing.get_context("fork")


def write(url, first, said):
    """Appends with ids that go on where the last round's acknowledgements ended, and says each after it is stored."""
    store = Store(open_engine(url))
    for n in range(first, first + 1_000_000):
        with store.changing("one") as change:
            if not any(entry.id == f"e{n}" for entry in change.before.entries[-3:]):
                change.entries.append((f"e{n}", ProgramDevice(b"a" * 32), {"type": "draw"}))
        os.write(said, n.to_bytes(8, "big"))


def killed(url, first, rng):
    """One round; the last number that was acknowledged."""
    heard, said = os.pipe()
    writer = FORK.Process(target=write, args=(url, first, said))
    writer.start()
    os.close(said)
    answers = os.read(heard, 8)
    time.sleep(rng.uniform(0.0, 0.15))
    writer.kill()
    while more := os.read(heard, 8192):
        answers = more
    writer.join()
    os.close(heard)
    return int.from_bytes(answers[-8:], "big")


def rounds(url, count):
    rng = random.Random(4)
    store = Store(open_engine(url))
    store.open_game(a_game())
    store.engine.dispose()
    acknowledged = 0
    for _ in range(count):
        acknowledged = killed(url, acknowledged + 1, rng)
        names = [entry.id for entry in Store(store.engine).snapshot("one").entries]
        # What was stored but never acknowledged is sent again: it may be there, but once, and in its place.
        assert names[:acknowledged] == [f"e{n}" for n in range(1, acknowledged + 1)]
        store.engine.dispose()  # the next writer is forked, and a connection belongs to one process
        assert len(names) == len(set(names)) <= acknowledged + 1


def test_three_killed_writers_lose_and_repeat_nothing_acknowledged(url):
    rounds(url, 3)


@pytest.mark.soak
def test_it_works_for_long(url):
    rounds(url, 50)
