"""A copy of all games comes back elsewhere with equal tallies; what cannot be copied or restored gets a sentence."""

from __future__ import annotations

import itertools
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.boards import files
from companion.cli import main
from companion.export.tally_json import tally_json
from companion.play.tables import Tables
from companion.store import StoreUnavailable, default_url, open_store
from companion.store.backup_file import back_up, restore
from companion.store.devices import ProgramDevice
from companion.store.engine import open_engine
from tests.support.evenings import evening
from tests.support.phones import Phone

ADA = ProgramDevice(b"a" * 32)
_numbers = itertools.count(1)


@pytest.fixture
def new_url(url, tmp_path):
    """The address of one more database, with nothing in it."""
    if url.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'another' / 'games.sqlite3'}"
    name = f"another{next(_numbers)}"
    engine = open_engine(url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return url.replace("/postgres?", f"/{name}?")


@pytest.fixture
def played(store):
    """A few games, finished and not, with seats, a PIN, somebody at the door and a link."""
    tables = Tables(store, files.boards())
    for seed, board in ((3, "usa"), (7, "europe"), (9, "usa")):
        tables.open(evening(seed, board, 3), ADA)
    phone = Phone.opens(tables, "blue", title="Still going on")
    phone.claims("blue", "denver--omaha")
    tables.seats.take(phone.table, phone.invites().device, "red", "4711")
    tables.door.ask_to_join(phone.sees()["code"], ProgramDevice(b"w" * 32))
    return tables


def tallies(tables):
    """What every game amounts to, and who is there."""
    found = {}
    for name in tables.store.all_games():
        kept = tables.store.snapshot(name)
        found[name] = tally_json(tables.games.read(kept).result), kept.members, kept.seats, kept.waiting, kept.code
    return found


def reads(url):
    tables = Tables(open_store(url), files.boards())
    try:
        return tallies(tables)
    finally:
        tables.store.engine.dispose()


def program(name):
    """Of PostgreSQL; on Debian the newest, else what is on the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return debian[-1] if debian else name


def test_a_backup_comes_back_elsewhere_with_equal_tallies(played, url, new_url, tmp_path, capsys):
    before, file = tallies(played), tmp_path / "copy"
    began = time.monotonic()
    if url.startswith("sqlite"):
        back_up(url, file)
        restore(new_url, file)
    else:
        made = [program("pg_dump"), "--format=custom", f"--file={file}", url]
        subprocess.run(made, check=True, timeout=60)
        back = [program("pg_restore"), "--no-owner", f"--dbname={new_url}", file]
        subprocess.run(back, check=True, timeout=60)
    assert reads(new_url) == before
    with capsys.disabled():
        kind, games = url.partition(":")[0], len(before)
        sys.stdout.write(f"\n{games} games out of a backup on {kind} in {time.monotonic() - began:.2f} s\n")


@pytest.fixture
def lite(tmp_path):
    """A database in a file, with a game."""
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    Phone.opens(Tables(open_store(url), files.boards()))
    return url


def test_a_backup_is_whole_while_somebody_writes(lite, tmp_path):
    tables = Tables(open_store(lite), files.boards())
    with tables.store.changing(tables.store.all_games()[0]) as change:
        change.members[ProgramDevice(b"x" * 32)] = "player"
        back_up(lite, tmp_path / "copy")
    copied = sqlite3.connect(tmp_path / "copy")
    assert copied.execute("SELECT count(*) FROM member").fetchone() == (1,)  # what was not stored is not in it


def test_the_commands(lite, tmp_path, capsys):
    copy, new = tmp_path / "copy", f"sqlite:///{tmp_path / 'new' / 'games.sqlite3'}"
    assert main(["backup", str(copy), "--database", lite]) == 0
    assert main(["restore", str(copy), "--database", new]) == 0
    assert capsys.readouterr().out.endswith("1 game restored.\n")
    assert main(["tables", "--database", new]) == 0
    assert "Ada and Bo" in capsys.readouterr().out


def test_nothing_is_overwritten(lite, tmp_path, capsys):
    copy = tmp_path / "copy"
    copy.write_text("mine")
    assert main(["backup", str(copy), "--database", lite]) == 2
    assert "already exists" in capsys.readouterr().err
    assert copy.read_text() == "mine"
    copy.unlink()
    back_up(lite, copy)
    assert main(["restore", str(copy), "--database", lite]) == 2
    assert "already exists" in capsys.readouterr().err


def test_a_damaged_copy_is_refused_and_nothing_is_left_of_it(lite, tmp_path, capsys):
    copy, new = tmp_path / "copy", tmp_path / "new.sqlite3"
    back_up(lite, copy)
    raw = bytearray(copy.read_bytes())
    raw[5000:9000] = b"\xff" * 4000
    copy.write_bytes(raw)
    assert main(["restore", str(copy), "--database", f"sqlite:///{new}"]) == 2
    assert "can't be read" in capsys.readouterr().err
    assert not list(tmp_path.glob("new*"))


def test_what_cannot_be_saved_gets_a_sentence(tmp_path, capsys):
    (tmp_path / "text").write_text("no database")
    for command, says in (
        (["backup", "x", "--database", f"sqlite:///{tmp_path / 'none'}"], "there are no games at"),
        (["backup", "x", "--database", "postgresql://here/games"], "pg_dump"),
        (["restore", str(tmp_path / "text"), "--database", "postgresql://here/games"], "pg_restore"),
        (["restore", str(tmp_path / "text"), "--database", f"sqlite:///{tmp_path / 'new'}"], "can't be read"),
        (["backup", str(tmp_path / "no" / "such" / "place")], "couldn't be written"),
        (["backup", "x", "--database", "nonsense"], "is not the address of a database"),
    ):
        if command[0] == "backup" and len(command) == 2:
            open_store(default_database()).engine.dispose()
        assert main(command) == 2
        assert says in capsys.readouterr().err


def default_database():
    return os.environ.get("DATABASE_URL") or default_url()


def test_a_disk_without_room_gets_a_sentence_and_nothing_half_stays(lite, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.store.backup_file.os.fsync", full)
    with pytest.raises(StoreUnavailable, match="no space left"):
        back_up(lite, tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))
    back = tmp_path / "back.sqlite3"
    monkeypatch.undo()
    back_up(lite, tmp_path / "copy")
    monkeypatch.setattr("companion.store.backup_file.os.fsync", full)
    with pytest.raises(StoreUnavailable, match="no space left"):
        restore(f"sqlite:///{back}", tmp_path / "copy")
    assert not list(tmp_path.glob("back*"))


def test_what_is_deleted_cannot_be_read_in_the_file(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = open_store(url)
    phone = Phone.opens(Tables(store, files.boards()), title="Quizzical Evening")
    phone.tables.delete(phone.table, phone.device)
    store.engine.dispose()  # the last to go puts the log of changes into the file
    assert not any(b"Quizzical" in file.read_bytes() for file in tmp_path.iterdir())
