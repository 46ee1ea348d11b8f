"""What a seat says of its tickets, at the opening and at the end; either can be unsaid."""

from __future__ import annotations

from tests.support.phones import refused


def said(phone):
    player = phone.sees()["players"][0]
    return player["tickets_in"], player["confirmed"]


def test_a_seat_says_that_its_tickets_are_in_and_then_that_it_has_no_more(ada, tables):
    assert said(ada) == (False, False)
    tables.seats.tickets_in(ada.table, ada.device, "blue")
    assert said(ada) == (True, False)
    ada.confirms("blue")
    assert said(ada) == (True, True)


def test_who_has_no_more_tickets_has_them_in(ada):
    ada.confirms("blue")
    assert said(ada) == (True, True)


def test_either_can_be_unsaid(ada, tables):
    ada.confirms("blue")
    tables.seats.unconfirm(ada.table, ada.device, "blue")
    assert said(ada) == (True, False)
    tables.seats.tickets_in(ada.table, ada.device, "blue", are_in=False)
    assert said(ada) == (False, False)


def test_one_more_ticket_takes_back_that_there_are_no_more_and_nothing_else(ada, tables):
    ada.confirms("blue")
    ada.keeps("blue", "boston--miami")
    assert said(ada) == (True, False)


def test_nothing_new_is_no_version(ada, tables):
    tables.seats.unconfirm(ada.table, ada.device, "blue")
    tables.seats.tickets_in(ada.table, ada.device, "blue", are_in=False)
    before = ada.version
    tables.seats.unconfirm(ada.table, ada.device, "blue")
    assert ada.version == before


def test_another_phone_says_nothing_for_a_seat(ada, tables):
    bo = ada.invites("red")
    for say in (tables.seats.tickets_in, tables.seats.unconfirm, tables.seats.confirm):
        refused(lambda say=say: say(bo.table, bo.device, "blue"), "not-your-seat")


def test_after_the_finish_nothing_is_unsaid(ada, tables):
    bo = ada.invites("red")
    ada.finishes(bo)
    refused(lambda: tables.seats.unconfirm(ada.table, ada.device, "blue"), "after-finish")
