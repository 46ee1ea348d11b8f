"""Somebody leaves in the middle: what is there stays, the turn passes them, and they may come back."""

from __future__ import annotations

from companion.rules.log import Draw
from tests.support.phones import refused

THREE = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}, {"color": "green", "name": "Cy"}]


def three(ada):
    ada.tables.settings.change(ada.table, ada.device, {"players": THREE})
    return ada


def stops(phone, color):
    return phone.tables.seats.stop(phone.table, phone.device, color).version


def drawn(phone):
    return [entry.player for entry in phone.game.log if isinstance(entry, Draw)]


def test_the_turn_passes_who_has_stopped(ada):
    three(ada).claims("blue", "denver--omaha")
    stops(ada, "red")
    assert (ada.sees()["next"], drawn(ada)) == ("green", ["red"])
    ada.claims("green", "dallas--houston--1")
    ada.claims("blue", "chicago--omaha")
    assert (ada.sees()["next"], drawn(ada)) == ("green", ["red", "red"])
    entries = ada.game.snapshot.entries
    assert entries[-1].version == entries[-2].version  # one request, so that one Undo takes both back


def test_it_passes_several_and_nobody_once_nobody_plays(ada):
    three(ada).claims("blue", "denver--omaha")
    for color in ("green", "red"):
        stops(ada, color)
    assert (ada.sees()["next"], drawn(ada)) == ("blue", ["red", "green"])
    stops(ada, "blue")
    assert drawn(ada) == ["red", "green"]


def test_who_is_back_has_turns_again(ada):
    three(ada).claims("blue", "denver--omaha")
    stops(ada, "green")
    ada.tables.seats.come_back(ada.table, ada.device, "green")
    ada.claims("red", "dallas--houston--1")
    assert (ada.sees()["next"], drawn(ada)) == ("green", [])
    assert [player["stopped"] for player in ada.sees()["players"]] == [False] * 3


def test_a_turn_that_was_passed_can_be_taken_back(ada):
    three(ada).claims("blue", "denver--omaha")
    stops(ada, "red")
    ada.tells("strike", entry=2)
    assert (ada.sees()["next"], drawn(ada)) == ("red", ["red"])


def test_nobody_waits_at_the_end_for_who_has_stopped(ada):
    bo = ada.invites("red")
    ada.claims("blue", "denver--omaha")
    stops(bo, "red")
    ada.tables.seats.confirm(ada.table, ada.device, "blue")
    ada.tables.log.finish(ada.table, ada.device, "the-end")
    assert ada.game.table.finished
    refused(lambda: stops(ada, "blue"), "after-finish")
