"""Joining, being let in, seats, PINs, confirmations."""

from __future__ import annotations

import time

import pytest

from companion.play import Kind, game, keys
from companion.play.door import MOST_WAITING
from companion.play.keys import browser_with, program_with
from companion.play.pins import WRONG_PINS
from tests.support.phones import Phone, refused


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch):
    """The slow hash is slow on purpose; what it protects is tried here without waiting for it."""
    monkeypatch.setattr(keys, "_slow", lambda pin, salt: keys.digest(pin + salt.hex()))


def test_an_invited_phone_takes_its_seat_and_everybody_sees_it_held(ada):
    bo = ada.invites("red")
    assert bo.sees()["you"] == {"role": "player", "seats": ["red"]}
    assert [player["held"] for player in ada.sees()["players"]] == [True, True]
    assert [player["yours"] for player in ada.sees()["players"]] == [True, False]


def test_an_invitation_is_good_for_everybody_and_a_wrong_one_for_nobody(ada, tables):
    secret = tables.door.invite(ada.table, ada.device)
    assert tables.door.join_by_secret(secret, program_with("b")).role == "player"
    assert tables.door.join_by_secret(secret, program_with("c"), "watcher").role == "watcher"
    refused(lambda: tables.door.join_by_secret(secret + "x", program_with("d")), "no-table")


def test_coming_back_keeps_what_one_was_and_who_watched_may_come_to_play(ada, tables):
    secret = tables.door.invite(ada.table, ada.device)
    version = ada.version
    assert tables.door.join_by_secret(secret, ada.device, "watcher").role == "maker"
    assert ada.version == version
    assert tables.door.join_by_secret(secret, program_with("w"), "watcher").role == "watcher"
    assert tables.door.join_by_secret(secret, program_with("w")).role == "player"
    assert tables.door.join_by_secret(secret, program_with("w"), "watcher").role == "player"


def test_old_invitations_stop_being_good_when_many_new_ones_were_made(ada, tables):
    first = tables.door.invite(ada.table, ada.device)
    for _ in range(20):
        newest = tables.door.invite(ada.table, ada.device)
    refused(lambda: tables.door.join_by_secret(first, program_with("b")), "no-table")
    assert tables.door.join_by_secret(newest, program_with("b"))


def test_a_typed_code_waits_for_somebody_to_say_yes(ada, tables):
    guest, code = Phone(tables, ada.table), ada.sees()["code"]
    waiting = tables.door.ask_to_join(f" {code[:3].lower()}-{code[3:]} ", guest.device)
    refused(lambda: guest.game, "no-table")
    assert tables.door.collect(waiting, guest.device) is None
    [shown] = ada.sees()["waiting"]
    assert shown["role"] == "player"
    refused(
        lambda: tables.door.collect(shown["id"], guest.device), "nobody-waits"
    )  # what the table sees lets nobody in
    before, waiting = waiting, tables.door.ask_to_join(code, guest.device)
    assert len(ada.sees()["waiting"]) == 1
    refused(lambda: tables.door.collect(before, guest.device), "too-late")
    tables.door.decide(ada.table, ada.device, ada.sees()["waiting"][0]["id"], True)
    assert ada.sees()["waiting"] == []
    assert tables.door.collect(waiting, guest.device).table == ada.table
    assert guest.sees()["you"]["role"] == "player"
    assert refused(lambda: tables.door.collect(waiting, guest.device), "too-late").kind is Kind.GONE


def test_who_is_not_let_in_stays_out(ada, tables):
    guest = Phone(tables, ada.table)
    waiting = tables.door.ask_to_join(ada.sees()["code"], guest.device)
    tables.door.decide(ada.table, ada.device, waiting, False)
    for _ in range(2):
        assert refused(lambda: tables.door.collect(waiting, guest.device), "not-admitted").kind is Kind.NOT_ALLOWED
    refused(lambda: guest.game, "no-table")


def test_nobody_waits_for_ever(ada, tables, monkeypatch):
    waiting = tables.door.ask_to_join(ada.sees()["code"], program_with("g"))
    now = time.time()
    monkeypatch.setattr(game.time, "time", lambda: now + 301)
    assert ada.sees()["waiting"] == []
    refused(lambda: tables.door.collect(waiting, program_with("g")), "too-late")
    refused(lambda: tables.door.decide(ada.table, ada.device, waiting, True), "nobody-waits")


def test_wrong_codes_and_unknown_waiters_are_refused(ada, tables):
    assert refused(lambda: tables.door.ask_to_join("AAAAAA", program_with("g")), "no-table").kind is Kind.NOT_FOUND
    refused(lambda: tables.door.ask_to_join("", program_with("g")), "no-table")
    refused(lambda: tables.door.collect("nobody", program_with("g")), "nobody-waits")
    refused(lambda: tables.door.decide(ada.table, ada.device, "nobody", True), "nobody-waits")


def test_a_place_is_given_to_the_browser_that_asked_and_to_nobody_else(ada, tables):
    guest = browser_with("guest")
    waiting = tables.door.ask_to_join(ada.sees()["code"], guest)
    others = (program_with("guest"), program_with("other"), browser_with("other"), guest.key)
    for admitted in (False, True):
        if admitted:
            tables.door.decide(ada.table, ada.device, waiting, True)
        for other in others:
            refused(lambda other=other: tables.door.collect(waiting, other), "nobody-waits")
    assert tables.door.collect(waiting, guest).table == ada.table


def test_a_place_that_a_program_asked_for_is_given_to_programs_alone(ada, tables):
    waiting = tables.door.ask_to_join(ada.sees()["code"], program_with("guest"))
    tables.door.decide(ada.table, ada.device, waiting, True)
    refused(lambda: tables.door.collect(waiting, browser_with("guest")), "nobody-waits")
    assert tables.door.collect(waiting, program_with("its token from now on")).table == ada.table


def test_only_players_let_in(ada, tables):
    watcher = ada.invites(role="watcher")
    waiting = tables.door.ask_to_join(ada.sees()["code"], program_with("g"))
    refused(lambda: tables.door.decide(ada.table, watcher.device, waiting, True), "only-watching")
    assert "waiting" not in watcher.sees()
    assert "code" not in watcher.sees()


def test_the_door_does_not_overflow(ada, tables):
    code = ada.sees()["code"]
    for n in range(MOST_WAITING):
        tables.door.ask_to_join(code, program_with(f"guest {n}"))
    refused(lambda: tables.door.ask_to_join(code, program_with("one more")), "too-many-waiting")


def test_the_maker_who_types_the_code_stays_the_maker(ada, tables):
    waiting = tables.door.ask_to_join(ada.sees()["code"], ada.device)
    tables.door.decide(ada.table, ada.device, waiting, True)
    assert tables.door.collect(waiting, ada.device).role == "maker"
    assert ada.viewer.role == "maker"


def test_a_seat_is_held_by_one_and_let_go(ada, tables):
    bo = ada.invites()
    no = refused(lambda: bo.sits("blue"), "seat-held")
    assert (no.kind, no.version) == (Kind.CONFLICT, ada.version)
    ada.sits("blue")
    tables.seats.free(ada.table, ada.device, "blue")
    assert ada.viewer.seats == frozenset()
    assert bo.sits("blue", "red").viewer.seats == {"blue", "red"}


def test_a_seat_that_is_not_there_and_a_watcher_are_refused(ada, tables):
    watcher = ada.invites(role="watcher")
    refused(lambda: ada.sits("green"), "colour-not-at-the-table")
    refused(lambda: tables.seats.free(ada.table, ada.device, "green"), "colour-not-at-the-table")
    refused(lambda: ada.confirms("green"), "colour-not-at-the-table")
    refused(lambda: watcher.sits("red"), "only-watching")
    refused(lambda: tables.seats.free(ada.table, watcher.device, "blue"), "only-watching")
    refused(lambda: tables.door.invite(ada.table, watcher.device), "only-watching")


def test_a_pin_keeps_a_seat_closed_to_others(ada, tables):
    tables.seats.take(ada.table, ada.device, "red", "2468")
    tables.seats.free(ada.table, ada.device, "red")
    bo = ada.invites()
    refused(lambda: tables.seats.take(bo.table, bo.device, "red"), "wrong-pin")
    refused(lambda: tables.seats.take(bo.table, bo.device, "red", "1111"), "wrong-pin")
    tables.seats.take(bo.table, bo.device, "red", "2468")
    assert bo.viewer.seats == {"red"}


def test_after_five_wrong_pins_a_seat_stays_closed_until_the_end(ada, tables):
    tables.seats.take(ada.table, ada.device, "red", "2468")
    tables.seats.free(ada.table, ada.device, "red")
    bo = ada.invites()
    version = bo.version
    for n in range(WRONG_PINS):
        refused(lambda n=n: tables.seats.take(bo.table, bo.device, "red", f"000{n}"), "wrong-pin")
    assert bo.version == version  # nobody can see it
    refused(lambda: tables.seats.take(bo.table, bo.device, "red", "2468"), "wrong-pin")
    ada.tells("finish", anyway=True)
    tables.seats.take(bo.table, bo.device, "red", "2468")
    assert bo.viewer.seats == {"red"}


@pytest.mark.parametrize("pin", ["", "123", "1234567890123", "12a4", "١٢٣٤", "12 34", "\ud800123"])
def test_a_pin_is_four_to_twelve_digits(ada, tables, pin):
    assert refused(lambda: tables.seats.take(ada.table, ada.device, "red", pin), "wrong-value").kind is Kind.WRONG


def test_a_pin_is_kept_as_a_slow_hash_only(ada, tables):
    pin = "246813579024"  # four digits could stand in a salt by chance
    tables.seats.take(ada.table, ada.device, "red", pin)
    kept = tables.store.pin(ada.table, "red")
    assert pin not in kept
    assert keys.pin_fits(pin, kept)
    assert not keys.pin_fits("246813579025", kept)


def test_a_seat_is_confirmed_by_who_holds_it(ada):
    refused(lambda: ada.confirms("red"), "not-your-seat")
    version = ada.version
    ada.confirms("blue", "blue")
    assert ada.version == version + 1
    assert [player["confirmed"] for player in ada.sees()["players"]] == [True, False]


def test_shutting_out_leaves_those_with_a_seat_and_makes_every_old_way_in_useless(tables, ada):
    bo, stranger, link = ada.invites(), ada.invites(), tables.door.invite(ada.table, ada.device)
    tables.seats.take(ada.table, bo.device, "red")
    code = ada.sees()["code"]
    waiting = tables.door.ask_to_join(code, program_with("w"))
    refused(lambda: tables.door.shut_out(ada.table, bo.device), "not-the-maker")
    tables.door.shut_out(ada.table, ada.device)
    assert ada.sees()["code"] != code
    assert bo.sees()["you"]["seats"] == ["red"]
    refused(stranger.sees, "no-table")
    refused(lambda: tables.door.join_by_secret(link, program_with("n")), "no-table")
    refused(lambda: tables.door.ask_to_join(code, program_with("n")), "no-table")
    refused(lambda: tables.door.collect(waiting, program_with("w")), "too-late")
