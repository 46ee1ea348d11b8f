"""Fixtures over both databases, which must keep alike: SQLite always, PostgreSQL where it is not left out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.boards.model import Board
from companion.play.tables import Tables
from companion.store import Store, open_store
from companion.store.engine import open_engine
from tests.support import postgres

BOTH = ["sqlite"] if postgres.WITHOUT else ["sqlite", "postgresql"]
# For what stands well above the store, whose own tests are on both: the second in `make soak ARGS=tests`.
FIRST = [pytest.param(name, marks=pytest.mark.soak) if name == "postgresql" else name for name in BOTH]


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games, to be copied: that is quicker than making each anew."""
    file = tmp_path_factory.mktemp("empty") / "games.sqlite3"
    open_store(f"sqlite:///{file}").engine.dispose()
    return file


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A server of our own, its schema up to date."""
    with postgres.cluster() as url:
        open_store(url).engine.dispose()
        yield url


@pytest.fixture(params=BOTH)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without games, on each kind."""
    return without_games(request, tmp_path)


def without_games(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without games, of the kind that a fixture's parameter names."""
    if request.param == "sqlite":
        file = shutil.copy(request.getfixturevalue("empty_sqlite"), tmp_path / "games.sqlite3")
        return f"sqlite:///{file}"
    return emptied(request.getfixturevalue("postgres_url"))


def emptied(address: str) -> str:
    """A database without its games and notes."""
    engine = open_engine(address)
    with engine.begin() as connection:
        connection.execute(sa.text("TRUNCATE game, note, shut_out, attempt, circle, along CASCADE"))
    engine.dispose()
    return address


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store without games."""
    store = Store(open_engine(url))
    yield store
    store.engine.dispose()


@pytest.fixture
def tables(store: Store, boards: Mapping[str, Board]) -> Tables:
    """The use-cases over it."""
    return Tables(store, boards)
