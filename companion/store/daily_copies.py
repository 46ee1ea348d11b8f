"""A copy of all games for each of the last days, in a folder beside them. For SQLite only.

The folder is `copies`, and a copy is called after the file and the day: `games-2026-11-20.sqlite3`.
"""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from companion.i18n import gettext as _
from companion.prose.dates_in_words import day_in_words
from companion.store.backup_file import back_up
from companion.store.checks import Empty, Foreign, Unreleased, examine
from companion.store.sqlite import make_folder

HOUR: Final = 3600.0  # seconds; no process takes so long for a copy
DAY: Final = r"\d{4}-\d\d-\d\d"  # in the names of files


def folder_of(file: Path) -> Path:
    """Where the copies of a database are."""
    return file.parent / "copies"


def copy_of(file: Path, day: date) -> Path:
    """The copy of a day, whether it is there or not."""
    return folder_of(file) / f"{file.stem}-{day:%Y-%m-%d}{file.suffix}"


def copies(file: Path) -> dict[date, Path]:
    """The copies of a database that are there, the newest first."""
    name_of_copy = re.compile(rf"{re.escape(file.stem)}-({DAY}){re.escape(file.suffix)}")
    by_day: dict[date, Path] = {}
    for copy in _files(folder_of(file)):
        match = name_of_copy.fullmatch(copy.name)
        if match:
            with suppress(ValueError):  # a day that no calendar has
                by_day[date.fromisoformat(match[1])] = copy
    return dict(sorted(by_day.items(), reverse=True))


def make_copy(file: Path, today: date, days: int) -> bool:
    """Makes today's copy, and then deletes copies that are `days` old or older. False if today's was there already.

    Several processes may do it at the same moment, which is harmless. Raises StoreUnavailable.
    """
    copy = copy_of(file, today)
    if copy.exists():
        return False
    make_folder(copy.parent)
    _delete_unfinished(copy.parent, file)
    unfinished = copy.with_name(f"{copy.name}.{os.getpid()}")
    try:
        back_up(f"sqlite:///{file}", unfinished)
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)
    for day, old in copies(file).items():
        if abs((today - day).days) >= days:  # also copies of days to come, made when the clock was wrong
            old.unlink(missing_ok=True)
    return True


def newest_good_copy(file: Path) -> tuple[date, Path] | None:
    """The newest copy that is not damaged, and its day; None where there is none."""
    return next(((day, copy) for day, copy in copies(file).items() if _is_good(copy)), None)


def offer(file: Path) -> str | None:
    """A sentence that says how to restore the newest good copy of a damaged file; None where there is none."""
    found = newest_good_copy(file)
    if found is None:
        return None
    day, copy = found
    command = shlex.join(["companion", "restore", str(copy), "--database", f"sqlite:///{file}", "--set-aside"])
    text = _("{place} is damaged; get the games of {day} back with `{command}`, which also keeps the damaged file")
    return text.format(place=file, day=day_in_words(day), command=command)


def _is_good(copy: Path) -> bool:
    """Whether a copy is undamaged and has our tables."""
    try:
        examine(copy, "integrity_check", may_be_empty=False)
    except (sqlite3.Error, OSError, Empty, Foreign, Unreleased):
        return False
    return True


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder; none where it cannot be read."""
    with suppress(OSError):
        yield from folder.iterdir()


def _delete_unfinished(folder: Path, file: Path) -> None:
    """Deletes unfinished copies that are over an hour old: the process that made them was ended meanwhile."""
    unfinished = re.compile(rf"{re.escape(file.stem)}-{DAY}{re.escape(file.suffix)}\.\d+.*")
    for left in _files(folder):
        with suppress(OSError):
            if unfinished.fullmatch(left.name) and time.time() - left.stat().st_mtime > HOUR:
                left.unlink()
