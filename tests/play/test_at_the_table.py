"""Who knocks by name and thinks better of it; a phone that goes round; turns that are tracked no more, and again."""

from __future__ import annotations

import pytest

from companion.play import Kind
from companion.play.door import LONGEST_NAME, guest_name
from companion.play.keys import program_with
from tests.support.phones import Phone, refused


@pytest.fixture
def ada(tables):
    return Phone.of_hand(tables, "blue")


def guests(phone):
    return phone.tables.on_table(phone.table, phone.device).guests


def test_who_knocks_is_known_by_the_name_they_typed(ada, tables):
    tables.door.ask_to_join(ada.sees()["code"], program_with("w"), name=" Dora  of the\tHill ")
    assert [guest.name for guest in guests(ada)] == ["Dora of the Hill"]
    assert [guest["name"] for guest in ada.sees()["waiting"]] == ["Dora of the Hill"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", ""),
        ("\u202eevil\u2066", "evil"),
        ("a\u200bb\nc", "ab c"),
        ("x" * 99, "x" * LONGEST_NAME),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("🚂", "🚂"),
    ],
)
def test_a_name_stands_in_one_line_and_hides_nothing(typed, shown):
    assert guest_name(typed) == shown


def test_who_waits_can_think_better_of_it_and_nobody_else_for_them(ada, tables):
    waiting = tables.door.ask_to_join(ada.sees()["code"], program_with("w"))
    tables.door.cancel(waiting, program_with("x"))
    tables.door.cancel("unknown", program_with("w"))
    assert len(guests(ada)) == 1
    tables.door.cancel(waiting, program_with("w"))
    assert guests(ada) == ()
    assert refused(lambda: tables.door.decide(ada.table, ada.device, waiting, True), "nobody-waits").kind is Kind.GONE


def test_who_is_let_in_already_cancels_nothing(ada, tables):
    waiting = tables.door.ask_to_join(ada.sees()["code"], program_with("w"))
    tables.door.decide(ada.table, ada.device, waiting, True)
    tables.door.cancel(waiting, program_with("w"))
    assert tables.door.collect(waiting, program_with("w")) is not None


def test_a_phone_that_goes_round_is_covered_from_its_first_seat_on(ada, tables):
    assert tables.tickets.may_read(ada.table, ada.device, "blue")
    assert tables.on_table(ada.table, ada.device).goes_round is None
    tables.tickets.set_shared(ada.table, ada.device, True)
    assert not tables.tickets.may_read(ada.table, ada.device, "blue")
    assert tables.on_table(ada.table, ada.device).shared == {"blue"}
    tables.tickets.open(ada.table, ada.device, "blue")
    assert tables.tickets.may_read(ada.table, ada.device, "blue")
    tables.tickets.set_shared(ada.table, ada.device, False)
    assert tables.on_table(ada.table, ada.device).shared == frozenset()


def test_of_one_phone_nothing_follows_for_another(ada, tables):
    bo = ada.invites("red")
    tables.tickets.set_shared(ada.table, ada.device, True)
    view = tables.on_table(ada.table, bo.device)
    assert view.goes_round is None
    assert view.shared == frozenset()


def test_who_watches_says_nothing_about_phones(ada, tables):
    watcher = ada.invites(role="watcher")
    refused(lambda: tables.tickets.set_shared(ada.table, watcher.device, True), "only-watching")


def test_undo_takes_back_that_turns_are_not_tracked(ada, tables):
    ada.claims("blue", "denver--omaha")
    stopped = tables.log.report(ada.table, ada.device, {"type": "catch-up", "id": "stop"}).entry
    assert ada.sees()["undo"] == stopped
    tables.seats.confirm(ada.table, ada.device, "blue")
    tables.log.report(ada.table, ada.device, {"type": "strike", "entry": stopped, "id": "again"})
    state = ada.sees()
    assert state["turns_followed"]
    assert not state["players"][0]["confirmed"], "the end that was meant is another one now"
    assert state["undo"] == 1
