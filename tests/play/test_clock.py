"""The clock is stepped by a day, either way: nothing stays open for a day, and nobody is shut out by it."""

from __future__ import annotations

import time

import pytest

from companion.play.keys import digest, program_with
from companion.store.games import MOST_INVITATIONS
from tests.support.phones import Phone, refused

DAY = 24 * 60 * 60


@pytest.fixture
def steps(monkeypatch):
    """Steps the clock."""
    true, true_ns = time.time, time.time_ns

    def steps(by):
        monkeypatch.setattr(time, "time", lambda: true() + by)
        monkeypatch.setattr(time, "time_ns", lambda: true_ns() + by * 10**9)

    return steps


@pytest.mark.parametrize("by", [-DAY, DAY])
def test_a_shared_phones_tickets_are_closed_and_can_be_opened_again(tables, steps, by):
    both = Phone.of_hand(tables, "blue", "red", players=3)
    both.tables.tickets.open(both.table, both.device, "blue")
    steps(by)
    assert not both.tables.tickets.may_read(both.table, both.device, "blue")
    assert not both.tables.tickets.may_enter(both.table, both.device, "blue")
    assert not both.tables.tickets.stay_open(both.table, both.device, "blue")
    both.tables.tickets.open(both.table, both.device, "blue")
    assert both.tables.tickets.may_read(both.table, both.device, "blue")


@pytest.mark.parametrize("by", [-DAY, DAY])
def test_a_new_invitation_is_good_although_many_were_made(tables, steps, by):
    ada = Phone.opens(tables, "blue")
    for n in range(2 * MOST_INVITATIONS):
        tables.store.invite(ada.table, digest(f"before {n}"))
    steps(by)
    tables.store.invite(ada.table, digest("after"))
    assert tables.store.by_secret(digest("after")) == ada.table


@pytest.mark.parametrize("by", [-DAY, DAY])
def test_who_waited_at_the_door_asks_again(tables, steps, by):
    ada, bo = Phone.opens(tables, "blue"), program_with("bo")
    code = ada.game.snapshot.code
    waiting = tables.door.ask_to_join(code, bo)
    steps(by)
    refused(lambda: tables.door.decide(ada.table, ada.device, waiting, admit=True), "nobody-waits")
    again = tables.door.ask_to_join(code, bo)
    tables.door.decide(ada.table, ada.device, again, admit=True)
    assert tables.door.collect(again, bo).table == ada.table
