"""SQLite's file: its permissions, how it is opened, how its log is emptied, and how it is closed."""

import os
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DisconnectionError

from companion.i18n import gettext as _
from companion.store.unavailable import StoreUnavailable, os_reason

T = TypeVar("T")
PATIENCE: Final = 10.0  # seconds that a writer waits for the lock
LOCK_OUTLIVES_KILL: Final = 0.2  # seconds after which a killed process no longer holds the file
EMPTYING: Final = 2.0  # seconds to wait for a moment without readers
SIDE_FILES: Final = ("-wal", "-shm", "-journal")  # that SQLite has beside a database in use
# The pragmas of every connection.
SETTINGS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",  # with WAL alone, the last commits may be lost when the power fails
    "foreign_keys=ON",
    "secure_delete=ON",  # deleted data is overwritten, or it could still be read in the file
    "busy_timeout=0",
    # The write-ahead log is moved into the file every 400 KB instead of SQLite's 4 MB: on a full volume, a long log
    # could not be moved any more.
    "wal_autocheckpoint=100",
)


def make_folder(folder: Path) -> None:
    """Makes a folder for games. Raises StoreUnavailable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        text = _("the folder {folder} can't be created: {why}; choose another place with --database")
        raise StoreUnavailable(text.format(folder=folder, why=os_reason(problem))) from problem


def make_file(file: Path) -> None:
    """Makes an empty file where there is none; only its owner may read it, and so with SQLite's side files.

    Raises StoreUnavailable, also where a log is left without its file: SQLite would delete it and the newest entries.
    """
    make_folder(file.parent)
    if file.exists():
        return
    if left := leftover_file(file):
        text = _("{left} is there, but its {file} is missing; put that back, or move {left} somewhere else")
        raise StoreUnavailable(text.format(left=left, file=file.name))
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as problem:
        text = _("{file} can't be created: {why}; choose another place with --database")
        raise StoreUnavailable(text.format(file=file, why=os_reason(problem))) from problem


def leftover_file(file: Path) -> Path | None:
    """The first of SQLite's side files that is there: the database is in use, or its server was killed."""
    return next((left for end in SIDE_FILES if (left := file.with_name(file.name + end)).exists()), None)


def uri(file: Path, **options: object) -> str:
    """The URI of a file with options for opening it, as SQLite takes them."""
    return f"{file.absolute().as_uri()}?{'&'.join(f'{name}={value}' for name, value in options.items())}"


def attach(engine: sa.Engine, file: Path) -> None:
    """Adds to an engine what must happen when it opens a connection, reuses one, and begins a transaction."""

    def connect(_dialect: object, _record: object, place: list[str], options: dict[str, Any]) -> None:
        """Changes how a new connection is made: only to an existing file."""
        # If the file was moved away, SQLite would make an empty one and delete the log.
        place[:] = [uri(file, mode="rw")]
        options["uri"] = True

    def set_up(connection: Any, record: Any) -> None:
        """Sets the pragmas of a new connection, and notes which file it has open, so that `take_up` can compare."""
        connection.isolation_level = None  # `begin` below begins transactions, not Python's sqlite3
        for setting in SETTINGS:
            retry_while_locked(partial(connection.execute, f"PRAGMA {setting}")).close()
        record.info["file"] = _identity(file)

    def take_up(_connection: object, record: Any, _proxy: object) -> None:
        """Drops an earlier connection if its file has been moved or replaced since."""
        if record.info["file"] != _identity(file):
            raise DisconnectionError

    def begin(connection: sa.Connection) -> None:
        """Begins a transaction, for writing if it will write."""
        # A writer takes the lock at the beginning, since a transaction that has read may fail to get it later.
        options = connection.get_execution_options()
        if "writing" not in options:  # a single query
            return
        statement = "BEGIN IMMEDIATE" if options.get("writing") else "BEGIN"
        retry_while_locked(lambda: connection.exec_driver_sql(statement), options.get("patience", PATIENCE))

    for event, work in (("do_connect", connect), ("connect", set_up), ("checkout", take_up), ("begin", begin)):
        sa.event.listen(engine, event, work)


def retry_while_locked(work: Callable[[], T], patience: float = PATIENCE) -> T:
    """Does some work, and repeats it after short random pauses while the database is locked by others."""
    give_up = time.monotonic() + patience
    while True:
        try:
            return work()
        except Exception as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
        time.sleep(random.uniform(0.0003, 0.002))  # noqa: S311


def empty_log(connection: sa.Connection) -> None:
    """Moves the log of changes into the file and empties it, since deleted data could still be read there.

    This needs a moment without readers. If there is none, it happens later, at the latest when the server ends.
    """
    raw: Any = connection.connection.driver_connection  # the pool's would begin a transaction
    give_up = time.monotonic() + EMPTYING
    with suppress(sqlite3.Error):
        # The first column that SQLite answers is 1 as long as a reader stands in the way.
        while raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] and time.monotonic() < give_up:
            time.sleep(0.001)


def close_file(file: Path) -> None:
    """Takes the database out of WAL mode, so that one file has everything and isn't marked as in use (see `backup`).

    If other processes still use it, only the log is emptied; the last one to close it does the rest.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(uri(file, mode="rw"), uri=True, timeout=0)) as last:
        try:
            retry_while_locked(lambda: last.execute("PRAGMA journal_mode=DELETE").fetchone(), LOCK_OUTLIVES_KILL)
        except sqlite3.OperationalError:
            last.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from another one at the same path; None if there is no file."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
