"""All tables and circles of a phone by one link, without seats and tickets."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from companion.play import keys
from companion.play.tables import Tables
from companion.store import along_rows
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
    assert tables.circles.at(circle, NEW).role == "member"
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


def test_a_keeper_comes_as_a_member_and_a_reader_as_a_reader(tables, ada, secret):
    """Whoever gets hold of the link must not be able to delete a circle, or to send others away."""
    kept = tables.circles.make(ada.device, "Fridays")
    bo = keys.browser_with("Bo's phone")
    others = tables.circles.make(bo, "Mondays")
    tables.circles.join(tables.circles.link(others, bo, "reads", "Bo's cookie"), ada.device)
    tables.along.open(secret, NEW)
    assert [tables.circles.at(circle, NEW).role for circle in (kept, others)] == ["member", "reader"]
    refused(lambda: tables.circles.delete(kept, NEW), "not-the-keeper")
    refused(lambda: tables.circles.renew(kept, NEW, "belongs"), "not-the-keeper")
    refused(lambda: tables.circles.link(kept, NEW, "keeps", "x"), "not-the-keeper")
    tables.circles.join(tables.circles.link(kept, ada.device, "keeps", TOKEN), NEW)
    tables.along.open(secret, NEW)
    assert tables.circles.at(kept, NEW).role == "keeper"


def test_no_pin_and_no_open_ticket_comes_along(tables, ada, secret):
    tables.tickets.set_pin(ada.table, ada.device, "blue", "2580")
    tables.tickets.open(ada.table, ada.device, "blue", "2580")
    tables.along.open(secret, NEW)
    refused(lambda: tables.tickets.open(ada.table, NEW, "blue", "2580"), "not-your-seat")
    refused(lambda: tables.moving.offer(ada.table, NEW, "blue", "2580"), "not-your-seat")
    refused(lambda: tables.seats.take(ada.table, NEW, "blue", "2580"), "seat-held")


def test_a_link_made_again_is_never_the_one_of_before(tables, ada, secret):
    along_rows.forget(tables.store.engine, ada.device)
    assert tables.along.link(ada.device, TOKEN) is None
    assert tables.along.make(ada.device, TOKEN) != secret
    refused(lambda: tables.along.open(secret, NEW), "no-table")


def test_removing_phones_ends_the_links_by_which_they_could_come_back(tables):
    maker = Phone.opens(tables, "red")
    seated = maker.invites("blue")
    secrets = [tables.along.make(one.device, "token") for one in (maker, seated)]
    tables.along.open(secrets[0], NEW)
    tables.door.shut_out(maker.table, maker.device)
    refused(lambda: tables.games.at(maker.table, NEW), "no-table")
    for secret in secrets:
        refused(lambda secret=secret: tables.along.open(secret, NEW), "no-table")
    tables.along.open(tables.along.make(seated.device, "token"), NEW)
    assert tables.on_table(maker.table, NEW).plays


def test_a_renewed_link_of_a_circle_ends_them_too(tables, ada, secret):
    circle = tables.circles.make(ada.device, "Fridays")
    tables.along.open(secret, NEW)
    tables.circles.renew(circle, ada.device, "belongs")
    refused(lambda: tables.circles.at(circle, NEW), "no-circle")
    refused(lambda: tables.along.open(secret, NEW), "no-table")


def test_a_phone_that_is_sold_has_no_link_to_the_others_games(tables, ada, secret):
    """The one by which it came itself may still be in its messages."""
    tables.along.open(secret, NEW)
    tables.leaving.everywhere(NEW)
    refused(lambda: tables.along.open(secret, NEW), "no-table")
    refused(lambda: tables.games.at(ada.table, NEW), "no-table")


def test_who_was_shut_out_of_a_game_is_no_way_into_the_one_before(tables):
    maker = Phone.opens(tables, "red")
    other = maker.invites()
    maker.tells("finish", anyway=True)
    after = tables.series.again(maker.table, maker.device)
    tables.series.again(maker.table, other.device)
    tables.door.shut_out(after, maker.device)
    assert tables.on_table(maker.table, other.device).plays
    secret = tables.along.make(other.device, "token")
    tables.along.open(secret, NEW)
    refused(lambda: tables.games.at(maker.table, NEW), "no-table")


def test_no_game_is_read_to_come_along(tables, ada, secret, monkeypatch):
    """A phone may be in hundreds of them, and those that are being played stay in memory."""
    read = []
    fresh = Tables(tables.store, tables.boards)
    monkeypatch.setattr(fresh.games, "read", lambda snapshot, keep=True: read.append(snapshot))
    fresh.along.open(secret, NEW)
    assert not read
    assert tables.on_table(ada.table, NEW).plays


def test_opening_it_again_writes_nothing(tables, ada, secret):
    tables.along.open(secret, NEW)
    before = ada.version
    tables.along.open(secret, NEW)
    assert ada.version == before


def test_the_link_of_a_phone_that_is_nowhere_is_deleted(tables, ada, secret):
    tables.store.delete_game(ada.table)
    with tables.store.engine.connect() as connection:
        assert connection.execute(sa.select(ALONG)).all() == []


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
