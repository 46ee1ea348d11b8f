"""All tables and circles of a phone by one link, without seats and tickets."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from companion.play import keys
from companion.store.schema import ALONG
from tests.support.phones import Phone, refused

TOKEN = "Ada's cookie"
NEW = keys.browser_with("Ada's new phone")


@pytest.fixture
def ada(tables):
    """Ada opened a table with her cookie, sits in blue and holds a ticket."""
    ada = Phone(tables, "", keys.browser_with(TOKEN))
    ada.table = Phone.opens(tables, "red").table
    bo = next(iter(tables.store.snapshot(ada.table).members))
    tables.door.join_by_secret(tables.door.invite(ada.table, bo), ada.device)
    ada.sits("blue").keeps("blue", "denver--el-paso")
    return ada


@pytest.fixture
def secret(tables, ada):
    return tables.along.make(ada.device, TOKEN)


def test_it_opens_tables_and_circles(tables, ada, secret):
    watched = Phone.opens(tables, "red")
    tables.door.join_by_secret(tables.door.invite(watched.table, watched.device), ada.device, "watcher")
    circle = tables.circles.make(ada.device, "Fridays")
    tables.along.open(secret, NEW)
    assert tables.on_table(ada.table, NEW).role == "player"
    assert tables.on_table(watched.table, NEW).role == "watcher"
    assert tables.circles.at(circle, NEW).role == "keeper"
    assert tables.along.link(ada.device, TOKEN) == secret  # it is shown again, and opens what came since
    later = Phone(tables, Phone.opens(tables).table)
    opener = next(iter(tables.store.snapshot(later.table).members))
    tables.door.join_by_secret(tables.door.invite(later.table, opener), ada.device)
    tables.along.open(secret, NEW)
    assert tables.on_table(later.table, NEW).plays


def test_seats_and_tickets_stay_where_they_are(tables, ada, secret):
    tables.along.open(secret, NEW)
    view = tables.view(ada.table, NEW)
    assert (view.seats, view.hands, view.table.tickets_of("blue")) == (frozenset(), frozenset(), [])
    refused(lambda: tables.hand(ada.table, NEW, "blue"), "not-your-seat")
    assert ada.game.snapshot.seats["blue"].device == ada.device


def test_a_maker_comes_as_a_player(tables):
    maker = Phone.opens(tables)
    tables.along.open(tables.along.make(maker.device, "maker"), NEW)
    refused(lambda: tables.delete(maker.table, NEW), "not-the-maker")
    tables.along.open(tables.along.make(maker.device, "maker"), maker.device)
    assert tables.on_table(maker.table, maker.device).role == "maker"


def test_a_new_link_ends_the_old_one_and_leaving_ends_both(tables, ada, secret):
    newer = tables.along.make(ada.device, TOKEN)
    refused(lambda: tables.along.open(secret, NEW), "no-table")
    tables.leaving.everywhere(ada.device)
    refused(lambda: tables.along.open(newer, NEW), "no-table")
    refused(lambda: tables.games.at(ada.table, NEW), "no-table")
    refused(lambda: tables.along.make(ada.device, TOKEN), "nothing-to-take")


def test_who_was_shut_out_brings_nobody_along(tables, ada, secret):
    other = Phone.opens(tables, "red")
    tables.door.join_by_secret(tables.door.invite(other.table, other.device), ada.device)
    tables.door.shut_out(other.table, other.device)
    tables.along.open(secret, NEW)
    refused(lambda: tables.games.at(other.table, NEW), "no-table")
    assert tables.on_table(ada.table, NEW).plays


def test_the_database_has_no_link(tables, ada, secret):
    with tables.store.engine.connect() as connection:
        (row,) = connection.execute(sa.select(ALONG)).all()
    assert (row.device, row.secret) == (ada.device, keys.digest(secret))
