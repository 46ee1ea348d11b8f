"""Tables that are the same in every byte whenever they are played the same: no chance, and a clock that stands.

On SQLite alone, for there are many games here.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.databases import empty_sqlite, store, tables
from tests.support.databases import empty_sqlite as empty_games
from tests.web.conftest import app, client

__all__ = ["app", "client", "empty_games", "empty_sqlite", "store", "tables", "url"]


@pytest.fixture
def url(empty_games: Path, tmp_path: Path) -> str:
    """A database without games."""
    return f"sqlite:///{shutil.copy(empty_games, tmp_path / 'games.sqlite3')}"
