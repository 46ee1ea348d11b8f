"""What people typed is a value, on either database, and never a part of what is asked of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.store.devices import ProgramDevice
from companion.store.sessions import OpenSeat, open_seat, save
from tests.store.test_games import ADA, a_game
from tests.support.naughty import KINDS

STATEMENTS = [
    "'; DROP TABLE game; --",
    '"; DELETE FROM entry; --',
    "' OR '1'='1",
    "1); TRUNCATE game CASCADE; --",
    ":game",
    "%(game)s",
    "%s %b",
    "$1",
    "\\'; SELECT pg_sleep(9); --",
]


@pytest.mark.parametrize("said", STATEMENTS)
def test_what_was_typed_comes_back_as_a_value_from_everywhere_it_is_kept(store, said):
    store.open_game(a_game())
    named = replace(a_game("two"), id=said[:32], code=None, setup={"map": "usa", "title": said})
    store.open_game(named)
    with store.changing(said[:32]) as change:
        change.entries.append((said, ADA, {"type": "draw", "said": said}))
        change.members[ProgramDevice(b"b" * 32)] = "player"
    save(store.engine, said[:32], ADA, OpenSeat(said[:40], typed=said))
    read = store.snapshot(said[:32])
    assert read.setup["title"] == said
    assert (read.entries[0].id, read.entries[0].body["said"]) == (said, said)
    assert open_seat(store.engine, said[:32], ADA, said[:40]).typed == said
    assert (store.by_code(said), store.by_waiting(said)) == (None, None)
    assert store.pin("one", said) is None
    assert store.snapshot("one") is not None
    assert len(store.all_games()) == 2


def test_naughty_texts_come_back_as_they_went(store):
    texts = [said for said in KINDS if "\x00" not in said]
    store.open_game(replace(a_game(), setup={"map": "usa", "texts": texts}))
    assert store.snapshot("one").setup["texts"] == texts
