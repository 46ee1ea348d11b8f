"""A copy comes back whole or not at all, whatever lies beside it or in its way; nobody else can read it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boards import files
from companion.cli import main
from companion.play.tables import Tables
from companion.store import open_store
from companion.store.backup_file import back_up
from tests.support.ordinary import companion
from tests.support.phones import Phone

ENTRIES = 50


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Path]:
    """The file of a server that runs, with everything still in its log."""
    (tmp_path / "live").mkdir()
    file = tmp_path / "live" / "games.sqlite3"
    tables = Tables(open_store(f"sqlite:///{file}"), files.boards())
    phone = Phone.opens(tables, title="Quizzical Evening")
    for n in range(ENTRIES):
        phone.tells("draw", player="blue" if n % 2 else "red")
    yield file
    tables.store.engine.dispose()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "new").mkdir()
    return tmp_path / "new" / "games.sqlite3"


def restored(file: Path, target: Path, *more: str) -> int:
    return main(["restore", str(file), "--database", f"sqlite:///{target}", *more])


def entries(file: Path) -> int:
    with sqlite3.connect(file) as games:
        return int(games.execute("SELECT count(*) FROM entry").fetchone()[0])


def inside(file: Path) -> list[str]:
    """What is in its folder."""
    return sorted(found.name for found in file.parent.iterdir())


def copied(live: Path, folder: Path, *ends: str) -> Path:
    """By `cp`, of a file in use, with what lies beside it by these ends."""
    folder.mkdir()
    for end in ("", *ends):
        shutil.copy(f"{live}{end}", folder)
    return folder / live.name


def test_a_whole_copy_comes_back_whole_as_one_file(live, target, capsys):
    """A whole copy comes back whole, and is one file without anything beside it."""
    copy = live.parent.parent / "copy"
    back_up(f"sqlite:///{live}", copy)
    assert restored(copy, target) == 0
    assert capsys.readouterr().out == "1 game restored.\n"
    assert inside(target) == [target.name]
    assert entries(target) == ENTRIES


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_what_was_left_of_other_games_is_refused(live, target, end, capsys):
    copy, left = live.parent.parent / "copy", target.with_name(target.name + end)
    back_up(f"sqlite:///{live}", copy)
    left.write_bytes(b"left")
    assert restored(copy, target) == 2
    says = capsys.readouterr().err
    assert str(left) in says
    assert "move it somewhere else first" in says
    assert inside(target) == [left.name]
    left.unlink()
    left = copy.with_name(copy.name + end)
    left.write_bytes(b"left")
    copy.unlink()
    assert main(["backup", str(copy), "--database", f"sqlite:///{live}"]) == 2
    assert str(left) in capsys.readouterr().err


def test_an_old_log_beside_the_copy_is_refused(live, target, capsys):
    """SQLite would read it into the copy."""
    copy = live.parent.parent / "copy"
    back_up(f"sqlite:///{live}", copy)
    shutil.copy(f"{live}-wal", f"{copy}-wal")
    assert restored(copy, target) == 2
    assert f"{copy}-wal doesn't belong to copy" in capsys.readouterr().err
    assert inside(target) == []


def test_a_bare_copy_of_a_file_in_use_is_refused_unless_one_says_so(live, tmp_path, target, capsys):
    bare = copied(live, tmp_path / "bare")
    assert restored(bare, target) == 2
    says = capsys.readouterr().err
    assert f"{bare} looks like a plain copy" in says
    assert "companion backup" in says
    assert "--as-is" in says
    assert inside(bare) == [bare.name]
    assert inside(target) == []
    sqlite3.connect(live).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    shutil.copy(live, bare)
    assert restored(bare, target) == 2  # what is in it can't be told apart from what is not
    assert restored(bare, target, "--as-is") == 0
    assert entries(target) == ENTRIES
    assert inside(bare) == [bare.name]


@pytest.mark.parametrize("ends", [("-wal",), ("-wal", "-shm")])
def test_a_copy_with_its_log_comes_back_with_what_is_in_there(live, tmp_path, target, ends):
    both = copied(live, tmp_path / "both", *ends)
    before = inside(both)
    assert restored(both, target) == 0
    assert entries(target) == ENTRIES
    assert inside(both) == before
    assert inside(target) == [target.name]


def test_the_file_of_a_server_that_runs_comes_back_elsewhere(live, target):
    assert restored(live, target) == 0
    assert entries(target) == ENTRIES


def test_the_file_that_a_command_or_a_server_left_says_that_it_is_whole(live, tmp_path, target):
    """It can be copied like any other file, once nobody uses it."""
    shutil.copytree(live.parent, tmp_path / "killed")
    left = tmp_path / "killed" / live.name
    assert main(["tables", "--database", f"sqlite:///{left}"]) == 0
    assert inside(left) == [left.name]
    assert restored(left, target) == 0
    assert entries(target) == ENTRIES


def change(copy: Path, statement: str) -> None:
    with sqlite3.connect(copy) as games:
        games.execute("PRAGMA foreign_keys=OFF")
        games.executescript(statement)


SPOILED = {
    "an entry is gone": "DELETE FROM entry WHERE place = 7",
    "an entry can't be read": "UPDATE entry SET body = '{' WHERE place = 7",
    "a set-up can't be read": "UPDATE game SET setup = 'none'",
}


@pytest.mark.parametrize("statement", SPOILED.values(), ids=SPOILED)
def test_games_that_cannot_be_read_are_refused(live, tmp_path, target, statement, capsys):
    copy = tmp_path / "copy"
    back_up(f"sqlite:///{live}", copy)
    change(copy, statement)
    assert restored(copy, target) == 2
    assert "that copy can't be read: it is damaged" in capsys.readouterr().err
    assert inside(target) == []


NO_COPIES = {
    "empty": lambda copy: b"",
    "a sign": lambda copy: b"x",
    "a text": lambda copy: b"Ada won. " * 9,
    "a long text": lambda copy: b"Ada won. " * 999,
    "a record": lambda copy: b'{"format": "companion/game"}',
    "zeros": lambda copy: bytes(8192),
    "cut in its header": lambda copy: copy[:50],
    "cut in its first page": lambda copy: copy[:700],
    "cut after its first page": lambda copy: copy[:4096],
    "cut in the middle": lambda copy: copy[: len(copy) // 2],
    "cut by a page": lambda copy: copy[:-4096],
    "cut by a sign": lambda copy: copy[:-1],
}


@pytest.mark.parametrize("spoil", NO_COPIES.values(), ids=NO_COPIES)
def test_what_is_no_whole_copy_is_refused_in_a_sentence_and_leaves_nothing(live, tmp_path, spoil, capsys):
    copy, spoilt = tmp_path / "copy", tmp_path / "spoilt"
    target = tmp_path / "to" / "make" / "games.sqlite3"
    back_up(f"sqlite:///{live}", copy)
    spoilt.write_bytes(spoil(copy.read_bytes()))
    assert restored(spoilt, target) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "that copy can't be read" in said.err or f"{spoilt} has no games in it" in said.err
    assert not (tmp_path / "to").exists()
    assert restored(copy, target) == 0
    assert entries(target) == ENTRIES


@pytest.mark.parametrize("table", ["member", "seat"])
def test_a_copy_without_one_of_its_tables_is_refused(live, tmp_path, target, table, capsys):
    copy = tmp_path / "copy"
    back_up(f"sqlite:///{live}", copy)
    change(copy, f"DROP TABLE {table}")
    assert restored(copy, target) == 2
    assert f"couldn't be restored: no such table: {table}" in capsys.readouterr().err
    assert inside(target) == []


def test_a_place_without_games_is_not_copied(tmp_path, capsys):
    (none := tmp_path / "games.sqlite3").touch()
    assert main(["backup", str(tmp_path / "copy"), "--database", f"sqlite:///{none}"]) == 2
    assert "there are no games" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [none]


def test_another_programs_file_and_a_newer_one_are_refused(live, tmp_path, target, capsys):
    other = tmp_path / "bookmarks.sqlite3"
    change(other, "CREATE TABLE moz_places (url TEXT)")
    assert restored(other, target) == 2
    assert f"{other} belongs to another program" in capsys.readouterr().err
    copy = tmp_path / "copy"
    back_up(f"sqlite:///{live}", copy)
    change(copy, "UPDATE alembic_version SET version_num = '9999'")
    assert restored(copy, target) == 2
    assert f"{copy} was saved by a newer version" in capsys.readouterr().err
    assert inside(target) == []


def test_another_programs_games_are_not_copied(tmp_path, capsys):
    other, copy = tmp_path / "bookmarks.sqlite3", tmp_path / "copy"
    change(other, "CREATE TABLE moz_places (url TEXT)")
    assert main(["backup", str(copy), "--database", f"sqlite:///{other}"]) == 2
    assert f"{other} belongs to another program" in capsys.readouterr().err
    assert not list(tmp_path.glob("copy*"))


def test_what_an_interrupted_one_left_is_no_hindrance(live, tmp_path, target):
    copy = tmp_path / "copy"
    (tmp_path / "copy.part").write_text("half")
    assert main(["backup", str(copy), "--database", f"sqlite:///{live}"]) == 0
    for end in ("", "-wal", "-shm"):
        target.with_name(f"{target.name}.part{end}").write_text("half")
    assert restored(copy, target) == 0
    assert inside(target) == [target.name]


def test_nobody_else_can_read_games_and_copies(live, tmp_path, target):
    """Whatever the user's usual rights for new files."""
    copy = tmp_path / "copy"
    before = os.umask(0)
    try:
        back_up(f"sqlite:///{live}", copy)
        assert restored(copy, target) == 0
        new = tmp_path / "fresh" / "games.sqlite3"
        store = open_store(f"sqlite:///{new}")
        Phone.opens(Tables(store, files.boards()))
    finally:
        os.umask(before)
    beside = [new.with_name(new.name + end) for end in ("", "-wal", "-shm")]
    assert [oct(stat.S_IMODE(file.stat().st_mode)) for file in (copy, target, *beside)] == ["0o600"] * 5
    store.engine.dispose()


def test_a_copy_in_a_folder_that_cannot_be_written_comes_back_as_well(live, tmp_path, target):
    copy, both = tmp_path / "copies" / "copy", copied(live, tmp_path / "both", "-wal")
    copy.parent.mkdir()
    back_up(f"sqlite:///{live}", copy)
    for n, file in enumerate((copy, both)):
        file.parent.chmod(0o500)
        new = target.with_name(f"{n}.sqlite3")
        done = companion("restore", file, "--database", f"sqlite:///{new}")
        file.parent.chmod(0o700)
        assert (done.returncode, done.stdout) == (0, "1 game restored.\n"), done.stderr
        assert entries(new) == ENTRIES


def test_where_nothing_can_be_written_that_is_said(live, tmp_path, capsys):
    copy, there = tmp_path / "copy", tmp_path / "file"
    back_up(f"sqlite:///{live}", copy)
    there.write_text("no folder")
    assert restored(copy, there / "games.sqlite3") == 2
    assert f"the folder {there} can't be created: file exists" in capsys.readouterr().err
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    done = companion("restore", copy, "--database", f"sqlite:///{closed / 'games.sqlite3'}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "couldn't be restored" in done.stderr
    assert "permission denied" in done.stderr
