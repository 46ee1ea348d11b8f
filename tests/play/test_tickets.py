"""A phone that goes round: whose tickets are open on it, for how long, and by which PIN."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa

from companion.play import keys
from companion.play.cache import GRACE
from companion.play.keys import browser_with, program_with
from companion.play.shared_phone import SECONDS
from companion.store.devices import ProgramDevice
from companion.store.schema import MEMBERS
from tests.support.phones import Phone, refused

TICKET = "denver--el-paso"


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch):
    """A slow hash is for whoever guesses, not for tests."""
    monkeypatch.setattr(keys, "_slow", lambda pin, salt: keys.digest(pin + salt.hex()))


@pytest.fixture
def clock(monkeypatch):
    """A clock to be moved by hand."""

    class Clock:
        now = 1_800_000_000.0

    monkeypatch.setattr(time, "time", lambda: Clock.now)
    return Clock


@pytest.fixture
def both(tables):
    """A phone that holds two of three seats."""
    return Phone.of_hand(tables, "blue", "red", players=3)


def reads(phone, color):
    return phone.tables.tickets.may_read(phone.table, phone.device, color)


def opens(phone, color, pin=None, seconds=0):
    phone.tables.tickets.open(phone.table, phone.device, color, pin, seconds)


def test_opened_tickets_are_read_until_they_are_closed_and_no_others(both):
    assert not reads(both, "blue")
    opens(both, "blue")
    assert reads(both, "blue")
    assert not reads(both, "red")
    both.tables.tickets.close(both.table, both.device)
    assert not reads(both, "blue")


def test_a_phone_of_ones_own_shows_its_tickets_at_any_time(tables):
    ada = Phone.opens(tables, "blue")
    assert reads(ada, "blue")
    assert ada.game.shared(ada.viewer) == frozenset()
    bo = ada.invites("red")
    refused(lambda: reads(bo, "blue"), "not-your-seat")
    refused(lambda: opens(bo, "blue"), "not-your-seat")
    refused(lambda: opens(bo, "white"), "colour-not-at-the-table")


def test_opening_one_closes_the_other(both):
    opens(both, "blue")
    opens(both, "red")
    assert (reads(both, "blue"), reads(both, "red")) == (False, True)


def test_left_alone_it_closes_by_itself(both, clock):
    opens(both, "blue")
    clock.now += SECONDS[0] - 1
    assert reads(both, "blue")
    clock.now += 1
    assert not reads(both, "blue")
    assert not both.tables.tickets.stay_open(both.table, both.device, "blue")


def test_a_touch_keeps_it_open(both, clock):
    opens(both, "blue")
    for _ in range(5):
        clock.now += SECONDS[0] / 2
        assert both.tables.tickets.stay_open(both.table, both.device, "blue")
    assert reads(both, "blue")


def test_the_time_can_be_chosen_and_is_remembered(both, clock):
    opens(both, "blue", seconds=SECONDS[-1])
    clock.now += SECONDS[-1] - 1
    assert reads(both, "blue")
    clock.now += 10
    opens(both, "blue", seconds=7)
    assert both.tables.tickets.open_seat(both.table, both.device, "blue").seconds == SECONDS[-1]


def test_what_was_on_the_screen_is_taken_for_a_while_and_not_after_closing(both, clock):
    opens(both, "blue")
    clock.now += SECONDS[0] + GRACE - 1
    assert both.tables.tickets.may_enter(both.table, both.device, "blue")
    clock.now += 2
    assert not both.tables.tickets.may_enter(both.table, both.device, "blue")
    opens(both, "blue")
    both.tables.tickets.close(both.table, both.device)
    assert not both.tables.tickets.may_enter(both.table, both.device, "blue")


def test_what_was_half_typed_waits_for_its_player(both):
    both.tables.tickets.close(both.table, both.device, "blue", "never open")
    assert both.tables.tickets.open_seat(both.table, both.device, "blue").typed == ""
    opens(both, "blue")
    both.tables.tickets.close(both.table, both.device, "blue", "den el")
    assert both.tables.tickets.open_seat(both.table, both.device, "blue").typed == "den el"
    opens(both, "blue")
    assert both.tables.tickets.open_seat(both.table, both.device, "red").typed == ""


def test_opening_and_closing_is_no_version(both):
    before = both.version
    opens(both, "blue")
    both.tables.tickets.close(both.table, both.device)
    assert both.version == before


def test_a_seat_with_a_pin_is_covered_on_its_own_phone_too(tables, clock):
    ada = Phone.of_hand(tables, "blue")
    tables.tickets.set_pin(ada.table, ada.device, "blue", "4711")
    assert not reads(ada, "blue")
    refused(lambda: opens(ada, "blue"), "wrong-pin")
    refused(lambda: opens(ada, "blue", "4712"), "wrong-pin")
    refused(lambda: tables.tickets.set_pin(ada.table, ada.device, "blue", None), "tickets-closed")
    opens(ada, "blue", "4711")
    tables.tickets.set_pin(ada.table, ada.device, "blue", None)
    tables.tickets.close(ada.table, ada.device)
    assert reads(ada, "blue")
    refused(lambda: tables.tickets.set_pin(ada.table, ada.device, "blue", "47"), "wrong-value")


def test_after_five_wrong_pins_tickets_stay_closed_until_the_end_and_count(tables):
    ada = Phone.of_hand(tables, "blue")
    ada.keeps("blue", TICKET)
    tables.tickets.set_pin(ada.table, ada.device, "blue", "4711")
    tables.tickets.close(ada.table, ada.device)
    for guess in range(5):
        assert not tables.pins.locked(ada.table, ada.device, "blue")
        refused(lambda guess=guess: opens(ada, "blue", f"000{guess}"), "wrong-pin")
    assert tables.pins.locked(ada.table, ada.device, "blue")
    before = ada.version
    refused(lambda: opens(ada, "blue", "4711"), "wrong-pin")
    refused(lambda: opens(ada, "blue", "0000"), "wrong-pin")
    assert ada.version == before, "guessing is no news"
    ada.confirms("blue")
    ada.tells("finish", anyway=True)
    assert reads(ada, "blue")
    assert [ticket.id for ticket in ada.game.table.tickets_of("blue")] == [TICKET]


def test_four_wrong_ones_are_forgotten_with_the_right_one(tables):
    ada = Phone.of_hand(tables, "blue")
    tables.tickets.set_pin(ada.table, ada.device, "blue", "4711")
    for _ in range(3):
        for guess in range(4):
            refused(lambda guess=guess: opens(ada, "blue", f"000{guess}"), "wrong-pin")
        opens(ada, "blue", "4711")


def test_sitting_down_again_does_not_forget_wrong_pins(tables):
    """Or else a PIN could be guessed five at a time."""
    ada = Phone.of_hand(tables, "blue")
    tables.tickets.set_pin(ada.table, ada.device, "blue", "4711")
    for guess in range(5):
        ada.sits("blue")
        refused(lambda guess=guess: opens(ada, "blue", f"000{guess}"), "wrong-pin")
    ada.sits("blue")
    assert tables.pins.locked(ada.table, ada.device, "blue")


def test_a_browser_reads_nothing_of_a_shared_phone_and_a_program_all(both):
    keep(both)
    for opened in (False, True):
        if opened:
            opens(both, "blue")
        seen = both.tables.view(both.table, both.device)
        assert (seen.hands, seen.log[0].type) == (frozenset(), "hidden")
    program = Phone.opens(both.tables, "blue", "red")
    program.keeps("blue", TICKET)
    seen = program.tables.view(program.table, program.device)
    assert (seen.hands, seen.log[0].type) == ({"blue", "red"}, "keep")


@pytest.mark.parametrize("kind", ["goes round", "two seats", "a PIN"])
def test_a_device_that_lost_its_kind_is_no_device(tables, kind):
    """Whatever takes its key for all of it is shown nothing, and is not taken for a program either."""
    phone = Phone.of_hand(tables, *(["blue", "red"] if kind == "two seats" else ["blue"]), players=3)
    if kind == "goes round":
        tables.tickets.set_shared(phone.table, phone.device, True)
    if kind == "a PIN":
        tables.tickets.set_pin(phone.table, phone.device, "blue", "4711")
    for lost in (phone.device.key, ProgramDevice(phone.device.key)):
        for use in (tables.view, tables.on_table, tables.for_everybody, tables.must_be_at):
            refused(lambda use=use, lost=lost: use(phone.table, lost), "no-table")
        of_seat = (
            tables.tickets.may_read,
            tables.tickets.may_look,
            tables.tickets.may_enter,
            tables.hand,
            tables.seat,
            tables.tickets.open,
        )
        for use in of_seat:
            refused(lambda use=use, lost=lost: use(phone.table, lost, "blue"), "no-table")
        refused(lambda lost=lost: tables.tickets.set_pin(phone.table, lost, "blue", None), "no-table")
    assert not reads(phone, "blue")


def test_no_token_has_the_key_of_a_cookie(tables):
    for text in ("one and the same", "", "cookies"):
        assert browser_with(text).key != program_with(text).key
    phone = Phone.of_hand(tables, "blue")
    with pytest.raises(sa.exc.StatementError), tables.store.engine.connect() as connection:
        connection.execute(sa.select(MEMBERS).where(MEMBERS.c.device == phone.device.key))


def keep(phone):
    """A ticket that was entered while the hand was open."""
    opens(phone, "blue")
    taken = phone.keeps("blue", TICKET)
    phone.tables.tickets.close(phone.table, phone.device)
    return taken


def test_a_browser_reports_of_a_shared_phone_only_what_is_open(both):
    keep(both)
    refused(lambda: both.keeps("blue", TICKET), "tickets-closed")
    for entry in (1, 2):
        refused(lambda entry=entry: both.tells("strike", entry=entry), {1: "tickets-closed", 2: "not-earlier"}[entry])
    both.claims("blue", "denver--omaha")
    opens(both, "blue")
    refused(lambda: both.keeps("blue", TICKET), "ticket-held")
    both.tells("strike", entry=1)


def test_of_a_closed_hand_nothing_is_told_by_what_is_refused(both):
    """Not whose a hidden entry is, not whether it still stands."""
    other = both.invites("green")
    keep(both)
    other.keeps("green", TICKET)
    own = {"with": {"type": "keep", "player": "blue", "ticket": TICKET}}
    for entry in (1, 2):
        refused(lambda entry=entry: both.tells("strike", entry=entry), "tickets-closed")
        refused(lambda entry=entry: both.tells("amend", entry=entry, **own), "tickets-closed")
    refused(lambda: both.tables.settings.change(both.table, both.device, {"variant": "mega"}), "tickets-entered")


def test_what_is_sent_late_is_answered_the_same_whether_it_is_held_or_not(both, clock):
    opens(both, "blue")
    both.keeps("blue", TICKET)
    clock.now += SECONDS[0] + 1
    version, log = both.version, len(both.game.log)
    first = both.keeps("blue", TICKET, id="late-1")
    assert (first.entry, first.version) == (log + 1, version + 1)
    assert both.keeps("blue", TICKET, id="late-1") == first
    second = both.keeps("blue", "dallas--new-york", id="late-2")
    assert (second.entry, second.version) == (log + 2, version + 2)
    assert [line.type for line in both.tables.on_table(both.table, both.device).log] == ["hidden"] * 3
    assert [ticket.id for ticket in both.game.table.tickets_of("blue")] == [TICKET, "dallas--new-york"]


def test_a_page_is_shown_once_for_each_opening(both):
    """The word that it was closed may be lost; whoever comes next finds the cover, and it is closed for good."""
    looks = lambda: both.tables.tickets.may_look(both.table, both.device, "blue")  # noqa: E731
    assert not looks()
    opens(both, "blue")
    assert looks()
    assert not looks()
    assert not reads(both, "blue")
    opens(both, "blue")
    assert looks()
    both.tables.tickets.allow_another_look(both.table, both.device, "blue")
    assert looks()


def test_pages_that_lie_open_never_show_a_shared_phones_tickets(both):
    opens(both, "blue")
    both.keeps("blue", TICKET)
    seen = both.tables.on_table(both.table, both.device)
    assert (seen.undo, seen.log[0].type) == (None, "hidden")
    both.tells("finish", anyway=True)
    assert both.tables.on_table(both.table, both.device).hands == {"blue", "red"}
