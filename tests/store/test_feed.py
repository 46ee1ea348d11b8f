"""Who listens to a game hears of every change, whichever process made it."""

from __future__ import annotations

import shutil
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.store import feed as feeds
from companion.store.engine import open_engine
from companion.store.feed import Feed
from companion.store.games import Store
from tests.store.test_games import ADA, a_game, append


@pytest.fixture
def feed(store):
    feed = Feed(store.engine)
    yield feed
    feed.stop()


@pytest.fixture
def other(url):
    """Another process's store."""
    other = Store(open_engine(url))
    yield other
    other.engine.dispose()


@contextmanager
def listening(feed, game):
    """Somebody who listens to a game."""
    listener = feed.listen(game, int)
    try:
        yield listener
    finally:
        feed.unlisten(game, listener)


def hears(listener, version, seconds=20.0):
    until = time.monotonic() + seconds
    while listener.version != version and time.monotonic() < until:
        time.sleep(0.005)
    return listener.version == version


def test_every_change_is_heard_by_its_own_listener_and_no_other(store, feed, other):
    store.open_game(a_game())
    store.open_game(a_game("two"))
    with listening(feed, "one") as listener, listening(feed, "two") as elsewhere:
        assert hears(listener, 1)
        assert hears(elsewhere, 1)
        for n in range(2, 6):
            append(other, "one", f"x{n}")
            assert hears(listener, n)
        assert elsewhere.version == 1
        assert len(feed._listeners) == 2
    assert len(feed._listeners) == 0


def test_a_game_that_is_deleted_is_told_at_once(store, feed, other):
    store.open_game(a_game())
    with listening(feed, "one") as listener:
        assert hears(listener, 1)
        with other.changing("one") as change:
            change.deleted = True
        assert hears(listener, 0, 2)


def test_a_change_after_the_newest_game_was_deleted_is_heard(store, feed, other):
    store.open_game(a_game())
    store.open_game(a_game("newest"))
    with listening(feed, "one") as listener:
        assert hears(listener, 1)
        with other.changing("newest") as change:
            change.deleted = True
        append(other, "one", "x")
        assert hears(listener, 2, 2)


def test_who_comes_while_the_feed_runs_hears_the_newest_within_seconds(store, feed, monkeypatch):
    monkeypatch.setattr(feeds, "ALL", 0.2)
    store.open_game(a_game())
    append(store, "one", "x")
    with listening(feed, "one") as first:
        assert hears(first, 2)
        with listening(feed, "one") as second:
            assert hears(second, 2)


def test_an_older_version_told_late_changes_nothing():
    calls = []
    listener = feeds.Listener(lambda: calls.append(listener.version))
    for version in (5, 4, 0, 6):
        listener.notify(version)
    assert calls == [5, 0]


def test_the_feed_outlives_a_database_that_was_away(store, feed, monkeypatch):
    monkeypatch.setattr(feeds, "AGAIN", 0.05)
    store.open_game(a_game())
    broken = iter([True])
    real = feed._tell_all

    def once():
        if next(broken, False):
            raise OSError("gone")
        real()

    monkeypatch.setattr(feed, "_tell_all", once)
    with listening(feed, "one") as listener:
        assert hears(listener, 1)
        with store.changing("one") as change:
            change.members[ADA] = "player"
        assert hears(listener, 2)


def test_what_changes_in_a_file_that_was_put_back_is_heard(tmp_path, empty_sqlite, monkeypatch):
    monkeypatch.setattr(feeds, "ALL", 1.0)
    file = Path(shutil.copy(empty_sqlite, tmp_path / "games.sqlite3"))
    store = Store(open_engine(f"sqlite:///{file}"))
    store.open_game(a_game())
    feed = Feed(store.engine)
    with listening(feed, "one") as listener:
        assert hears(listener, 1)
        there = [file.with_name(file.name + end) for end in ("", "-wal", "-shm")]
        for one in there:
            one.rename(f"{one}.moved")
        for one in there:
            shutil.copy(f"{one}.moved", one)
        monkeypatch.setattr(feed, "_tell_all", lambda: None)  # which would find it too, but only now and then
        for n in range(2, 42):
            append(store, "one", f"x{n}")
            if hears(listener, n, 0.5):
                break
        assert listener.version == n
    feed.stop()
    store.engine.dispose()


def test_a_feed_that_nobody_listens_to_rests_and_wakes_again(store, feed, monkeypatch):
    monkeypatch.setattr(feeds, "IDLE", 0.0)
    monkeypatch.setattr(feeds, "ALL", 0.05)
    store.open_game(a_game())
    for _ in range(2):
        with listening(feed, "one") as listener:
            assert hears(listener, store.version("one"))
        until = time.monotonic() + 5
        while feed._thread is not None and time.monotonic() < until:
            time.sleep(0.02)
        assert feed._thread is None
        append(store, "one", f"while it rests {time.monotonic()}")
