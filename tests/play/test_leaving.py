"""A phone that is somebody's no more leaves every table, and its token names nobody."""

from __future__ import annotations

import pytest

from companion.play import keys
from companion.store import sessions
from tests.support.phones import Phone, refused

OLD, NEW = "denver--el-paso", "dallas--new-york"


@pytest.fixture
def ada(tables):
    """Three at a table; Ada opened it and holds a ticket."""
    ada = Phone.opens(tables, "blue", players=3)
    ada.keeps("blue", OLD)
    return ada


def leaves(phone):
    phone.tables.leaving.everywhere(phone.device)


def back(phone, by):
    """The same token comes by a new link, as whoever found the phone might."""
    phone.tables.door.join_by_secret(by.tables.door.invite(by.table, by.device), phone.device)
    return phone


def test_it_is_at_no_table_and_its_seats_are_free(tables, ada, bo):
    other = Phone.opens(tables, "blue")
    other.tables.door.join_by_secret(tables.door.invite(other.table, other.device), ada.device)
    leaves(ada)
    assert list(tables.of(ada.device)) == []
    for table in (ada.table, other.table):
        refused(lambda table=table: tables.games.at(table, ada.device), "no-table")
    assert {color: seat.device for color, seat in bo.game.snapshot.seats.items()} == {"blue": None, "red": bo.device}
    assert other.game.snapshot.members.keys() == {other.device}


def test_asked_again_it_changes_nothing(ada, bo):
    leaves(ada)
    version = bo.version
    leaves(ada)
    assert bo.version == version


def test_a_link_or_code_of_before_lets_nobody_in(tables, ada, bo):
    secret, code = tables.door.invite(ada.table, ada.device), ada.game.snapshot.code
    leaves(ada)
    refused(lambda: tables.door.join_by_secret(secret, keys.browser_with("finder")), "no-table")
    refused(lambda: tables.door.ask_to_join(code, keys.browser_with("finder")), "no-table")


def test_who_only_watched_leaves_everything_to_others_as_it_was(tables, ada):
    watcher = ada.invites(role="watcher")
    code, secret = ada.game.snapshot.code, tables.door.invite(ada.table, ada.device)
    leaves(watcher)
    assert ada.game.snapshot.code == code
    assert ada.game.snapshot.seat_changes == ()
    tables.door.join_by_secret(secret, keys.browser_with("late"))


def test_who_never_had_to_do_with_a_seat_leaves_no_line_in_the_log(ada):
    guest = ada.invites()
    leaves(guest)
    assert ada.game.snapshot.seat_changes == ()
    assert ada.game.snapshot.members == {ada.device: "maker"}


def test_the_next_seat_may_do_what_the_maker_might(ada, bo):
    watcher, cy = ada.invites(role="watcher"), ada.invites()
    leaves(ada)
    roles = bo.game.snapshot.members
    assert roles == {bo.device: "maker", cy.device: "player", watcher.device: "watcher"}


def test_a_player_who_leaves_makes_nobody_a_maker(ada, bo):
    leaves(bo)
    assert ada.game.snapshot.members == {ada.device: "maker"}


def test_its_token_is_a_strangers_to_the_tickets_that_it_entered(ada, bo):
    leaves(ada)
    back(ada, bo).sits("blue")
    assert ada.viewer.covered_entries == {"blue": 1}
    assert "keep" not in ada.log()


def test_nor_does_who_holds_the_seat_after_it_own_them(ada, bo):
    """Who took the seat, left it and takes it again still sees none of them."""
    leaves(ada)
    cy = bo.invites("blue")
    cy.tables.seats.free(cy.table, cy.device, "blue")
    cy.sits("blue")
    assert "keep" not in cy.log()
    ada.tables.seats.ask_to_show(cy.table, cy.device, "blue")
    bo.tables.seats.answer(bo.table, bo.device, "show", "blue", True)
    assert "keep" in cy.log()


def test_with_its_pin_a_seat_is_taken_to_a_new_phone_with_all_its_tickets(tables, monkeypatch):
    monkeypatch.setattr(keys, "_slow", lambda pin, salt: keys.digest(pin + salt.hex()))
    ada = Phone.opens(tables, players=2)
    tables.seats.take(ada.table, ada.device, "blue", "4711")
    ada.keeps("blue", OLD)
    bo = ada.invites("red")
    new = ada.invites()
    leaves(ada)
    refused(lambda: tables.seats.take(new.table, new.device, "blue"), "wrong-pin")
    tables.seats.take(new.table, new.device, "blue", "4711")
    assert "keep" in new.log()
    assert "keep" not in bo.log()


def test_it_is_not_brought_along_to_the_next_game(tables, ada, bo):
    ada.finishes(bo)
    leaves(ada)
    following = tables.series.again(bo.table, bo.device)
    assert ada.device not in tables.store.snapshot(following).members
    refused(lambda: tables.series.again(ada.table, ada.device), "no-table")


def test_who_waited_to_be_let_in_waits_no_more(tables, ada):
    guest = keys.browser_with("guest")
    waiting = tables.door.ask_to_join(ada.game.snapshot.code, guest)
    tables.leaving.everywhere(guest)
    refused(lambda: tables.door.decide(ada.table, ada.device, waiting, True), "nobody-waits")
    refused(lambda: tables.door.collect(waiting, guest), "too-late")


def test_what_was_open_or_typed_on_it_is_gone(tables):
    ada = Phone.of_hand(tables, "blue", "red")
    tables.tickets.open(ada.table, ada.device, "blue")
    tables.tickets.close(ada.table, ada.device, "blue", "den")
    leaves(ada)
    assert sessions.open_seats(tables.store.engine, ada.table, ada.device) == {}


def test_it_leaves_a_table_too_whose_board_is_gone(tables, ada, bo, monkeypatch):
    monkeypatch.setattr(tables.games, "_boards", {})
    leaves(ada)
    assert ada.device not in tables.store.snapshot(ada.table).members


def test_tables_that_nobody_else_can_open_are_told_before(tables, ada):
    alone = Phone.opens(tables, "blue")
    alone.tables.door.join_by_secret(tables.door.invite(ada.table, ada.device), alone.device)
    alone.invites(role="watcher")
    assert [game.id for game in tables.leaving.only_here(alone.device)] == [alone.table]
    assert [game.id for game in tables.leaving.only_here(ada.device)] == []
