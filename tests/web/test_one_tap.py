"""What one tap costs: the version is asked once, the log is read on once, and nothing is read again afterwards."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
import sqlalchemy as sa

from companion.rules import replay
from companion.store.statements import GAME, VERSION_OF
from tests.pages.visiting import FRAGMENT, told

READING = {work.__code__: work.__name__ for work in (replay.replay, replay.read_on, replay.tried)}


@pytest.fixture
def counted(tables):
    """How often the database was asked for what, and a log was read from its beginning or on from where it was."""
    found = Counter()
    names = {str(VERSION_OF.compile(tables.store.engine)): "version", str(GAME.compile(tables.store.engine)): "game"}

    def asked(_connection, _cursor, statement, *_):
        found[names.get(statement, "other")] += 1

    def called(frame, event, _argument):
        if event == "call" and frame.f_code in READING:
            found[READING[frame.f_code]] += 1

    sa.event.listen(tables.store.engine, "before_cursor_execute", asked)
    sys.setprofile(called)
    yield found
    sys.setprofile(None)
    sa.event.remove(tables.store.engine, "before_cursor_execute", asked)


def test_a_claim_asks_for_the_version_once_and_replays_once(client, tables, address, counted):
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    client.get(address)
    counted.clear()
    form = {"id": "tap", "type": "claim", "player": "red", "route": "dallas--houston--1", "since": "2"}
    assert client.post(f"{address}/entries", data=form, headers=FRAGMENT).status_code == 200
    assert counted["version"] == 1
    assert counted["game"] <= 1  # held against other writers, which in SQLite is the same question
    assert counted["read_on"] + counted["replay"] == 1


def test_what_another_process_wrote_is_there_at_the_next_tap(client, tables, boards, address):
    """One request is one moment, and the next is another."""
    client.get(address)
    other = type(tables)(type(tables.store)(tables.store.engine), boards)
    told(other, client, address, type="claim", player="blue", route="denver--omaha")
    assert client.get(f"{address}/now?since=1").status_code == 200
    form = {"id": "tap", "type": "claim", "player": "red", "route": "denver--omaha", "since": "1"}
    assert client.post(f"{address}/entries", data=form, headers=FRAGMENT).status_code == 409
