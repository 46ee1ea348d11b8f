"""The connection to the database: its address, transactions, the order of writers, and errors."""

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
from companion.store.away import AWAY, StoreAway
from companion.store.sqlite import PATIENCE

CONNECTIONS: Final = 32
# Nobody waits for long for a PostgreSQL whose machine went dark, nor for a table that a dark web server was changing.
IMPATIENT: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=30s",
}
# A connection that died is replaced by another, which is no news; who was using it is answered by StoreAway.
logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
_TURNS: WeakKeyDictionary[sa.Engine, threading.Lock] = WeakKeyDictionary()


def default_url() -> str:
    """One file in the user's data folder."""
    folder = user_data_path("trackside")
    sqlite.make_folder(folder)
    return f"sqlite:///{folder / 'games.sqlite3'}"


def address(url: str) -> sa.URL:
    """The parsed URL of a database. Raises StoreAway where games cannot be kept at such an address."""
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        text = _(
            "“{url}” is not the address of a database, such as sqlite:///games.sqlite3 or postgresql://host/name"
        )
        raise StoreAway(text.format(url=url)) from None
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        raise StoreAway(_("games are kept in SQLite or PostgreSQL, not in {kind}").format(kind=parsed.drivername))
    if parsed.database in (None, "", ":memory:"):
        raise StoreAway(
            _("games in memory would be lost when the server stops; name a file: sqlite:///games.sqlite3")
        )
    return parsed


def file_of(parsed: sa.URL) -> Path | None:
    """The file in which SQLite keeps the games; None where they are in PostgreSQL."""
    return Path(parsed.database or "").absolute() if parsed.get_backend_name() == "sqlite" else None


def open_engine(url: str) -> sa.Engine:
    """An engine for SQLite or PostgreSQL, with the settings that keep what was acknowledged."""
    parsed = address(url)
    file = file_of(parsed)
    if file is None:
        return sa.create_engine(
            parsed,
            connect_args={name: value for name, value in IMPATIENT.items() if name not in parsed.query},
            pool_pre_ping=True,
            pool_size=8,
            pool_timeout=PATIENCE,
        )
    sqlite.make_file(file)
    # Not SQLite's own waiting: with it two busy writers starve each other. `sqlite.patiently` is instead of it.
    # Values go by name, as with PostgreSQL. Each thread that works at a time may have a connection of its own.
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
    """A transaction, committed when the block ends well. Every error of the database is raised as StoreAway."""
    options: dict[str, Any] = {"writing": writing, "patience": patience}
    if not writing and engine.dialect.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"  # all that is read is of one moment, as in SQLite
    with (
        _turn(engine, patience) if writing and engine.dialect.name == "sqlite" else nullcontext(),
        looking(engine) as connection,
        connection.execution_options(**options).begin(),
    ):
        yield connection


@contextmanager
def _turn(engine: sa.Engine, patience: float = PATIENCE) -> Iterator[None]:
    """Lets one writer of this process at a time try for SQLite's lock, so that only processes compete for it.

    Sixty threads that each try again every millisecond leave no time for the one that has it.
    """
    turn = _TURNS.setdefault(engine, threading.Lock())
    if not turn.acquire(timeout=patience):
        raise StoreAway(_(AWAY))
    try:
        yield
    finally:
        turn.release()


@contextmanager
def looking(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection for one question, which needs no transaction around it."""
    try:
        with engine.connect() as connection:
            yield connection
    except sa.exc.IntegrityError:
        raise
    except (DBAPIError, sa.exc.TimeoutError) as error:
        raise StoreAway(_(AWAY)) from error


def forget(engine: sa.Engine) -> None:
    """Makes what was just deleted unreadable on the disk as well; in PostgreSQL the next VACUUM does that."""
    if engine.dialect.name == "sqlite":
        with suppress(StoreAway), _turn(engine), looking(engine) as connection:
            sqlite.empty_log(connection)


def close(engine: sa.Engine) -> None:
    """Ends the work with a database."""
    engine.dispose()
    if file := file_of(engine.url):
        sqlite.leave(file)
