"""A copy for each of the last seven days; a damaged file is noticed, a good copy offered, and nothing is lost."""

from __future__ import annotations

import os
import shlex
import time
from datetime import date, timedelta

import pytest

from companion.boards import files
from companion.cli import main
from companion.host.metrics import Measures
from companion.play.tables import Tables
from companion.serve import maintenance
from companion.serve.maintenance import Maintenance
from companion.store import StoreUnavailable, open_store
from companion.store.daily_copies import copies, copy_of, make_copy
from tests.support.phones import Phone

TODAY = date(2026, 11, 20)
WEEK = 7


@pytest.fixture
def file(tmp_path):
    """A database with a game, and a server's name for its title."""
    file = tmp_path / "data" / "games.sqlite3"
    store = open_store(f"sqlite:///{file}")
    Phone.opens(Tables(store, files.boards()), title="Friday night")
    store.close()
    return file


def names(file):
    store = open_store(f"sqlite:///{file}")
    titles = {store.snapshot(game).setup["title"] for game in store.all_games()}
    store.close()
    return titles


def damage(file):
    """A page in the middle and the head of the next one are overwritten, as a failing card does."""
    raw = bytearray(file.read_bytes())
    raw[4096 + 8 : 4096 + 6000] = b"\xff" * 5992
    file.write_bytes(raw)


def added(file, title):
    store = open_store(f"sqlite:///{file}")
    Phone.opens(Tables(store, files.boards()), title=title)
    store.close()


def test_a_copy_is_made_once_a_day_and_only_its_owner_may_read_it(file):
    assert make_copy(file, TODAY, WEEK)
    assert not make_copy(file, TODAY, WEEK)
    [copy] = copies(file).values()
    assert copy == file.parent / "copies" / "games-2026-11-20.sqlite3"
    assert names(copy) == {"Friday night"}
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in copy.parent.iterdir()] == [copy.name]


def test_seven_are_kept(file):
    for day in range(10):
        make_copy(file, TODAY + timedelta(days=day), WEEK)
    assert list(copies(file)) == [TODAY + timedelta(days=day) for day in (9, 8, 7, 6, 5, 4, 3)]


def test_what_was_deleted_is_in_no_copy_after_seven_days(file):
    make_copy(file, TODAY, WEEK)
    store = open_store(f"sqlite:///{file}")
    store.delete_game(store.all_games()[0])
    store.close()
    for day in range(1, 8):
        make_copy(file, TODAY + timedelta(days=day), WEEK)
    every = [one for one in file.parent.rglob("*") if one.is_file()]
    assert len(every) == 8
    assert not any(b"Friday night" in one.read_bytes() for one in every)


def test_old_ones_stay_while_no_new_one_can_be_made(file):
    make_copy(file, TODAY, WEEK)
    damage(file)
    with pytest.raises(StoreUnavailable):
        make_copy(file, TODAY + timedelta(days=30), WEEK)
    assert list(copies(file)) == [TODAY]
    assert [one.name for one in (file.parent / "copies").iterdir()] == ["games-2026-11-20.sqlite3"]


def test_what_an_ended_process_left_is_deleted_and_other_files_are_not(file):
    folder = file.parent / "copies"
    folder.mkdir()
    left, others = folder / "games-2026-11-19.sqlite3.4711.part", [folder / "mine.txt", folder / "games-x.sqlite3"]
    for one in (left, *others):
        one.write_text("")
    os.utime(left, (time.time() - 7200,) * 2)
    make_copy(file, TODAY, WEEK)
    assert not left.exists()
    assert all(one.exists() for one in others)


def test_two_databases_in_one_folder_keep_their_own(file):
    other = file.with_name("club.sqlite3")
    open_store(f"sqlite:///{other}").close()
    make_copy(file, TODAY, WEEK)
    make_copy(other, TODAY, WEEK)
    assert copies(file) != copies(other)
    assert len(copies(file)) == len(copies(other)) == 1


def test_a_damaged_file_is_noticed_and_the_command_that_is_offered_brings_the_games_back(file, capsys):
    make_copy(file, TODAY, WEEK)
    added(file, "Saturday")
    make_copy(file, TODAY + timedelta(days=1), WEEK)
    damage(file)
    broken = file.read_bytes()
    damage(copy_of(file, TODAY + timedelta(days=1)))  # the newest isn't good any more
    assert main(["tables", "--database", f"sqlite:///{file}"]) == 2
    [says] = capsys.readouterr().err.splitlines()
    assert says.startswith(f"{file} is damaged; get the games of 20 November 2026 back with `companion restore ")
    assert file.read_bytes() == broken
    program, *command = shlex.split(says.split("`")[1])
    assert program == "companion"
    assert main(command) == 0
    assert capsys.readouterr().out == "1 game restored.\n"
    assert names(file) == {"Friday night"}
    assert file.with_name("games.sqlite3.aside-1").read_bytes() == broken


def test_without_a_good_copy_nothing_is_offered(file, capsys):
    make_copy(file, TODAY, WEEK)
    damage(file)
    damage(copy_of(file, TODAY))
    assert main(["tables", "--database", f"sqlite:///{file}"]) == 2
    assert "restore a copy with `companion restore`" in capsys.readouterr().err


def test_what_was_set_aside_comes_back_where_the_copy_is_not_good(file, capsys):
    make_copy(file, TODAY, WEEK)
    copy = copy_of(file, TODAY)
    damage(copy)
    before = file.read_bytes()
    command = ["restore", str(copy), "--database", f"sqlite:///{file}", "--set-aside"]
    assert main(command) == 2
    assert "that copy can't be read" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert [one.name for one in sorted(file.parent.iterdir())] == ["copies", "games.sqlite3"]


def test_what_somebody_uses_is_not_set_aside(file, capsys):
    make_copy(file, TODAY, WEEK)
    store = open_store(f"sqlite:///{file}")
    with store.changing(store.all_games()[0]):
        command = ["restore", str(copy_of(file, TODAY)), "--database", f"sqlite:///{file}", "--set-aside"]
        assert main(command) == 2
        assert "another program is using" in capsys.readouterr().err
    store.count()  # a connection stays open, as those of a server do
    assert main(command) == 2
    store.close()
    assert names(file) == {"Friday night"}


def test_a_server_makes_them_by_itself(file, monkeypatch):
    store = open_store(f"sqlite:///{file}")
    monkeypatch.setattr(maintenance, "AGAIN", 0.01)
    Maintenance(store, Measures(), copies=WEEK).start()
    end = time.monotonic() + 10
    while not copies(file) and time.monotonic() < end:
        time.sleep(0.01)
    assert list(copies(file)) == [date.today()]
    store.close()


def test_a_server_told_to_keep_none_makes_none(file, monkeypatch):
    store = open_store(f"sqlite:///{file}")
    monkeypatch.setattr(maintenance, "AGAIN", 0.01)
    Maintenance(store, Measures()).start()
    time.sleep(0.1)
    assert copies(file) == {}
    store.close()
