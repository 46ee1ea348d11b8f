"""Somebody with a browser; and games without a store: three at a table, and whatever was told there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.boards.model import Board
from companion.play.game import Game
from companion.store.snapshot import Seat, Snapshot, StoredEntry
from tests.web.conftest import address, app, client, empty_sqlite, postgres_url, store, tables, url

__all__ = ["address", "app", "client", "empty_sqlite", "postgres_url", "store", "tables", "url"]

PHONES = {"blue": b"ada", "red": b"bo", "green": b"cy"}
PLAYERS = [
    {"color": "blue", "name": "Ada"},
    {"color": "red", "name": "Bo"},
    {"color": "green", "name": "Cy"},
]
Told = tuple[str, Mapping[str, Any]]  # whose phone told it, and what
MakeGame = Callable[..., Game]


@pytest.fixture
def game(boards: Mapping[str, Board]) -> MakeGame:
    """Makes a game out of what was told; each of the three holds the seat of their colour."""

    def make(*told: Told, board: str = "usa", seats: bool = True, **changed: Any) -> Game:
        times = [f"2026-11-18T{19 + place // 60}:{place % 60:02}:00Z" for place in range(len(told) + 1)]
        entries = tuple(
            StoredEntry(place, f"e{place}", place, PHONES[who], {"at": times[place], **body})
            for place, (who, body) in enumerate(told, 1)
        )
        options = changed.pop("options", {})
        setup = {"map": board, "players": PLAYERS, **changed}
        held = {color: Seat(color, device) for color, device in PHONES.items()} if seats else {}
        return Game(Snapshot("t", "CODE23", len(told) + 1, 1, setup, options, 0, 0, entries, {}, held), boards[board])

    return make
