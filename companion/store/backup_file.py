"""Backing up all games to one file, and restoring them. For SQLite only; PostgreSQL has its own programs for this."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.host import unix
from companion.i18n import gettext as _
from companion.store.checks import HELD, UNRELEASED, Empty, Foreign, Unreleased, damaged, examine, is_damage
from companion.store.engine import close, file_of, open_engine, parsed_url
from companion.store.games import Store
from companion.store.migrations import upgrade
from companion.store.sqlite import PATIENCE, SIDE_FILES, leftover_file, make_folder, uri
from companion.store.unavailable import StoreUnavailable, os_reason


def back_up(url: str, file: Path) -> None:
    """Copies all games as they are at one moment, even while they are played. Raises StoreUnavailable."""
    source = file_of(parsed_url(url))
    if source is None:
        text = _("back up PostgreSQL with its own program: pg_dump --format=custom --file={file} DATABASE_URL")
        raise StoreUnavailable(text.format(file=file))
    if not source.is_file():
        raise StoreUnavailable(_("there are no games at {file} yet").format(file=source))
    _must_not_exist(file)
    try:
        with _new_file(file) as partial_copy:
            with closing(sqlite3.connect(uri(source, mode="rw"), uri=True, timeout=PATIENCE)) as games:
                games.execute("VACUUM INTO ?", (str(partial_copy),))
            examine(partial_copy, "integrity_check", may_be_empty=False)
    except Unreleased:
        raise StoreUnavailable(_(UNRELEASED).format(place=source)) from None
    except Foreign:
        raise StoreUnavailable(_("{file} belongs to another program").format(file=source)) from None
    except Empty:
        raise StoreUnavailable(_("there are no games at {file} yet").format(file=source)) from None
    except (OSError, sqlite3.Error) as problem:
        raise StoreUnavailable(_("the copy couldn't be written: {why}").format(why=_why(problem))) from None


def restore(url: str, file: Path, as_is: bool = False, aside: bool = False) -> int:
    """Restores a copy to a place without games, and gives the number of games. Raises StoreUnavailable.

    A plain copy of a file that was in use, without its write-ahead log, may lack the latest moves: it is accepted
    only with `as_is`. With `aside` what is at that place is kept under another name (`set_aside`).
    """
    target = file_of(parsed_url(url))
    if target is None:
        text = _("restore PostgreSQL with its own program: pg_restore --dbname=DATABASE_URL {file}")
        raise StoreUnavailable(text.format(file=file))
    with set_aside(target) if aside else nullcontext():
        return _restore(target, file, as_is)


@contextmanager
def set_aside(target: Path) -> Iterator[None]:
    """Renames a file and SQLite's files beside it to `games.sqlite3.aside-1`, or the next number that is free.

    If the block fails they get their names back. Raises StoreUnavailable, also where a server still uses the file.
    """
    numbered = (target.with_name(f"{target.name}.aside-{n}") for n in count(1))
    other = next(name for name in numbered if not (name.exists() or leftover_file(name)))
    moved: list[tuple[Path, Path]] = []
    try:
        _must_not_be_in_use(target)
        for end in ("", *SIDE_FILES):
            old, new = target.with_name(target.name + end), other.with_name(other.name + end)
            if old.exists():
                old.rename(new)
                moved.append((old, new))
        yield
    except BaseException as problem:
        for old, new in reversed(moved):
            new.rename(old)
        if isinstance(problem, OSError):
            text = _("the games couldn't be restored: {why}")
            raise StoreUnavailable(text.format(why=os_reason(problem))) from None
        raise


def _must_not_be_in_use(file: Path) -> None:
    """Refuses to move a file that another program has open, as far as SQLite's locks show that."""
    if not file.exists():
        return
    try:
        with closing(sqlite3.connect(uri(file, mode="rw"), uri=True, timeout=0, isolation_level=None)) as games:
            games.execute("PRAGMA locking_mode=EXCLUSIVE")
            games.execute("BEGIN EXCLUSIVE")
            games.execute("ROLLBACK")
    except sqlite3.Error as problem:
        if getattr(problem, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreUnavailable(_(HELD).format(place=file)) from None


def _restore(target: Path, file: Path, as_is: bool) -> int:
    """Restores a copy to a place without games, and gives the number of games. Raises StoreUnavailable."""
    _must_not_exist(target)
    try:
        lacks_log = _lacks_its_log(file)
        if lacks_log and not as_is:
            text = _(
                "{file} looks like a plain copy of a file in use: the latest moves are in {log}, which is "
                "missing. Bring that too, or make the copy with `companion backup`. If nothing was running "
                "when it was made, add --as-is"
            )
            raise StoreUnavailable(text.format(file=file, log=f"{file.name}-wal"))
        with _folder(target.parent), _new_file(target) as partial_copy:
            _copy(file, partial_copy, lacks_log)
            examine(partial_copy, "integrity_check", may_be_empty=False)
            return _upgraded_and_read(partial_copy, file)
    except Unreleased:
        raise StoreUnavailable(_(UNRELEASED).format(place=file)) from None
    except Foreign:
        raise StoreUnavailable(
            _("{file} belongs to another program; it isn't a backup of Trackside games").format(file=file)
        ) from None
    except Empty:
        text = _("{file} has no games in it: it's empty or cut short. Choose another copy")
        raise StoreUnavailable(text.format(file=file)) from None
    except (OSError, sqlite3.Error) as problem:
        text = _("the games couldn't be restored: {why}")
        if is_damage(problem):
            text = _("that copy can't be read: {why}")
        raise StoreUnavailable(text.format(why=_why(problem))) from None


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """Makes a folder to restore into. If it is still empty at the end of the block it is removed again."""
    created = [one for one in (folder, *folder.parents) if not one.exists()]
    make_folder(folder)
    try:
        yield
    finally:
        for one in created:
            with suppress(OSError):  # it is not empty
                one.rmdir()


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """A temporary file that only its owner may read. It gets its name when the block succeeds, else it is removed."""
    partial_copy = file.with_name(f"{file.name}.part")
    _remove(partial_copy)
    try:
        os.close(os.open(partial_copy, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        yield partial_copy
        with partial_copy.open("rb+") as written:
            os.fsync(written.fileno())
        partial_copy.rename(file)
        if unix:
            unix.sync_folder(file.parent)
    finally:
        _remove(partial_copy)


def _must_not_exist(file: Path) -> None:
    """Refuses a place with a database, or with the leftover log of one: SQLite would apply it to the new file."""
    if file.exists():
        raise StoreUnavailable(_("{file} already exists; move it somewhere else first").format(file=file))
    if left := leftover_file(file):
        text = _("{left} is left over from earlier games and would damage the new file; move it somewhere else first")
        raise StoreUnavailable(text.format(left=left))


def _lacks_its_log(file: Path) -> bool:
    """Whether a file's header says that it was in use, but the write-ahead log with its last changes is missing.

    Copies made by `back_up`, and files of a server that ended properly, do not say that they are in use.
    """
    with file.open("rb") as handle:
        in_use = handle.read(20)[18:] == b"\2\2"  # the header's versions for writing and reading: 2 is with a log
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and not in_use:
        text = _("{log} doesn't belong to {file} and would damage its games; move it somewhere else first")
        raise StoreUnavailable(text.format(log=log, file=file.name))
    return in_use and not log.exists()


def _copy(file: Path, partial_copy: Path, lacks_log: bool) -> None:
    """Copies a database as SQLite reads it, including its log, and also while somebody plays."""
    log, shared_memory = (file.with_name(file.name + end) for end in SIDE_FILES[:2])
    options = {"mode": "ro", "immutable": int(lacks_log)}
    with TemporaryDirectory(dir=partial_copy.parent, prefix=f"{partial_copy.name}-") as folder:
        if log.exists() and not shared_memory.exists():  # read from a copy, since SQLite would leave a file behind
            shutil.copyfile(log, Path(folder, f"games{SIDE_FILES[0]}"))
            file = Path(shutil.copyfile(file, Path(folder, "games")))
        with (
            closing(sqlite3.connect(uri(file, **options), uri=True, timeout=PATIENCE)) as source,
            closing(sqlite3.connect(uri(partial_copy, mode="rw"), uri=True)) as target,
        ):
            source.backup(target)


def _upgraded_and_read(partial_copy: Path, original: Path) -> int:
    """Brings the copy up to date and reads every game, to find faults that SQLite cannot; gives their number."""
    engine = open_engine(f"sqlite:///{partial_copy}")
    try:
        upgrade(engine, shown_place=str(original))
        store = Store(engine)
        names = store.all_games()
        for game in filter(None, map(store.snapshot, names)):
            if [entry.place for entry in game.entries] != [*range(1, len(game.entries) + 1)]:
                raise damaged()
        return len(names)
    except StoreUnavailable as problem:
        # The usual sentence is for players; here the original reason helps, such as a missing table.
        raise getattr(problem.__cause__, "orig", problem) from None
    except ValueError:
        raise damaged() from None
    finally:
        close(engine)


def _remove(partial_copy: Path) -> None:
    """Deletes a temporary file and SQLite's files beside it, where they are there."""
    for end in ("", *SIDE_FILES):
        partial_copy.with_name(partial_copy.name + end).unlink(missing_ok=True)


def _why(problem: OSError | sqlite3.Error) -> str:
    """The reason for an error, in lower case."""
    return os_reason(problem) if isinstance(problem, OSError) else str(problem).lower()
