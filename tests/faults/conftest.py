"""Faults on SQLite and on PostgreSQL. They are played by /proc and LD_PRELOAD, which only Linux has."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.support.databases import empty_sqlite, postgres_url, store, tables, url

__all__ = ["empty_sqlite", "postgres_url", "store", "tables", "url"]


@pytest.fixture(autouse=True)
def _on_linux() -> None:
    if sys.platform != "linux":
        pytest.skip("faults are played on Linux")


@pytest.fixture
def one_file(empty_sqlite: Path, tmp_path: Path) -> str:
    """SQLite alone, in a file of its own."""
    return f"sqlite:///{shutil.copy(empty_sqlite, tmp_path / 'games.sqlite3')}"
