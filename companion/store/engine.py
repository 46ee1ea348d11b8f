"""The connection to the database: what is set for it, and what is tried again."""

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.exc import ArgumentError, DBAPIError

from companion.i18n import N_
from companion.i18n import gettext as _

T = TypeVar("T")
CONNECTIONS: Final = 32
AWAY: Final = N_("the games cannot be reached just now; nothing was stored, try again")
PATIENCE: Final = 10.0  # seconds that a writer waits for its turn
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


class StoreAway(Exception):
    """The storage cannot be used now: nothing was stored. The message is a sentence."""


def default_url() -> str:
    """One file in the user's data folder."""
    folder = user_data_path("trackside", ensure_exists=True)
    return f"sqlite:///{folder / 'games.sqlite3'}"


def open_engine(url: str) -> sa.Engine:
    """An engine for SQLite or PostgreSQL, with the settings that keep what was acknowledged."""
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        says = _(
            "“{url}” is not the address of a database, such as sqlite:///games.sqlite3 or postgresql://host/name"
        )
        raise StoreAway(says.format(url=url)) from None
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        return sa.create_engine(
            parsed.set(drivername="postgresql+psycopg"),
            connect_args={name: value for name, value in IMPATIENT.items() if name not in parsed.query},
            pool_pre_ping=True,
            pool_size=8,
            pool_timeout=PATIENCE,
        )
    if parsed.get_backend_name() != "sqlite":
        raise StoreAway(_("games are kept in SQLite or PostgreSQL, not in {kind}").format(kind=parsed.drivername))
    if parsed.database in (None, "", ":memory:"):
        raise StoreAway(_("games in memory alone would not outlive the server; name a file: sqlite:///games.sqlite3"))
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    # Not SQLite's own waiting: with it two busy writers starve each other. See `begin` for what is done instead.
    # Values go by name, as with PostgreSQL. Each thread that works at a time may have a connection of its own.
    engine = sa.create_engine(
        parsed,
        connect_args={"timeout": 0, "check_same_thread": False},
        paramstyle="named",
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
    )
    sa.event.listen(engine, "connect", _set_up_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """A commit is on the disk before it is acknowledged: WAL alone may lose the last ones when the power goes.

    What is deleted is overwritten, or it could still be read in the file.
    """
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON", "busy_timeout=0"):
        _patiently(partial(connection.execute, f"PRAGMA {pragma}")).close()


def _begin_sqlite(connection: sa.Connection) -> None:
    """A writer takes its turn at the beginning: a transaction that reads first and writes later could not."""
    writing = connection.get_execution_options().get("writing", False)
    _patiently(lambda: connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN"))


def _patiently(work: Callable[[], T]) -> T:
    """Tries again after a short random while, for as long as others hold the database."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except Exception as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
        time.sleep(random.uniform(0.0003, 0.002))  # noqa: S311


@contextmanager
def transaction(engine: sa.Engine, writing: bool = False) -> Iterator[sa.Connection]:
    """A transaction; committed when the block ends well. Whatever ails the database comes out as StoreAway."""
    options: dict[str, Any] = {"writing": writing}
    if not writing and engine.dialect.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"  # all that is read is of one moment, as in SQLite
    with (
        _turn(engine) if writing and engine.dialect.name == "sqlite" else nullcontext(),
        looking(engine) as connection,
        connection.execution_options(**options).begin(),
    ):
        yield connection


@contextmanager
def _turn(engine: sa.Engine) -> Iterator[None]:
    """The writers of one process stand in a line, so that only processes try for SQLite's turn.

    Sixty threads that each try again every millisecond leave no time for the one that has it.
    """
    turn = _TURNS.setdefault(engine, threading.Lock())
    if not turn.acquire(timeout=PATIENCE):
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
