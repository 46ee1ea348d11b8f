"""Checks that a database is ours, undamaged and writable. If not, a sentence says which one it is and what to do."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from companion.i18n import N_
from companion.i18n import gettext as _
from companion.store.engine import file_of, transaction
from companion.store.sqlite import uri
from companion.store.unavailable import StoreUnavailable

PATIENCE: Final = 2.0  # seconds to wait for another program that has it locked
SCHEMA: Final = "SELECT version_num FROM alembic_version"
OURS: Final = {"alembic_version", "game", "entry"}
DAMAGED: Final = N_(
    "{place} is damaged or isn't a database; move it somewhere else, and restore a copy with `companion restore`"
)
UNRELEASED: Final = N_(
    "{place} is from before version 1.0.0; to bring its games over, save them as records with the old version, "
    "then open them with this one, in another place (--database)"
)
FOREIGN: Final = N_("{place} belongs to another program; choose another place with --database")
UNWRITABLE: Final = N_(
    "{place} and its folder must both be writable; change that, or choose another place with --database"
)
FULL: Final = N_("there's no space left at {place}; free some and start again")
HELD: Final = N_("another program is using {place}; close it and start again")
BROKEN: Final = N_("{place} can't be used: {why}")
# The schema versions from before the first release. They cannot be upgraded.
UNRELEASED_SCHEMAS: Final = frozenset(f"000{n}" for n in range(1, 10))
# The sentence for each of SQLite's errors; the first that fits.
SENTENCES: Final = (
    ("SQLITE_NOTADB", DAMAGED),
    ("SQLITE_CORRUPT", DAMAGED),
    ("SQLITE_READONLY", UNWRITABLE),
    ("SQLITE_CANTOPEN", UNWRITABLE),
    ("SQLITE_PERM", UNWRITABLE),
    ("SQLITE_FULL", FULL),
    ("SQLITE_BUSY", HELD),
    ("SQLITE_LOCKED", HELD),
)


class Foreign(Exception):
    """Another program's database."""


class Unreleased(Exception):
    """A database from before the first release."""


class Empty(Exception):
    """A database without any table."""


def check_database(engine: sa.Engine) -> None:
    """Checks a database before anything is changed in it. Raises StoreUnavailable."""
    try:
        if file := file_of(engine.url):
            examine(file)
        else:
            with transaction(engine) as connection:
                if _has_our_tables(set(sa.inspect(connection).get_table_names()), shared=True):
                    _must_be_released(connection.execute(sa.text(SCHEMA)).scalar())
    except Unreleased:
        raise StoreUnavailable(_(UNRELEASED).format(place=place(engine))) from None
    except Foreign:
        raise StoreUnavailable(_(FOREIGN).format(place=place(engine))) from None
    except sqlite3.Error as error:
        raise StoreUnavailable(_why(error).format(place=place(engine), why=str(error).lower())) from error


def examine(file: Path, check: str = "quick_check", may_be_empty: bool = True) -> None:
    """Checks SQLite's file without changing it. Raises sqlite3.Error, Foreign or Unreleased; Empty unless it may be.

    `check` is the name of the pragma by which SQLite looks for damage.
    """
    with closing(sqlite3.connect(uri(file, mode="rw"), uri=True, timeout=PATIENCE)) as raw:
        if raw.execute(f"PRAGMA {check}(1)").fetchone() != ("ok",):
            raise damaged()
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables and not may_be_empty:
            raise Empty
        if _has_our_tables(tables):
            row = raw.execute(SCHEMA).fetchone()
            _must_be_released(row[0] if row else None)


def damaged() -> sqlite3.Error:
    """An error like the one that SQLite raises for a damaged file."""
    error = sqlite3.DatabaseError("it is damaged")
    error.sqlite_errorname = "SQLITE_CORRUPT"
    return error


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file is damaged, not just inaccessible."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT"))


def with_reason(engine: sa.Engine, problem: StoreUnavailable) -> StoreUnavailable:
    """The same error with its full reason, for the person who starts the server; players get a plain sentence."""
    error = getattr(problem.__cause__, "orig", None)
    if isinstance(error, sqlite3.Error):
        return StoreUnavailable(_why(error).format(place=place(engine), why=str(error).lower()))
    if error is not None:
        lines = str(error).splitlines() or [""]
        return StoreUnavailable(_(BROKEN).format(place=place(engine), why=lines[0]))
    return problem


def place(engine: sa.Engine) -> str:
    """Where the games are, to be shown to people: without user and password."""
    file, url = file_of(engine.url), engine.url
    return str(file) if file else f"postgresql://{url.host or url.query.get('host', '')}/{url.database or ''}"


def _why(error: sqlite3.Error) -> str:
    """The sentence for an error of SQLite, in which {place} and {why} are still to be filled in."""
    name = getattr(error, "sqlite_errorname", "")
    for beginning, sentence in SENTENCES:
        if name.startswith(beginning):
            return _(sentence)
    return _(BROKEN)


def _has_our_tables(tables: set[str], shared: bool = False) -> bool:
    """Whether these are our tables; False if there are none. Raises Foreign where they are another program's.

    A `shared` schema, as in PostgreSQL, may have tables of other programs beside ours.
    """
    ours = tables & OURS
    if (ours and ours != OURS) or (tables and not ours and not shared):
        raise Foreign
    return bool(ours)


def _must_be_released(schema: str | None) -> None:
    """Raises Unreleased for a schema from before the first release."""
    if schema in UNRELEASED_SCHEMAS:
        raise Unreleased
