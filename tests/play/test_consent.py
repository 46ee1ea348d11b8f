"""What other phones are asked first: a seat to be freed, its tickets to be shown, the end before the last turns."""

from __future__ import annotations

import time

import pytest

from companion.play import Kind, keys
from companion.play.consent import COOLDOWN, EXPIRES, SECONDS_TO_ANSWER
from companion.record.read import record_json
from tests.support.phones import Phone, refused

OLD, NEW, OTHER = "denver--el-paso", "dallas--new-york", "miami--toronto"


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A clock to be moved by hand, and PINs without waiting."""

    class Clock:
        now = 1_800_000_000.0

    monkeypatch.setattr(time, "time", lambda: Clock.now)
    monkeypatch.setattr(keys, "_slow", lambda pin, salt: keys.digest(pin + salt.hex()))
    return Clock


@pytest.fixture
def ada(tables):
    """Three at a table; Ada holds a ticket."""
    ada = Phone.opens(tables, "blue", players=3)
    ada.keeps("blue", OLD)
    return ada


@pytest.fixture
def cy(ada):
    return ada.invites("green")


def frees(phone, color):
    phone.tables.seats.free(phone.table, phone.device, color)


def says(phone, about, color, agree):
    phone.tables.seats.answer(phone.table, phone.device, about, color, agree)


def takes_over(phone, color, clock):
    """A seat of another phone that does not answer."""
    refused(lambda: frees(phone, color), "seat-asked")
    clock.now += SECONDS_TO_ANSWER
    frees(phone, color)
    return phone.sits(color)


def holds(phone, color):
    return [line["ticket"] for line in phone.sees()["tickets"].get(color, [])]


# Freeing a seat


def test_a_seat_that_is_held_is_free_after_half_a_minute_without_a_no(ada, bo, clock):
    no = refused(lambda: frees(bo, "blue"), "seat-asked")
    assert (no.kind, no.version) == (Kind.ASKED, bo.version)
    [asked] = ada.sees()["asked"]
    assert asked == {
        "about": "free",
        "color": "blue",
        "by": "red",
        "until": 1_800_000_030,
        "yours": False,
        "answers": True,
    }
    refused(lambda: bo.sits("blue"), "seat-held")
    clock.now += SECONDS_TO_ANSWER - 1
    version = bo.version
    refused(lambda: frees(bo, "blue"), "seat-asked")
    assert bo.version == version, "the same again is no news"
    clock.now += 1
    assert ada.sees()["players"][0]["held"]
    frees(bo, "blue")
    assert not ada.sees()["players"][0]["held"]
    assert ada.sees()["asked"] == []


def test_a_no_keeps_the_seat_for_a_minute_and_a_yes_frees_it_at_once(ada, bo, clock):
    refused(lambda: frees(bo, "blue"), "seat-asked")
    refused(lambda: says(bo, "free", "blue", True), "nothing-asked")
    says(ada, "free", "blue", False)
    assert refused(lambda: frees(bo, "blue"), "seat-kept").kind is Kind.CONFLICT
    clock.now += COOLDOWN
    refused(lambda: frees(bo, "blue"), "seat-asked")
    says(ada, "free", "blue", True)
    assert ada.viewer.seats == frozenset()


def test_what_was_asked_is_forgotten_after_a_while(ada, bo, clock):
    refused(lambda: frees(bo, "blue"), "seat-asked")
    clock.now += EXPIRES
    assert ada.sees()["asked"] == []
    refused(lambda: frees(bo, "blue"), "seat-asked")


def test_ones_own_seat_is_free_at_once_and_taken_back_as_it_was(ada):
    frees(ada, "blue")
    assert holds(ada.sits("blue"), "blue") == [OLD]
    assert ada.sees()["covered"] == []


def test_a_seat_that_is_due_can_be_taken_at_once(ada, bo, clock):
    refused(lambda: frees(bo, "blue"), "seat-asked")
    clock.now += SECONDS_TO_ANSWER
    assert bo.sits("blue").viewer.seats == {"blue", "red"}
    assert [change.act for change in bo.game.snapshot.seat_changes] == ["free-asked", "freed", "taken"]


def test_a_seat_with_a_pin_is_taken_over_only_with_it(ada, bo, clock, tables):
    tables.tickets.set_pin(ada.table, ada.device, "blue", "4711")
    refused(lambda: frees(bo, "blue"), "seat-asked")
    clock.now += SECONDS_TO_ANSWER
    refused(lambda: bo.sits("blue"), "wrong-pin")
    tables.seats.take(bo.table, bo.device, "blue", "4711")
    assert holds(bo, "blue") == [OLD], "the PIN shows them"


# A seat that was taken over


def test_who_takes_a_seat_over_sees_nothing_that_was_entered_before(ada, bo, clock):
    ada.tells("amend", entry=1, **{"with": {"type": "keep", "player": "blue", "ticket": OTHER}})
    takes_over(bo, "blue", clock)
    assert bo.sees()["covered"] == ["blue"]
    assert holds(bo, "blue") == []
    assert bo.log() == ["hidden", "hidden"]
    bo.keeps("blue", NEW)
    assert holds(bo, "blue") == [NEW]
    assert OLD not in str(record_json(bo.game.seen_by(bo.viewer).record))


def test_nothing_covered_is_taken_back_or_changed(ada, bo, clock):
    takes_over(bo, "blue", clock)
    keep = {"with": {"type": "keep", "player": "blue", "ticket": NEW}}
    refused(lambda: bo.tells("strike", entry=1), "tickets-closed")
    refused(lambda: bo.tells("amend", entry=1, **keep), "tickets-closed")
    bo.keeps("blue", NEW)
    refused(lambda: bo.tells("amend", entry=2, **keep), "seat-covered")
    bo.tells("strike", entry=2)
    refused(lambda: bo.tells("strike", entry=3), "seat-covered")
    refused(lambda: bo.tables.tickets.set_pin(bo.table, bo.device, "blue", "4711"), "seat-covered")
    refused(lambda: bo.tables.settings.change(bo.table, bo.device, {"variant": "mega"}), "tickets-entered")


def test_a_ticket_that_is_held_already_is_answered_like_any_other(ada, bo, clock):
    """Told, told twice, taken back, told again: whoever took the seat over cannot tell which one it is."""
    takes_over(bo, "blue", clock)
    answers = []
    for ticket in (OLD, NEW):
        start, version = len(bo.game.log), bo.version
        taken = bo.keeps("blue", ticket, id=f"{ticket}-1")
        told = [(taken.entry - start, taken.version - version), holds(bo, "blue") == [ticket]]
        told.append(bo.keeps("blue", ticket, id=f"{ticket}-1") == taken)
        told.append(refused(lambda ticket=ticket: bo.keeps("blue", ticket), "ticket-held").code)
        told.append(bo.log()[start:])
        bo.tells("strike", entry=start + 1)
        told.append(holds(bo, "blue"))
        bo.keeps("blue", ticket)
        bo.tells("strike", entry=start + 3)
        told.append((bo.log()[start:], holds(bo, "blue"), bo.sees()["undo"]))
        answers.append(told)
    assert answers[0] == answers[1]
    assert [ticket.id for ticket in bo.game.table.tickets_of("blue")] == [OLD], "what Ada entered still counts"


def test_the_former_phone_takes_its_seat_back_and_sees_all(ada, bo, clock):
    takes_over(bo, "blue", clock).keeps("blue", NEW)
    refused(lambda: frees(ada, "blue"), "seat-asked")
    says(bo, "free", "blue", True)
    assert holds(ada.sits("blue"), "blue") == [OLD, NEW]
    assert ada.sees()["covered"] == []
    assert holds(bo, "blue") == []


def test_the_former_phone_shows_them(ada, bo, clock):
    takes_over(bo, "blue", clock)
    assert [asked["about"] for asked in ada.sees()["asked"] if asked["answers"]] == ["show"]
    says(ada, "show", "blue", True)
    assert holds(bo, "blue") == [OLD]
    assert bo.sees()["covered"] == []


def test_every_other_phone_with_a_seat_shows_them_and_not_the_one_that_freed_it_alone(ada, bo, cy, clock):
    dee = ada.invites()
    refused(lambda: frees(bo, "blue"), "seat-asked")
    clock.now += SECONDS_TO_ANSWER
    frees(bo, "blue")
    dee.sits("blue")
    refused(lambda: says(dee, "show", "blue", True), "nothing-asked")
    says(bo, "show", "blue", True)
    assert holds(dee, "blue") == [], "Cy was not asked yet"
    says(cy, "show", "blue", True)
    assert holds(dee, "blue") == [OLD]


def test_a_phone_that_freed_a_seat_does_not_show_it_by_itself(ada, bo, clock):
    dee = ada.invites()
    refused(lambda: frees(bo, "blue"), "seat-asked")
    clock.now += SECONDS_TO_ANSWER
    frees(bo, "blue")
    dee.sits("blue")
    says(bo, "show", "blue", True)
    assert holds(dee, "blue") == []


def test_a_no_leaves_them_covered_until_it_is_asked_again(ada, bo, cy, clock):
    takes_over(bo, "blue", clock)
    says(cy, "show", "blue", False)
    refused(lambda: says(ada, "show", "blue", True), "nothing-asked")
    bo.tables.seats.ask_to_show(bo.table, bo.device, "blue")
    says(ada, "show", "blue", True)
    assert holds(bo, "blue") == [OLD]


def test_sitting_down_again_uncovers_nothing(ada, bo, clock):
    takes_over(bo, "blue", clock).keeps("blue", NEW)
    frees(bo, "blue")
    bo.sits("blue")
    assert holds(bo, "blue") == [NEW]


def test_at_the_end_all_is_shown_and_anybody_goes_on_without_a_freed_seat(ada, bo, cy, clock):
    refused(lambda: frees(bo, "blue"), "seat-asked")
    clock.now += SECONDS_TO_ANSWER
    frees(bo, "blue")
    bo.confirms("red")
    refused(lambda: bo.tells("finish", anyway=True), "not-confirmed")
    cy.confirms("green")
    bo.tells("finish", anyway=True)
    assert bo.sees()["phase"] == "finished"
    assert len(bo.game.result.line("blue").score.failed) == 1


def test_a_seat_without_any_ticket_at_the_table_is_not_covered(tables, clock):
    ada = Phone.opens(tables, "blue", players=3)
    takes_over(ada.invites("red"), "blue", clock).keeps("blue", NEW)
    assert ada.game.consents.covered == {}


# The end before its time


def test_finishing_early_asks_the_other_phones(ada, bo, cy, clock):
    no = refused(lambda: ada.tells("finish", anyway=True), "finish-asked")
    assert (no.kind, no.version) == (Kind.ASKED, ada.version)
    assert [(asked["about"], asked["answers"]) for asked in bo.sees()["asked"]] == [("finish", True)]
    clock.now += SECONDS_TO_ANSWER - 1
    refused(lambda: ada.tells("finish", anyway=True), "finish-asked")
    clock.now += 1
    ada.tells("finish", anyway=True)
    assert bo.sees()["phase"] == "finished"
    assert not bo.sees()["reopened"]
    cy.tells("strike", entry=2)
    assert bo.sees()["reopened"], "everybody is told that the tickets were seen"
    refused(lambda: ada.tells("finish", anyway=True), "finish-asked")


def test_anybody_with_a_seat_can_say_no(ada, bo, cy, clock):
    refused(lambda: ada.tells("finish", anyway=True), "finish-asked")
    watching = ada.invites()
    refused(lambda: says(watching, "finish", "", False), "nothing-asked")
    says(cy, "finish", "", False)
    assert refused(lambda: ada.tells("finish", anyway=True), "finish-declined").kind is Kind.CONFLICT
    clock.now += SECONDS_TO_ANSWER
    refused(lambda: ada.tells("finish", anyway=True), "finish-declined")


def test_all_say_yes_and_it_is_finished_without_waiting(ada, bo, cy):
    refused(lambda: ada.tells("finish", anyway=True), "finish-asked")
    says(bo, "finish", "", True)
    refused(lambda: ada.tells("finish", anyway=True), "finish-asked")
    says(cy, "finish", "", True)
    ada.tells("finish", anyway=True)


def test_who_confirmed_at_the_start_and_played_on_is_asked(ada, bo):
    ada.claims("green", "denver--omaha")
    ada.tables.seats.free(ada.table, ada.device, "blue")
    ada.sits("blue", "green")
    ada.confirms("blue", "green")
    bo.confirms("red")
    bo.claims("red", "calgary--vancouver")
    refused(lambda: ada.tells("finish"), "finish-asked")
    bo.confirms("red")
    ada.tells("finish")
    assert ada.sees()["phase"] == "finished"


def test_a_ticket_more_and_turns_that_are_not_followed_take_a_confirmation_back(ada, bo, cy):
    def confirmed():
        return [player["confirmed"] for player in ada.sees()["players"]]

    ada.confirms("blue")
    bo.confirms("red")
    cy.confirms("green")
    ada.keeps("blue", NEW)
    assert confirmed() == [False, True, True]
    bo.tells("catch-up")
    assert confirmed() == [False, False, False]
    bo.confirms("red")
    ada.tables.settings.change(ada.table, ada.device, {"tracking": "tally"})
    assert confirmed() == [False, False, False]


def test_what_was_agreed_to_once_is_not_agreed_to_again(ada, bo, cy):
    ada.finishes(bo, cy)
    cy.tells("strike", entry=2)
    refused(lambda: ada.tells("finish", anyway=True), "finish-asked")


# PINs


def test_who_types_wrong_pins_closes_a_seat_to_nobody_else(ada, bo, cy, tables):
    tables.tickets.set_pin(ada.table, ada.device, "blue", "4711")
    frees(ada, "blue")
    for guess in range(5):
        refused(lambda guess=guess: tables.seats.take(bo.table, bo.device, "blue", f"000{guess}"), "wrong-pin")
    refused(lambda: tables.seats.take(bo.table, bo.device, "blue", "4711"), "wrong-pin")
    tables.seats.take(cy.table, cy.device, "blue", "4711")
    assert holds(cy, "blue") == [OLD]


def test_many_phones_are_no_way_to_guess_and_ones_own_phone_still_opens_it(ada, bo, tables):
    tables.tickets.set_pin(ada.table, ada.device, "blue", "4711")
    frees(ada, "blue")
    for _ in range(4):
        guest = ada.invites()
        for guess in range(5):
            refused(lambda g=guest, n=guess: tables.seats.take(g.table, g.device, "blue", f"000{n}"), "wrong-pin")
    refused(lambda: tables.seats.take(bo.table, bo.device, "blue", "4711"), "wrong-pin")
    tables.seats.take(ada.table, ada.device, "blue", "4711")
    assert holds(ada, "blue") == [OLD]


def test_no_slow_hash_is_made_once_a_seat_is_closed(ada, bo, tables, monkeypatch):
    tables.tickets.set_pin(ada.table, ada.device, "blue", "4711")
    frees(ada, "blue")
    made = []
    slow = keys._slow
    monkeypatch.setattr(keys, "_slow", lambda pin, salt: made.append(pin) or slow(pin, salt))
    for guess in range(9):
        refused(lambda guess=guess: tables.seats.take(bo.table, bo.device, "blue", f"000{guess}"), "wrong-pin")
    assert len(made) == 5
