"""A view holds what one device may see, and nothing from which the rest could be had."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

from companion.play.game import Game, Viewer
from companion.rules.log import Hidden, Keep
from companion.rules.replay import replay
from companion.store.snapshot import Seat, Snapshot, StoredEntry
from tests.support.playing import game as played
from tests.support.playing import read


def a_game(seed: int) -> Game:
    """A random game without its end; every seat has a phone of its own."""
    document = played(seed, turns=40)
    document["log"] = [entry for entry in document["log"] if entry["type"] not in ("finish", "hidden")]
    try:
        record = read(document)
        record.replayed()
    except Exception:  # the end was in the way of a correction
        return a_game(seed + 1000)
    entries = tuple(
        StoredEntry(place, f"id-{place}", place, b"phone", {"id": f"id-{place}", **entry})
        for place, entry in enumerate(document["log"], 1)
    )
    setup = {name: value for name, value in document.items() if name not in ("format", "version", "log")}
    seats = {color: Seat(color, color.encode()) for color in record.setup.colors}
    return Game(Snapshot("t", "CODE23", len(entries) + 1, 1, setup, {}, 0, 0, entries, {}, seats), record.board)


def reached_from(start: object) -> Iterator[Any]:
    """Everything that can be had from an object by following what it holds."""
    seen: dict[int, object] = {}
    todo = [start]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, type | ModuleType | FunctionType):
            continue
        seen[id(one)] = one
        yield one
        todo += gc.get_referents(one)


@pytest.mark.parametrize("seed", range(12))
def test_the_table_of_a_view_is_the_table_of_its_log(seed):
    game = a_game(seed)
    for viewer in (Viewer("watcher"), *(Viewer("player", frozenset({color})) for color in game.setup.colors)):
        seen = game.seen_by(viewer)
        assert seen.table == replay(game.board, game.setup, seen.log)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_leads_from_a_view_to_the_tickets_of_others(seed):
    game = a_game(seed)
    color = game.setup.colors[0]
    seen = game.seen_by(Viewer("player", frozenset({color})))
    assert [seen.result, seen.undo, seen.public.result]
    found = list(reached_from(seen))
    assert not [one for one in found if isinstance(one, Game | Snapshot | StoredEntry)]
    assert not [one for one in found if isinstance(one, Keep) and one.player != color]
    others = {f"id-{place}" for place, entry in enumerate(seen.log, 1) if isinstance(entry, Hidden)}
    assert not [one for one in found if isinstance(one, str) and one in others]


def test_who_reads_the_same_shares_what_is_made_of_it():
    game = a_game(1)
    watcher, other = game.seen_by(Viewer("watcher")), game.seen_by(Viewer("maker"))
    assert watcher.seen is other.seen is watcher.public
    assert game.seen_by(Viewer("player", frozenset(game.setup.colors[:1]))).public is watcher.public
