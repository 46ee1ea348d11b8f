"""Connecting to the database: its URL, transactions, the order of writers, and errors."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.exc import ArgumentError, DBAPIError

from companion.i18n import gettext as _
from companion.store import sqlite
from companion.store.sqlite import PATIENCE
from companion.store.unavailable import UNAVAILABLE, StoreUnavailable

CONNECTIONS: Final = 32
# So that nobody waits for long if the PostgreSQL server, or a web server that holds a lock, is suddenly gone.
POSTGRES_SETTINGS: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=30s",
}
# The pool replaces a dead connection by itself, and whoever used it gets StoreUnavailable, so this need not be
# logged.
logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
_TURNS: WeakKeyDictionary[sa.Engine, threading.Lock] = WeakKeyDictionary()


def default_url() -> str:
    """One file in the user's data folder."""
    folder = user_data_path("trackside")
    sqlite.make_folder(folder)
    return f"sqlite:///{folder / 'games.sqlite3'}"


def parsed_url(url: str) -> sa.URL:
    """The parsed URL of a database. Raises StoreUnavailable where games cannot be stored there."""
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        text = _(
            "“{url}” is not the address of a database, such as sqlite:///games.sqlite3 or postgresql://host/name"
        )
        raise StoreUnavailable(text.format(url=url)) from None
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        raise StoreUnavailable(
            _("games are kept in SQLite or PostgreSQL, not in {kind}").format(kind=parsed.drivername)
        )
    if parsed.database in (None, "", ":memory:"):
        raise StoreUnavailable(
            _("games in memory would be lost when the server stops; name a file: sqlite:///games.sqlite3")
        )
    return parsed


def file_of(parsed: sa.URL) -> Path | None:
    """SQLite's file; None for PostgreSQL."""
    return Path(parsed.database or "").absolute() if parsed.get_backend_name() == "sqlite" else None


def open_engine(url: str) -> sa.Engine:
    """An engine for SQLite or PostgreSQL, set so that what was acknowledged is safely stored."""
    parsed = parsed_url(url)
    file = file_of(parsed)
    if file is None:
        return sa.create_engine(
            parsed,
            connect_args={name: value for name, value in POSTGRES_SETTINGS.items() if name not in parsed.query},
            pool_pre_ping=True,
            pool_size=8,
            pool_timeout=PATIENCE,
        )
    sqlite.make_file(file)
    # SQLite's own waiting is off, since two busy writers starve each other with it; see `sqlite.retry_while_locked`.
    # Values are passed by name, as with PostgreSQL. Each working thread may have a connection of its own.
    engine = sa.create_engine(
        parsed,
        connect_args={"timeout": 0, "check_same_thread": False},
        paramstyle="named",
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
    )
    sqlite.attach(engine, file)
    return engine


@contextmanager
def transaction(engine: sa.Engine, writing: bool = False, patience: float = PATIENCE) -> Iterator[sa.Connection]:
    """A transaction, committed if the block succeeds. All errors of the database are raised as StoreUnavailable."""
    options: dict[str, Any] = {"writing": writing, "patience": patience}
    if not writing and engine.dialect.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"  # all reads see the same state, as in SQLite
    with (
        _writer_turn(engine, patience) if writing and engine.dialect.name == "sqlite" else nullcontext(),
        connection_to(engine) as connection,
        connection.execution_options(**options).begin(),
    ):
        yield connection


@contextmanager
def _writer_turn(engine: sa.Engine, patience: float = PATIENCE) -> Iterator[None]:
    """Lets one thread of this process at a time try to get SQLite's lock.

    If sixty threads retried every millisecond, the one that has the lock would hardly get to run.
    """
    turn = _TURNS.setdefault(engine, threading.Lock())
    if not turn.acquire(timeout=patience):
        raise StoreUnavailable(_(UNAVAILABLE))
    try:
        yield
    finally:
        turn.release()


@contextmanager
def connection_to(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection for a single query, without a transaction. Errors are raised as StoreUnavailable."""
    try:
        with engine.connect() as connection:
            yield connection
    except sa.exc.IntegrityError:
        raise
    except (DBAPIError, sa.exc.TimeoutError) as error:
        raise StoreUnavailable(_(UNAVAILABLE)) from error


def wipe_deleted(engine: sa.Engine) -> None:
    """Erases what was just deleted from SQLite's log as well. (In PostgreSQL the next VACUUM does that.)"""
    if engine.dialect.name == "sqlite":
        with suppress(StoreUnavailable), _writer_turn(engine), connection_to(engine) as connection:
            sqlite.empty_log(connection)


def close(engine: sa.Engine) -> None:
    """Closes all connections to a database."""
    engine.dispose()
    if file := file_of(engine.url):
        sqlite.close_file(file)
