"""Keeping games: what was acknowledged is there, once, and nothing half."""

from __future__ import annotations

import ast
import shutil
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

import companion
from companion.store import StoreUnavailable, games, open_store
from companion.store.devices import ProgramDevice
from companion.store.engine import open_engine, transaction
from companion.store.games import Store
from companion.store.snapshot import Seat, Snapshot, StoredEntry
from tests.support.databases import BOTH

ADA = ProgramDevice(b"a" * 32)
IDLE = "idle_in_transaction_session_timeout"


def a_game(name="one", entries=0):
    log = tuple(StoredEntry(n, f"e{n}", 1, ADA, {"type": "draw", "n": n}) for n in range(1, entries + 1))
    facts = {"code": name.upper()[:6], "version": 1, "setup_version": 1, "opened": 1, "changed": 1}
    return Snapshot(id=name, setup={"map": "usa"}, options={}, entries=log, members={ADA: "maker"}, seats={}, **facts)


def append(store, game, *names):
    with store.changing(game) as change:
        change.entries += [(name, ADA, {"type": "draw"}) for name in names]


def _change_and_fail(store):
    with store.changing("one") as change:
        change.entries.append(("x", ADA, {}))
        change.seats["blue"] = Seat("blue", ADA)
        raise ZeroDivisionError


def test_what_was_written_is_read_again_also_by_another_store(store):
    store.open_game(a_game(entries=2))
    assert store.snapshot("one").entries == a_game(entries=2).entries
    append(store, "one", "x")
    read = store.snapshot("one")
    assert (read.version, store.version("one")) == (2, 2)
    assert [(e.place, e.id, e.version) for e in read.entries] == [(1, "e1", 1), (2, "e2", 1), (3, "x", 2)]
    assert Store(store.engine).snapshot("one") == read


def test_what_is_not_there_is_none(store):
    assert store.snapshot("none") is None
    assert store.version("none") is None
    assert store.by_code("NONE") is None
    assert store.by_secret(b"none") is None
    assert store.by_waiting("none") is None
    assert store.pin("none", "blue") is None
    with store.changing("none") as change:
        assert change is None


def test_an_exception_writes_nothing(store):
    store.open_game(a_game())
    with pytest.raises(ZeroDivisionError):
        _change_and_fail(store)
    read = store.snapshot("one")
    assert (read.version, read.entries, dict(read.seats)) == (1, (), {})


def test_an_id_is_stored_once_and_the_rest_of_its_change_not_at_all(store):
    store.open_game(a_game())
    append(store, "one", "x")
    with pytest.raises(sa.exc.IntegrityError):
        append(store, "one", "y", "x")
    assert [e.id for e in store.snapshot("one").entries] == ["x"]


def test_what_was_just_written_is_given_as_it_would_be_read(store):
    store.open_game(a_game(entries=2))
    with store.changing("one") as change:
        change.entries.append(("x", ADA, {"type": "claim", "id": "x"}))
    assert change.after == store.snapshot("one")
    assert store.snapshot("one", change.after) is change.after


def test_what_another_process_wrote_is_read(store):
    store.open_game(a_game())
    append(store, "one", "x")
    other = Store(store.engine)
    known = store.snapshot("one")
    append(other, "one", "y")
    with other.changing("one") as change:
        change.seats["blue"] = Seat("blue", ADA)
    read = store.snapshot("one", known)
    assert read.entries[0] is known.entries[0], "a log only grows"
    assert read == other.snapshot("one") == Store(store.engine).snapshot("one")


def test_who_reads_while_another_writes_sees_one_version_whole(store):
    """What is known of a log may be newer than the transaction that looks at it."""
    store.open_game(a_game())
    append(store, "one", "x")
    known = store.snapshot("one")
    with transaction(store.engine) as connection:
        connection.execute(sa.text("SELECT version FROM game")).all()
        if store.engine.dialect.name == "sqlite":
            append(store, "one", "y")
            known = store.snapshot("one")
        read = games._read(connection, "one", known)
    assert len(read.entries) == read.version - 1
    newest = store.snapshot("one", read)
    assert len(newest.entries) == newest.version - 1


def test_games_untouched_for_long_are_deleted(store):
    store.open_game(a_game("old"))
    store.open_game(a_game("new"))
    append(store, "new", "x")
    assert store.delete_untouched_since(1_000) == 1
    assert store.all_games() == ["new"]


def test_two_writers_take_turns(store):
    store.open_game(a_game())

    def write(who):
        for n in range(50):
            append(store, "one", f"{who}-{n}")

    threads = [threading.Thread(target=write, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    read = store.snapshot("one")
    assert [e.place for e in read.entries] == list(range(1, 201))
    assert read.version == 201


def test_a_database_that_is_away_says_so_in_a_sentence(tmp_path):
    away = Store(open_engine("postgresql://nobody@127.0.0.1:9/none?connect_timeout=1"))
    with pytest.raises(StoreUnavailable, match="nothing was saved"):
        away.snapshot("one")
    for url in ("nonsense", "mysql://here/games", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(StoreUnavailable):
            open_engine(url)
    file = tmp_path / "no-database"
    file.write_text("this is a letter, and no database at all" * 100)
    with pytest.raises(StoreUnavailable):
        open_store(f"sqlite:///{file}")


@pytest.mark.parametrize("url", [kind for kind in BOTH if kind != "sqlite"], indirect=True)
def test_a_table_that_a_dark_server_was_changing_is_refused_soon_and_not_waited_for(store):
    """PostgreSQL keeps a row for whoever holds it; SQLite's writers wait in a line of their own."""
    with store.engine.connect() as connection:
        set_to = {name: connection.exec_driver_sql(f"SHOW {name}").scalar() for name in ("lock_timeout", IDLE)}
    assert set_to == {"lock_timeout": "10s", IDLE: "30s"}
    store.open_game(a_game())
    other = open_engine(store.engine.url.render_as_string() + "&options=-c%20lock_timeout%3D50ms")
    with store.changing("one"), pytest.raises(StoreUnavailable), Store(other).changing("one"):
        pass
    other.dispose()


def test_what_is_read_is_of_one_moment_also_while_another_host_writes(store, url, monkeypatch):
    store.open_game(a_game(entries=1))
    other, real, once = Store(open_engine(url)), games._entries, iter([True])

    def meanwhile(*args):
        if next(once, False):
            append(other, "one", "x")
        return real(*args)

    monkeypatch.setattr(games, "_entries", meanwhile)
    read = Store(store.engine).snapshot("one")
    assert (read.version, len(read.entries)) == (1, 1)
    assert len(store.snapshot("one").entries) == 2
    other.engine.dispose()


def test_the_words_of_logs_are_in_memory_once_and_what_no_other_entry_has_is_not_kept(store, monkeypatch):
    """Whatever people tell: `sys.intern` would keep it for ever from Python 3.12 on."""
    monkeypatch.setattr(games, "_WORDS", {})
    store.open_game(a_game())
    for n in range(3):
        with store.changing("one") as change:
            own = {"id": f"e{n}", "at": f"2026-11-18T19:04:0{n}Z"}
            change.entries.append((own["id"], ADA, {"type": "claim", "player": "blue", "route": "a--b", **own}))
    first, __, third = Store(store.engine).snapshot("one").entries
    for name in ("type", "player", "route"):
        assert first.body[name] is third.body[name]
    assert next(iter(first.body)) is next(iter(third.body))
    assert first.id is first.body["id"]
    assert set(games._WORDS) == {"type", "claim", "player", "blue", "route", "a--b", "id", "at"}
    monkeypatch.setattr(games, "MOST_WORDS", 8)
    with store.changing("one") as change:
        change.entries.append(("more", ADA, {"type": "station", "city": "paris"}))
    assert Store(store.engine).snapshot("one").entries[-1].body == {"type": "station", "city": "paris"}
    assert len(games._WORDS) == 8


def test_nothing_is_interned():
    for file in Path(companion.__file__).parent.rglob("*.py"):
        tree = ast.walk(ast.parse(file.read_text()))
        named = {getattr(node, "attr", getattr(node, "id", getattr(node, "name", ""))) for node in tree}
        assert "intern" not in named, file


@pytest.fixture
def moved(tmp_path, empty_sqlite):
    """A store that others use as well, and a way to move its file away and back."""
    file = Path(shutil.copy(empty_sqlite, tmp_path / "games.sqlite3"))
    store = Store(open_engine(f"sqlite:///{file}"))
    store.open_game(a_game(entries=3))
    yield store, file, file.with_name("elsewhere")
    store.engine.dispose()


def at_once(work, times=4):
    """Each with a connection of its own; what came of it."""
    found, together = [], threading.Barrier(times)

    def one():
        together.wait(20)
        try:
            found.append(work())
        except StoreUnavailable as problem:
            found.append(problem)

    threads = [threading.Thread(target=one) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return found


def test_a_file_that_was_moved_away_and_put_back_is_as_before(moved):
    store, file, away = moved
    append(store, "one", "x")
    file.rename(away)
    assert all(isinstance(found, StoreUnavailable) for found in at_once(lambda: store.snapshot("one")))
    with pytest.raises(StoreUnavailable):
        append(store, "one", "lost")
    assert not file.exists()
    away.rename(file)
    assert at_once(lambda: len(store.snapshot("one").entries)) == [4] * 4
    append(store, "one", "y")
    assert [entry.id for entry in Store(open_engine(f"sqlite:///{file}")).snapshot("one").entries][3:] == ["x", "y"]


def test_a_file_that_was_moved_away_and_put_back_as_a_copy_is_the_one_that_counts(moved):
    """As across two disks: the old one is still open, but nobody else would see what is written there."""
    store, file, away = moved
    at_once(lambda: store.snapshot("one"))
    file.rename(away)
    with pytest.raises(StoreUnavailable):
        store.snapshot("one")
    shutil.copy(away, file)
    append(store, "one", "x")
    assert at_once(lambda: len(store.snapshot("one").entries)) == [4] * 4
    assert [entry.id for entry in Store(open_engine(f"sqlite:///{file}")).snapshot("one").entries][3:] == ["x"]
