"""Subscribers are told in the transaction that stores an entry; one that fails loses nothing that was reported."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
import sqlalchemy as sa

from companion.store import StoreUnavailable
from companion.store.events import GameFinished, GameReopened, TableDeleted
from companion.store.games import Store
from companion.store.schema import FINISHED, NOTES
from tests.store.test_games import ADA, a_game

SEEN = sa.select(NOTES.c.name).order_by(NOTES.c.name)


@pytest.fixture
def heard():
    return []


@pytest.fixture
def told(store, heard):
    """The same games, with somebody who writes a row of each event."""

    def on_event(connection, event):
        heard.append(event)
        connection.execute(NOTES.insert().values(name=type(event).__name__, at=len(heard)))

    return Store(store.engine, [on_event])


def notes(store):
    with store.engine.connect() as connection:
        return connection.execute(SEEN).scalars().all()


def finish(store, name="x"):
    with store.changing("one") as change:
        change.entries.append((name, ADA, {"type": "finish"}))
        change.events.append(GameFinished("one", 1))


def test_what_happens_is_told_with_what_is_stored(told, heard):
    told.open_game(a_game())
    finish(told)
    with told.changing("one") as change:
        change.entries.append(("y", ADA, {"type": "strike", "entry": 1}))
        change.events.append(GameReopened("one"))
    assert heard == [GameFinished("one", 1), GameReopened("one")]
    assert notes(told) == ["GameFinished", "GameReopened"]


def test_each_way_to_delete_a_table_is_told(told, heard):
    def deleted_by(delete):
        told.open_game(a_game())
        heard.clear()
        delete()
        with told.engine.begin() as connection:
            connection.execute(NOTES.delete())
        return heard

    def by_its_maker():
        with told.changing("one") as change:
            change.deleted = True

    for delete in (
        by_its_maker,
        lambda: told.delete_game("one"),
        lambda: told.delete_untouched_since(int(time.time())),
    ):
        assert deleted_by(delete) == [TableDeleted("one")]
    heard.clear()
    told.delete_game("none")
    assert heard == []


def test_where_nothing_is_stored_nothing_is_told_of_it(told, heard):
    told.open_game(a_game())
    finish(told)
    with pytest.raises(sa.exc.IntegrityError):  # the id is used
        finish(told)
    assert notes(told) == ["GameFinished"]


def raises(connection, event):
    connection.execute(NOTES.insert().values(name="half", at=1))
    raise ZeroDivisionError


def asks_for_nonsense(connection, event):
    connection.execute(NOTES.insert().values(name="half", at=1))
    connection.exec_driver_sql("SELECT nonsense")


def hides_that_it_failed(connection, event):
    """After which PostgreSQL would commit nothing of the transaction, and not say so."""
    with suppress(sa.exc.DBAPIError):
        asks_for_nonsense(connection, event)


def writes_a_row_for_no_game(connection, event):
    connection.execute(FINISHED.insert().values(game="none", entries=1))


@pytest.mark.parametrize("fails", [raises, asks_for_nonsense, hides_that_it_failed, writes_a_row_for_no_game])
def test_a_subscriber_that_fails_loses_no_tap_and_keeps_no_half_row(store, heard, fails):
    def on_event(connection, event):
        heard.append(event)
        connection.execute(NOTES.insert().values(name="whole", at=1))

    told = Store(store.engine, [fails, on_event])
    told.open_game(a_game())
    finish(told)
    for reader in (told, Store(store.engine)):
        assert [entry.id for entry in reader.snapshot("one").entries] == ["x"]
    assert heard == [GameFinished("one", 1)]
    half = ["half"] if fails is hides_that_it_failed and store.engine.dialect.name == "sqlite" else []
    assert notes(told) == [*half, "whole"]


def test_a_transaction_that_the_database_gave_up_does_not_pass_for_stored(store):
    """SQLite takes everything back where the disk is full, the entry as well."""

    def gives_up(connection, event):
        connection.exec_driver_sql("ROLLBACK")
        raise OSError("no room")

    told = Store(store.engine, [gives_up])
    told.open_game(a_game())
    with pytest.raises(StoreUnavailable):
        finish(told)
    assert Store(store.engine).snapshot("one").entries == ()
