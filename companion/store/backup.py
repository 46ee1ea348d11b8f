"""A copy of all games in one file, and games out of such a copy. For SQLite; PostgreSQL brings its own programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import sqlalchemy as sa

from companion.i18n import gettext as _
from companion.store.engine import StoreAway, open_engine


def back_up(url: str, file: Path) -> None:
    """Copies all games as they stand at one moment; whoever plays meanwhile need not stop. Raises StoreAway."""
    source = _file_of(url)
    if source is None:
        says = _("PostgreSQL is saved by its own program: pg_dump --format=custom --file={file} DATABASE_URL")
        raise StoreAway(says.format(file=file))
    if not source.is_file():
        raise StoreAway(_("there are no games at {file} yet").format(file=source))
    _must_not_be_there(file)
    begun = file.with_name(f"{file.name}.part")
    try:
        begun.unlink(missing_ok=True)
        with sqlite3.connect(source) as games:
            games.execute("VACUUM INTO ?", (str(begun),))
        games.close()
        _sound(begun)
        with begun.open("rb") as written:
            os.fsync(written.fileno())
        begun.rename(file)  # so that a copy that is there is always whole
    except (OSError, sqlite3.Error) as problem:
        raise StoreAway(_("the copy could not be written: {why}").format(why=str(problem).lower())) from None
    finally:
        begun.unlink(missing_ok=True)


def restore(url: str, file: Path) -> None:
    """Puts a copy where no games are yet. Raises StoreAway."""
    target = _file_of(url)
    begun = None
    if target is None:
        says = _("PostgreSQL takes its games back by its own program: pg_restore --dbname=DATABASE_URL {file}")
        raise StoreAway(says.format(file=file))
    _must_not_be_there(target)
    try:
        _sound(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        begun = target.with_name(f"{target.name}.part")
        shutil.copyfile(file, begun)
        begun.rename(target)
    except (OSError, sqlite3.Error) as problem:
        raise StoreAway(_("that copy cannot be read: {why}").format(why=str(problem).lower())) from None
    finally:
        if begun is not None:
            begun.unlink(missing_ok=True)


def _file_of(url: str) -> Path | None:
    """Where SQLite keeps the games; None where they are in PostgreSQL."""
    open_engine(url).dispose()  # what is no address of a database is refused there
    parsed = sa.make_url(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


def _must_not_be_there(file: Path) -> None:
    if file.exists():
        raise StoreAway(_("{file} is there already; move it away first").format(file=file))


def _sound(file: Path) -> None:
    """Whole, and a database of games. Raises sqlite3.Error."""
    games = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    try:
        if games.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError(_("it is damaged"))
        games.execute("SELECT count(*) FROM game").fetchone()
    finally:
        games.close()
