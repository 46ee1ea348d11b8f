"""Taking in entries: judged, stored once, undone, put right after the end."""

from __future__ import annotations

import pytest

from companion.play import Kind, entries
from companion.prose.table_refusals import sentence
from tests.support.phones import Phone, refused

ROUTE = "dallas--houston--1"


def test_any_player_may_report_for_any_colour_and_everybody_sees_what_changed(ada, bo):
    version = ada.version
    taken = bo.claims("blue", ROUTE)  # any player may report for any colour
    assert (taken.entry, taken.version) == (1, version + 1)
    seen = ada.sees(version)
    assert seen["owners"] == {ROUTE: "blue"}
    assert seen["changed"] == {"routes": [ROUTE], "stations": [], "players": ["blue", "red"]}
    assert seen["last"]["at"].endswith("Z")
    assert seen["undo"] == 1


def test_the_same_again_gives_the_same_answer_and_stores_nothing(ada):
    first = ada.claims("blue", ROUTE, id="once")
    ada.claims("red", "denver--omaha")
    version = ada.version
    assert ada.claims("blue", ROUTE, id="once") == first
    assert ada.claims("blue", ROUTE, id="once", late=False) == first
    assert ada.version == version
    assert len(ada.game.log) == 2


def test_a_used_id_is_refused_for_another_entry_and_for_another_device(ada, bo):
    ada.claims("blue", ROUTE, id="once")
    for work in (lambda: ada.claims("red", ROUTE, id="once"), lambda: bo.claims("blue", ROUTE, id="once")):
        no = refused(work, "id-used")
        assert (no.kind, no.version) == (Kind.CONFLICT, ada.version)


def test_a_refusal_is_not_remembered(ada):
    ada.claims("blue", ROUTE)
    refused(lambda: ada.claims("red", ROUTE, id="again"), "route-taken")
    ada.tells("strike", entry=1)
    assert ada.claims("red", ROUTE, id="again").entry == 3


def test_the_rules_say_no_at_the_newest_version(ada, bo):
    ada.claims("blue", ROUTE)
    no = refused(lambda: bo.claims("red", ROUTE), "route-taken")
    assert (no.kind, no.version) == (Kind.CONFLICT, ada.version)
    assert "Ada" in sentence(no.reason, no.data)
    refused(lambda: bo.claims("red", "dallas--houston--2"), "twin-closed")


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"type": "claim", "player": "green", "route": ROUTE, "id": "a"}, "colour-not-at-the-table"),
        ({"type": "claim", "player": "blue", "route": "here--there", "id": "a"}, "unknown-route"),
        ({"type": "claim", "player": "blue", "route": ROUTE}, "missing-member"),
        ({"type": "claim", "player": "blue", "route": ROUTE, "id": ""}, "wrong-length"),
        ({"type": "claim", "player": "blue", "route": ROUTE, "id": "a" * 65}, "wrong-length"),
        ({"type": "claim", "player": "blue", "route": ROUTE, "id": None}, "wrong-value"),
        ({"type": "claim", "player": "blue", "route": ROUTE, "id": 7}, "wrong-type"),
        ({"type": "claim", "player": "blue", "route": ROUTE, "id": "a", "points": 9}, "unknown-member"),
        ({"type": "station", "player": "blue", "city": "denver", "id": "a"}, "no-stations-here"),
        ({"type": "keep", "player": "blue", "ticket": "here--there", "id": "a"}, "unknown-ticket"),
        ({"type": "strike", "entry": 1, "id": "a"}, "not-earlier"),
        ({"type": "strike", "entry": 0, "id": "a"}, "wrong-value"),
        ({"type": "hidden", "id": "a"}, "unknown-type"),
        ({"type": "nap", "id": "a"}, "unknown-type"),
        ({}, "missing-member"),
    ],
)
def test_what_is_no_entry_is_refused(ada, tables, entry, code):
    assert refused(lambda: tables.log.report(ada.table, ada.device, entry), code).kind is Kind.WRONG
    assert ada.game.log == ()


def test_who_watches_reports_nothing(ada):
    watcher = ada.invites(role="watcher")
    refused(lambda: watcher.claims("blue", ROUTE), "only-watching")
    assert watcher.sees()["undo"] is None


def test_tickets_are_reported_by_who_holds_the_seat(ada, bo):
    assert refused(lambda: bo.keeps("blue", "denver--el-paso"), "not-your-seat").kind is Kind.NOT_ALLOWED
    ada.keeps("blue", "denver--el-paso")
    ada.tells("strike", entry=1)
    keep = {"type": "keep", "player": "blue", "ticket": "dallas--new-york"}
    for work in (
        lambda: bo.tells("strike", entry=1),
        lambda: bo.tells("strike", entry=2),
        lambda: bo.tells("amend", entry=1, **{"with": keep}),
    ):
        refused(work, "not-your-seat")
    assert ada.tells("strike", entry=2).entry == 3
    assert ada.tells("amend", entry=1, **{"with": keep}).entry == 4
    assert [line["ticket"] for line in ada.sees()["tickets"]["blue"]] == ["dallas--new-york"]


def test_what_is_wrong_about_anothers_ticket_is_not_told(ada, bo):
    """Whatever is asked about a hidden place, the answer is the same: it would tell whose ticket it is."""
    green = Phone.opens(ada.tables, players=3)
    other = green.invites("red", "blue")
    third = green.invites("green")
    other.keeps("blue", "denver--el-paso")
    asked = [{"type": "keep", "player": color, "ticket": "denver--el-paso"} for color in ("blue", "red", "green")]
    asked += [{"type": "draw", "player": "green"}, {"type": "claim", "player": "green", "route": ROUTE}]
    for entry in asked:
        refused(lambda e=entry: third.tells("amend", entry=1, **{"with": e}), "not-your-seat")


def test_an_amendment_is_of_the_kind_its_entry_allows(ada):
    ada.claims("blue", ROUTE)
    keep = {"type": "keep", "player": "blue", "ticket": "denver--el-paso"}
    refused(lambda: ada.tells("amend", entry=1, **{"with": keep}), "cannot-amend")
    ada.tells("amend", entry=1, **{"with": {"type": "claim", "player": "red", "route": ROUTE}})
    assert ada.sees()["owners"] == {ROUTE: "red"}


def test_what_becomes_impossible_is_named(ada):
    ada.claims("blue", ROUTE)
    ada.tells("strike", entry=1)
    ada.claims("red", ROUTE)
    no = refused(lambda: ada.tells("strike", entry=2), "route-taken")
    assert "entry 3" in sentence(no.reason, no.data)


def test_a_secret_entry_in_the_way_is_named_by_its_place_alone(ada, bo):
    ada.finishes(bo)
    bo.tells("strike", entry=1)
    ada.keeps("blue", "denver--el-paso")
    no = refused(lambda: bo.tells("strike", entry=2), "after-finish")
    says = "That would clash with entry 3, which is secret. Whoever made it needs to take it back first."
    assert sentence(no.reason, no.data) == says
    ada.tells("strike", entry=3)
    refused(lambda: bo.tells("strike", entry=2), "not-confirmed")


def test_the_end_waits_for_every_seat_unless_the_maker_says_so(ada, bo):
    refused(lambda: bo.tells("finish"), "not-confirmed")
    refused(lambda: bo.tells("finish", anyway=True), "not-confirmed")
    ada.confirms("blue")
    assert "Bo" in refused(lambda: ada.tells("finish"), "not-confirmed").data["names"]
    bo.confirms("red")
    bo.tells("finish")
    assert ada.sees()["phase"] == "finished"
    refused(lambda: ada.claims("blue", ROUTE), "after-finish")


def test_a_finish_brought_back_waits_for_every_seat_too(ada, bo):
    ada.finishes(bo)
    bo.tells("strike", entry=1)
    refused(lambda: bo.tells("strike", entry=2), "not-confirmed")
    refused(lambda: ada.tells("strike", entry=2, anyway=True), "finish-asked")
    ada.tables.seats.answer(ada.table, bo.device, "finish", "", True)
    assert ada.tells("strike", entry=2, anyway=True).entry == 3


def test_something_is_put_right_after_the_end_in_one_step(ada, bo):
    ada.claims("blue", ROUTE)
    ada.finishes(bo)
    version = ada.version
    taken = bo.tells("strike", entry=1, reopen=True, id="x" * 64)
    assert (taken.entry, taken.version, ada.version) == (4, version + 1, version + 1)
    assert bo.tells("strike", entry=1, reopen=True, id="x" * 64) == taken
    assert ada.sees()["phase"] == "finished"
    assert ada.sees()["owners"] == {}
    assert ada.log() == ["claim", "finish", "strike", "strike", "finish"]
    refused(lambda: bo.claims("red", "here--there", reopen=True), "unknown-route")
    refused(lambda: bo.keeps("blue", "denver--el-paso", reopen=True), "not-your-seat")


LONG = [
    "calgary--helena",
    "duluth--helena",
    "el-paso--los-angeles",
    "los-angeles--phoenix",
    "el-paso--houston",
    "portland--salt-lake-city",
    "miami--new-orleans",
    "atlanta--miami",
]


def test_a_last_turn_is_had_once_and_an_earlier_one_may_be_late(ada):
    for route in LONG:
        ada.claims("blue", route)
    ada.claims("blue", "nashville--raleigh")
    assert ada.sees()["final_round"] == {"triggered_by": "blue", "waiting_for": ["blue", "red"]}
    ada.claims("red", ROUTE)
    no = refused(lambda: ada.claims("red", "denver--omaha"), "final-turn-had")
    assert "earlier" in sentence(no.reason, no.data)
    ada.claims("red", "denver--omaha", late=True)
    ada.tells("draw", player="blue")
    assert ada.sees()["phase"] == "reveal"


def test_a_log_has_an_end_and_the_game_can_still_be_finished(ada, monkeypatch):
    monkeypatch.setattr(entries, "MOST_ENTRIES", 3)
    for _ in range(3):
        ada.tells("draw", player="blue")
    assert refused(lambda: ada.tells("draw", player="blue"), "log-full").kind is Kind.CONFLICT
