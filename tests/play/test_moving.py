"""A seat goes along to another phone: by a code that opens nothing until the seat's own phone says yes."""

from __future__ import annotations

import time

import pytest

from companion.play import keys, moving
from companion.play.game import seat_taker
from tests.support.phones import Phone, refused

KEPT = "denver--el-paso"
NEW = keys.browser_with("Ada's new phone")
THIEF = keys.browser_with("whoever photographed the code")


def holder(phone, color="blue"):
    return phone.game.snapshot.seats[color].device


def yes(phone, color="blue"):
    return phone.tables.moving.answer(phone.table, phone.device, color, True)


@pytest.fixture
def secret(tables, ada, bo):
    """The code of Ada's seat, with a ticket in it."""
    ada.keeps("blue", KEPT)
    return tables.moving.offer(ada.table, ada.device, "blue")


def test_the_seat_goes_with_its_tickets_once_its_phone_says_yes(tables, ada, bo, secret):
    waiting = tables.moving.ask(secret, NEW)
    assert tables.door.collect(waiting, NEW) is None
    asked = tables.on_table(ada.table, ada.device).requests
    assert [(one.kind, one.color, one.answers) for one in asked] == [("move", "blue", True)]
    assert asked[0].signs == tables.moving.sign(waiting, NEW) != ""
    assert tables.on_table(ada.table, bo.device).requests == ()
    yes(ada)
    assert holder(ada) == NEW
    assert tables.door.collect(waiting, NEW).role == "player"
    assert [ticket.id for ticket in tables.hand(ada.table, NEW, "blue").table.tickets_of("blue")] == [KEPT]
    assert tables.on_table(ada.table, ada.device).seats == frozenset()
    refused(lambda: tables.hand(ada.table, ada.device, "blue"), "not-your-seat")


def test_the_code_alone_opens_nothing(tables, ada, bo, secret):
    waiting = tables.moving.ask(secret, THIEF)
    refused(lambda: tables.games.at(ada.table, THIEF), "no-table")
    refused(lambda: tables.door.join_by_secret(secret, THIEF), "no-table")
    assert tables.door.collect(waiting, THIEF) is None
    guest = seat_taker(ada.game.snapshot, "blue").id
    refused(lambda: tables.door.decide(ada.table, bo.device, guest, True), "nobody-waits")
    for stranger in (THIEF, NEW):
        refused(lambda stranger=stranger: tables.moving.answer(ada.table, stranger, "blue", True), "no-table")
    refused(lambda: tables.moving.answer(ada.table, bo.device, "blue", True), "nothing-asked")
    tables.moving.answer(ada.table, ada.device, "blue", False)
    refused(lambda: tables.door.collect(waiting, THIEF), "not-admitted")
    refused(lambda: yes(ada), "nothing-asked")
    refused(lambda: tables.games.at(ada.table, THIEF), "no-table")
    assert holder(ada) == ada.device


def test_it_is_good_once_for_a_minute_and_only_the_newest(tables, ada, secret, monkeypatch):
    tables.moving.ask(secret, THIEF)
    refused(lambda: tables.moving.ask(secret, NEW), "no-table")
    older, newer = (tables.moving.offer(ada.table, ada.device, "blue") for _ in range(2))
    refused(lambda: yes(ada), "nothing-asked")  # the thief's question went with the code
    refused(lambda: tables.moving.ask(older, NEW), "no-table")
    refused(lambda: tables.moving.ask(newer, ada.device), "no-table")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + moving.SECONDS + 1)
    refused(lambda: tables.moving.ask(newer, NEW), "no-table")


def test_only_who_asked_is_let_in_to_it(tables, ada, secret):
    waiting = tables.moving.ask(secret, keys.program_with("asked"))
    yes(ada)
    refused(lambda: tables.door.collect(waiting, keys.program_with("another")), "nobody-waits")
    assert tables.moving.sign(waiting, keys.program_with("another")) == ""


def test_a_pin_is_asked_for_and_goes_along(tables):
    ada = Phone.of_hand(tables)
    tables.seats.take(ada.table, ada.device, "blue", "2580")
    refused(lambda: tables.moving.offer(ada.table, ada.device, "blue"), "wrong-pin")
    refused(lambda: tables.moving.offer(ada.table, ada.device, "blue", "0000"), "wrong-pin")
    tables.moving.ask(tables.moving.offer(ada.table, ada.device, "blue", "2580"), NEW)
    yes(ada)
    refused(lambda: tables.hand(ada.table, NEW, "blue"), "tickets-closed")
    refused(lambda: tables.tickets.open(ada.table, NEW, "blue", "0000"), "wrong-pin")
    tables.tickets.open(ada.table, NEW, "blue", "2580")
    tables.hand(ada.table, NEW, "blue")


def test_what_was_covered_to_the_old_phone_is_covered_to_the_new_one(tables, ada, bo, secret):
    tables.seats.free(ada.table, ada.device, "blue")
    cy = ada.invites("blue")
    tables.moving.ask(tables.moving.offer(ada.table, cy.device, "blue"), NEW)
    yes(cy)
    assert tables.hand(ada.table, NEW, "blue").table.tickets_of("blue") == []
    assert tables.on_table(ada.table, NEW).taken_over == {"blue"}
    tables.seats.answer(ada.table, bo.device, "show", "blue", True)
    assert [ticket.id for ticket in tables.hand(ada.table, NEW, "blue").table.tickets_of("blue")] == [KEPT]


def test_whoever_held_it_before_is_a_stranger_to_it_afterwards(tables, ada, bo, secret):
    tables.moving.ask(secret, NEW)
    yes(ada)
    tables.seats.free(ada.table, NEW, "blue")
    ada.sits("blue")
    assert tables.hand(ada.table, ada.device, "blue").table.tickets_of("blue") == []


def test_of_a_seat_that_changed_hands_nobody_is_asked_any_more(tables, ada, bo, secret):
    """Who has it now would take the question for their own."""
    tables.moving.ask(secret, THIEF)
    tables.seats.free(ada.table, ada.device, "blue")
    cy = ada.invites("blue")
    assert "move" not in [one.kind for one in tables.on_table(ada.table, cy.device).requests]
    refused(lambda: yes(cy), "nothing-asked")
    newer = tables.moving.offer(ada.table, cy.device, "blue")
    tables.moving.ask(newer, THIEF)
    tables.leaving.everywhere(cy.device)
    dee = ada.invites("blue")
    refused(lambda: yes(dee), "nothing-asked")


def test_a_code_ends_when_its_seat_changes_hands(tables, ada, bo, secret):
    tables.seats.free(ada.table, ada.device, "blue")
    refused(lambda: tables.moving.ask(secret, NEW), "no-table")
    ada.sits("blue")
    refused(lambda: tables.moving.ask(secret, NEW), "no-table")


def test_a_seat_with_a_pin_goes_to_no_program_that_would_read_without_it(tables):
    ada, program = Phone.of_hand(tables, "blue"), keys.program_with("a program")
    tables.tickets.set_pin(ada.table, ada.device, "blue", "2580")
    offered = tables.moving.offer(ada.table, ada.device, "blue", "2580")
    refused(lambda: tables.moving.ask(offered, program), "no-table")
    tables.tickets.open(ada.table, ada.device, "blue", "2580")
    tables.tickets.set_pin(ada.table, ada.device, "blue", None)
    tables.moving.ask(tables.moving.offer(ada.table, ada.device, "blue"), program)
    tables.tickets.set_pin(ada.table, ada.device, "blue", "2580")
    refused(lambda: yes(ada), "nothing-asked")
    assert holder(ada) == ada.device


def test_an_old_phone_is_refused_everything_of_the_seat_at_once(tables, ada, bo, secret):
    tables.moving.ask(secret, NEW)
    yes(ada)
    for work in (
        lambda: tables.hand(ada.table, ada.device, "blue"),
        lambda: tables.seat(ada.table, ada.device, "blue"),
        lambda: tables.tickets.open(ada.table, ada.device, "blue"),
        lambda: tables.tickets.set_pin(ada.table, ada.device, "blue", None),
        lambda: tables.seats.confirm(ada.table, ada.device, "blue"),
        lambda: tables.moving.offer(ada.table, ada.device, "blue"),
        lambda: ada.keeps("blue", "los-angeles--new-york"),
    ):
        refused(work, "not-your-seat")
    refused(lambda: ada.sits("blue"), "seat-held")
    seen = tables.view(ada.table, ada.device)
    assert (seen.hands, seen.table.tickets_of("blue")) == (frozenset(), [])


def test_no_seat_is_moved_by_another_phone_or_after_the_end(tables, ada, bo, secret):
    refused(lambda: tables.moving.offer(ada.table, bo.device, "blue"), "not-your-seat")
    tables.moving.ask(secret, NEW)
    ada.finishes(bo)
    refused(lambda: yes(ada), "nothing-asked")
    refused(lambda: tables.moving.offer(ada.table, ada.device, "blue"), "after-finish")


def test_the_database_has_no_code(tables, ada, secret):
    waiting = tables.moving.ask(secret, NEW)
    stored = [one.id for one in ada.game.snapshot.waiting]
    assert len(stored) == 2
    assert not {secret, waiting} & {*stored}
