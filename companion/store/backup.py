"""A copy of all games in one file, and games out of such a copy. For SQLite; PostgreSQL brings its own programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.host import unix
from companion.i18n import gettext as _
from companion.store.away import StoreAway, in_words
from companion.store.checks import UNRELEASED, Empty, Foreign, Unreleased, damaged, examine, is_damage
from companion.store.engine import address, close, file_of, open_engine
from companion.store.games import Store
from companion.store.migrations import upgrade
from companion.store.sqlite import BESIDE, PATIENCE, left_beside, make_folder, uri


def back_up(url: str, file: Path) -> None:
    """Copies all games as they stand at one moment; whoever plays meanwhile need not stop. Raises StoreAway."""
    source = file_of(address(url))
    if source is None:
        text = _("back up PostgreSQL with its own program: pg_dump --format=custom --file={file} DATABASE_URL")
        raise StoreAway(text.format(file=file))
    if not source.is_file():
        raise StoreAway(_("there are no games at {file} yet").format(file=source))
    _must_be_free(file)
    try:
        with _begun(file) as partial_copy:
            with closing(sqlite3.connect(uri(source, mode="rw"), uri=True, timeout=PATIENCE)) as games:
                games.execute("VACUUM INTO ?", (str(partial_copy),))
            examine(partial_copy, "integrity_check", new=False)
    except Unreleased:
        raise StoreAway(_(UNRELEASED).format(place=source)) from None
    except Foreign:
        raise StoreAway(_("{file} belongs to another program").format(file=source)) from None
    except Empty:
        raise StoreAway(_("there are no games at {file} yet").format(file=source)) from None
    except (OSError, sqlite3.Error) as problem:
        raise StoreAway(_("the copy couldn't be written: {why}").format(why=_why(problem))) from None


def restore(url: str, file: Path, as_is: bool = False) -> int:
    """Restores a copy to where there are no games yet, and gives the number of games. Raises StoreAway.

    A bare copy of a file that was in use lacks what was played last: it is taken only where that is said to be well.
    """
    target = file_of(address(url))
    if target is None:
        text = _("restore PostgreSQL with its own program: pg_restore --dbname=DATABASE_URL {file}")
        raise StoreAway(text.format(file=file))
    _must_be_free(target)
    try:
        bare = _is_bare(file)
        if bare and not as_is:
            text = _(
                "{file} looks like a plain copy of a file in use: the latest moves are in {log}, which is "
                "missing. Bring that too, or make the copy with `companion backup`. If nothing was running "
                "when it was made, add --as-is"
            )
            raise StoreAway(text.format(file=file, log=f"{file.name}-wal"))
        with _folder(target.parent), _begun(target) as partial_copy:
            _copy(file, partial_copy, bare)
            examine(partial_copy, "integrity_check", new=False)
            return _read(partial_copy, file)
    except Unreleased:
        raise StoreAway(_(UNRELEASED).format(place=file)) from None
    except Foreign:
        raise StoreAway(_("{file} belongs to another program, and isn't a copy of games").format(file=file)) from None
    except Empty:
        text = _("{file} has no games in it: it's empty or cut short. Choose another copy")
        raise StoreAway(text.format(file=file)) from None
    except (OSError, sqlite3.Error) as problem:
        text = _("the games couldn't be restored: {why}")
        if is_damage(problem):
            text = _("that copy can't be read: {why}")
        raise StoreAway(text.format(why=_why(problem))) from None


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """A folder to restore into. One that had to be made goes again where nothing came into it."""
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    make_folder(folder)
    try:
        yield
    finally:
        for one in made:
            with suppress(OSError):  # there is something in it
                one.rmdir()


@contextmanager
def _begun(file: Path) -> Iterator[Path]:
    """A file to write into, for its owner alone: in its place once it is whole, and gone where it does not get so."""
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


def _must_be_free(file: Path) -> None:
    """Refuses a place where an old log lies: the new file would be read wrongly with it."""
    if file.exists():
        raise StoreAway(_("{file} already exists; move it away first").format(file=file))
    if left := left_beside(file):
        text = _("{left} is left over from earlier games and would damage these; move it away first")
        raise StoreAway(text.format(left=left))


def _is_bare(file: Path) -> bool:
    """Whether a file's header says that it is in use, but its log with the last changes is not beside it.

    A copy by `back_up`, and a file that a server left when it ended, say that they are not.
    """
    with file.open("rb") as handle:
        in_use = handle.read(20)[18:] == b"\2\2"
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and not in_use:
        text = _("{log} doesn't belong to {file} and would damage its games; move it away first")
        raise StoreAway(text.format(log=log, file=file.name))
    return in_use and not log.exists()


def _copy(file: Path, partial_copy: Path, bare: bool) -> None:
    """Every page as SQLite reads it, with what is in a log beside the file, and also while somebody plays."""
    log, used = (file.with_name(file.name + end) for end in BESIDE[:2])
    how = {"mode": "ro", "immutable": int(bare)}
    with TemporaryDirectory(dir=partial_copy.parent, prefix=f"{partial_copy.name}-") as folder:
        if log.exists() and not used.exists():  # SQLite would leave something there
            shutil.copyfile(log, Path(folder, f"games{BESIDE[0]}"))
            file = Path(shutil.copyfile(file, Path(folder, "games")))
        with (
            closing(sqlite3.connect(uri(file, **how), uri=True, timeout=PATIENCE)) as source,
            closing(sqlite3.connect(uri(partial_copy, mode="rw"), uri=True)) as target,
        ):
            source.backup(target)


def _read(partial_copy: Path, named: Path) -> int:
    """Brings the copy up to date and reads every game, to find faults that SQLite cannot; gives their number."""
    engine = open_engine(f"sqlite:///{partial_copy}")
    try:
        upgrade(engine, named=str(named))
        store = Store(engine)
        names = store.all_games()
        for game in filter(None, map(store.snapshot, names)):
            if [entry.place for entry in game.entries] != [*range(1, len(game.entries) + 1)]:
                raise damaged()
        return len(names)
    except StoreAway as problem:
        # The usual sentence is for players; here the reason is told, such as a table that is missing.
        raise getattr(problem.__cause__, "orig", problem) from None
    except ValueError:
        raise damaged() from None
    finally:
        close(engine)


def _remove(partial_copy: Path) -> None:
    for end in ("", *BESIDE):
        partial_copy.with_name(partial_copy.name + end).unlink(missing_ok=True)


def _why(problem: OSError | sqlite3.Error) -> str:
    return in_words(problem) if isinstance(problem, OSError) else str(problem).lower()
