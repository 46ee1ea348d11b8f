"""Checks that a database is ours, whole and writable; where it is not, a sentence says where and what to do."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from companion.i18n import N_
from companion.i18n import gettext as _
from companion.store.away import StoreAway
from companion.store.engine import file_of, transaction
from companion.store.sqlite import uri

LOOK: Final = 2.0  # seconds that another program may hold it meanwhile
SCHEMA: Final = "SELECT version_num FROM alembic_version"
OURS: Final = {"alembic_version", "game", "entry"}
DAMAGED: Final = N_(
    "{place} is damaged or isn't a database; move it away, and restore a copy with `companion restore`"
)
UNRELEASED: Final = N_(
    "{place} is from before version 1.0.0; its games come over as records: save them with the old version, "
    "then open them with this one, in another place (--database)"
)
FOREIGN: Final = N_("{place} belongs to another program; choose another place with --database")
UNWRITABLE: Final = N_(
    "{place} and its folder must both be writable; make them so, or choose another with --database"
)
FULL: Final = N_("there's no space left at {place}; free some and start again")
HELD: Final = N_("another program is using {place}; close it and start again")
BROKEN: Final = N_("{place} can't be used: {why}")
# What the schema of a database from before the first release was called; nothing leads from there to the first one.
OF_UNRELEASED: Final = frozenset(f"000{n}" for n in range(1, 10))
# How SQLite names its troubles; the first that fits.
TROUBLES: Final = (
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


def look_over(engine: sa.Engine) -> None:
    """Checks a database before anything is changed in it. Raises StoreAway."""
    try:
        if file := file_of(engine.url):
            examine(file)
        else:
            with transaction(engine) as connection:
                if _ours(set(sa.inspect(connection).get_table_names()), shared=True):
                    _released(connection.execute(sa.text(SCHEMA)).scalar())
    except Unreleased:
        raise StoreAway(_(UNRELEASED).format(place=place(engine))) from None
    except Foreign:
        raise StoreAway(_(FOREIGN).format(place=place(engine))) from None
    except sqlite3.Error as error:
        raise StoreAway(_why(error).format(place=place(engine), why=str(error).lower())) from error


class Empty(Exception):
    """A database without any table."""


def examine(file: Path, check: str = "quick_check", new: bool = True) -> None:
    """Looks into SQLite's file without leaving a trace. Raises sqlite3.Error, Foreign or Unreleased.

    Only a `new` one may be empty as yet; of any other Empty is raised.
    """
    with closing(sqlite3.connect(uri(file, mode="rw"), uri=True, timeout=LOOK)) as raw:
        if raw.execute(f"PRAGMA {check}(1)").fetchone() != ("ok",):
            raise damaged()
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables and not new:
            raise Empty
        if _ours(tables):
            _released(*(raw.execute(SCHEMA).fetchone() or (None,)))


def damaged() -> sqlite3.Error:
    """The error for damage, worded as SQLite words what it finds itself."""
    error = sqlite3.DatabaseError("it is damaged")
    error.sqlite_errorname = "SQLITE_CORRUPT"
    return error


def is_damage(error: Exception) -> bool:
    """Whether the file itself is damaged, and not only out of reach."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT"))


def explained(engine: sa.Engine, problem: StoreAway) -> StoreAway:
    """The full reason why a database cannot be used, for whoever starts the server; players get a plain sentence."""
    error = getattr(problem.__cause__, "orig", None)
    if isinstance(error, sqlite3.Error):
        return StoreAway(_why(error).format(place=place(engine), why=str(error).lower()))
    if error is not None:
        lines = str(error).splitlines() or [""]
        return StoreAway(_(BROKEN).format(place=place(engine), why=lines[0]))
    return problem


def place(engine: sa.Engine) -> str:
    """The place of the games, in words that can be shown: neither user nor password."""
    file, url = file_of(engine.url), engine.url
    return str(file) if file else f"postgresql://{url.host or url.query.get('host', '')}/{url.database or ''}"


def _why(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    return _(next((text for trouble, text in TROUBLES if name.startswith(trouble)), BROKEN))


def _ours(tables: set[str], shared: bool = False) -> bool:
    """Whether our tables are among these; another program's are refused.

    A schema of PostgreSQL may have some beside ours, under other names.
    """
    known = tables & OURS
    if (known and known != OURS) or (tables and not known and not shared):
        raise Foreign
    return bool(known)


def _released(schema: str | None) -> None:
    if schema in OF_UNRELEASED:
        raise Unreleased
