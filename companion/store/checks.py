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
SCHEMA_VERSION_QUERY: Final = "SELECT version_num FROM alembic_version"
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
                tables = set(sa.inspect(connection).get_table_names())
                _must_not_be_foreign(tables, shared=True)
                if _has_our_tables(tables):
                    _must_be_released(connection.execute(sa.text(SCHEMA_VERSION_QUERY)).scalar())
    except Unreleased:
        raise StoreUnavailable(_(UNRELEASED).format(place=place(engine))) from None
    except Foreign:
        raise StoreUnavailable(_(FOREIGN).format(place=place(engine))) from None
    except sqlite3.Error as error:
        raise StoreUnavailable(_why(error).format(place=place(engine), why=str(error).lower())) from error


def examine(file: Path, check: str = "quick_check", may_be_empty: bool = True) -> None:
    """Checks SQLite's file without changing it; `check` is the name of the pragma by which SQLite looks for damage.

    Raises sqlite3.Error if it is damaged or can't be read, Foreign if it is another program's, Unreleased if it is
    from before the first release, and Empty if it has no tables, unless it may be empty.
    """
    with closing(sqlite3.connect(uri(file, mode="rw"), uri=True, timeout=PATIENCE)) as raw:
        if raw.execute(f"PRAGMA {check}(1)").fetchone() != ("ok",):
            raise damaged()
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables and not may_be_empty:
            raise Empty
        _must_not_be_foreign(tables)
        if _has_our_tables(tables):
            row = raw.execute(SCHEMA_VERSION_QUERY).fetchone()
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


def _must_not_be_foreign(tables: set[str], shared: bool = False) -> None:
    """Raises Foreign where only some of our tables are there, or tables of another program instead of them.

    Without any table it is nobody's yet. A `shared` schema, as in PostgreSQL, may have tables of other programs
    whether or not it has ours.
    """
    ours = tables & OURS
    has_only_some = bool(ours) and ours != OURS
    has_only_others = bool(tables) and not ours
    if has_only_some or (has_only_others and not shared):
        raise Foreign


def _has_our_tables(tables: set[str]) -> bool:
    """Whether all of our tables are among these."""
    return tables >= OURS


def _must_be_released(schema: str | None) -> None:
    """Raises Unreleased for a schema from before the first release."""
    if schema in UNRELEASED_SCHEMAS:
        raise Unreleased
