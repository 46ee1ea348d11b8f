"""SQLite's one file: who may read it, how it is opened, what becomes of its log, and how it is left."""

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
from companion.store.away import StoreAway, in_words

T = TypeVar("T")
PATIENCE: Final = 10.0  # seconds that a writer waits for its turn
MOMENT: Final = 0.2  # seconds in which a process that was just killed is gone
EMPTYING: Final = 2.0  # seconds in which there is a moment without readers
BESIDE: Final = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file that is in use
# The log goes into the file every 400 KB, not SQLite's 4 MB: that could take a small volume's last room, and what is
# in it would then have none to go to.
SETTINGS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",
    "busy_timeout=0",
    "wal_autocheckpoint=100",
)


def make_folder(folder: Path) -> None:
    """Makes a folder to keep games in. Raises StoreAway."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        text = _("the folder {folder} can't be created: {why}; choose another place with --database")
        raise StoreAway(text.format(folder=folder, why=in_words(problem))) from problem


def make_file(file: Path) -> None:
    """An empty file where there is none, which nobody else may read; SQLite's other files get the same rights.

    SQLite would throw away a log that lies there without its file, and the newest entries with it. Raises StoreAway.
    """
    make_folder(file.parent)
    if file.exists():
        return
    if left := left_beside(file):
        text = _("{left} is there without its {file}; put that back, or move both away")
        raise StoreAway(text.format(left=left, file=file.name))
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as problem:
        text = _("{file} can't be created: {why}; choose another place with --database")
        raise StoreAway(text.format(file=file, why=in_words(problem))) from problem


def left_beside(file: Path) -> Path | None:
    """The files beside a database that is in use, or was when its server was killed or the database removed."""
    return next((left for end in BESIDE if (left := file.with_name(file.name + end)).exists()), None)


def uri(file: Path, **how: object) -> str:
    """A file as SQLite takes it together with how it is to be opened."""
    return f"{file.absolute().as_uri()}?{'&'.join(f'{name}={value}' for name, value in how.items())}"


def attach(engine: sa.Engine, file: Path) -> None:
    """Attaches to an engine what is done when it opens a connection, takes one up again, and begins a transaction."""

    def connect(_dialect: object, _record: object, place: list[str], how: dict[str, Any]) -> None:
        # To a file that is there. Where it was moved away, SQLite would make an empty one and throw the log away.
        place[:] = [uri(file, mode="rw")]
        how["uri"] = True

    def set_up(connection: Any, record: Any) -> None:
        # A commit is on the disk before it is acknowledged: WAL alone may lose the last ones when the power goes.
        # What is deleted is overwritten, or it could still be read in the file.
        connection.isolation_level = None
        for setting in SETTINGS:
            patiently(partial(connection.execute, f"PRAGMA {setting}")).close()
        record.info["file"] = _identity(file)

    def take_up(_connection: object, record: Any, _proxy: object) -> None:
        # The file may have been moved away since, or another put in its place.
        if record.info["file"] != _identity(file):
            raise DisconnectionError

    def begin(connection: sa.Connection) -> None:
        # A writer takes its turn at the beginning: a transaction that reads first and writes later could not.
        options = connection.get_execution_options()
        if "writing" not in options:  # one question, which is a transaction of its own
            return
        statement = "BEGIN IMMEDIATE" if options.get("writing") else "BEGIN"
        patiently(lambda: connection.exec_driver_sql(statement), options.get("patience", PATIENCE))

    for event, work in (("do_connect", connect), ("connect", set_up), ("checkout", take_up), ("begin", begin)):
        sa.event.listen(engine, event, work)


def patiently(work: Callable[[], T], patience: float = PATIENCE) -> T:
    """Tries again after a short random while, for as long as others hold the database."""
    give_up = time.monotonic() + patience
    while True:
        try:
            return work()
        except Exception as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
        time.sleep(random.uniform(0.0003, 0.002))  # noqa: S311


def empty_log(connection: sa.Connection) -> None:
    """Puts the log of changes into the file and empties it: what was deleted could still be read there.

    That takes a moment without readers. Where none comes, it is done later, at the latest when the server ends.
    """
    raw: Any = connection.connection.driver_connection  # the pool's would begin a transaction
    give_up = time.monotonic() + EMPTYING
    with suppress(sqlite3.Error):
        while raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] and time.monotonic() < give_up:
            time.sleep(0.001)


def leave(file: Path) -> None:
    """Leaves one file with everything in it, which says of itself that it is not in use: see `backup`.

    Where others use it, it is they who leave it so; the log is emptied all the same.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(uri(file, mode="rw"), uri=True, timeout=0)) as last:
        try:
            patiently(lambda: last.execute("PRAGMA journal_mode=DELETE").fetchone(), MOMENT)
        except sqlite3.OperationalError:
            last.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
