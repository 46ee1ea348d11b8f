"""Changing the set-up while the game goes on."""

from __future__ import annotations

import pytest

from companion.play import Kind
from companion.prose.table_refusals import sentence
from tests.support.phones import refused

TWO = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]


def changes(phone, **told):
    return phone.tables.settings.change(phone.table, phone.device, told).version


def test_title_beginner_and_options_are_changed_for_everybody(ada):
    version = ada.version
    assert changes(ada, title="Friday night", starts="red", options={"points_hidden": True}) == version + 1
    seen = ada.sees(version)
    assert (seen["title"], seen["starts"], seen["next"]) == ("Friday night", "red", "red")
    assert seen["options"] == {
        "points_hidden": True,
        "ticket_hint": True,
        "moving_totals": True,
        "picture_shared": False,
        "language": "",
    }
    assert seen["changed"]["players"] == ["blue", "red"]


def test_nothing_told_changes_nothing(ada):
    version = ada.version
    assert changes(ada) == version == ada.version


def test_a_player_more_and_one_fewer(ada):
    changes(ada, players=[*TWO, {"color": "green", "name": "Cy"}])
    ada.claims("green", "denver--omaha")
    no = refused(lambda: changes(ada, players=TWO), "player-in-log")
    assert "entry 1" in sentence(no.reason, no.data)
    assert (no.kind, no.version) == (Kind.CONFLICT, ada.version)
    changes(ada, players=[{"color": "green", "name": "Zoë"}, TWO[0]])
    assert [player["name"] for player in ada.sees()["players"]] == ["Zoë", "Ada"]


def test_a_player_fewer_may_make_an_entry_impossible(ada):
    changes(ada, players=[*TWO, *({"color": c, "name": c} for c in ("green", "yellow"))])
    ada.claims("blue", "dallas--houston--1")
    ada.claims("red", "dallas--houston--2")
    no = refused(lambda: changes(ada, players=[*TWO, {"color": "green", "name": "Cy"}]), "twin-closed")
    assert "entry 2" in sentence(no.reason, no.data)


def test_it_is_not_told_whose_ticket_is_in_the_way(ada):
    bo = ada.invites("red")
    bo.keeps("red", "denver--el-paso")
    others = [TWO[0], {"color": "green", "name": "Cy"}]
    no = refused(lambda: changes(ada, players=others), "player-in-log")
    assert "1" not in sentence(no.reason, no.data)
    assert no.data == {}
    refused(lambda: changes(ada, variant="1910"), "tickets-entered")


def test_ones_own_tickets_may_be_in_the_way_of_a_variant(ada, boards):
    old, new = boards["usa"].tickets_of("base"), boards["usa"].tickets_of("big-cities")
    ada.keeps("blue", min(set(old) - set(new)))
    refused(lambda: changes(ada, variant="big-cities"), "unknown-ticket")


@pytest.mark.parametrize("then", ["strike", "amend"])
def test_so_may_one_that_was_taken_back_or_changed_for_it_may_come_back(ada, boards, then):
    old, new = boards["usa"].tickets_of("base"), boards["usa"].tickets_of("big-cities")
    ada.keeps("blue", min(set(old) - set(new)))
    played = {"type": "keep", "player": "blue", "ticket": min(set(old) & set(new))}
    ada.tells(then, entry=1, **({"with": played} if then == "amend" else {}))
    refused(lambda: changes(ada, variant="big-cities"), "unknown-ticket")


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"map": "europe"}, "unknown-member"),
        ({"log": []}, "unknown-member"),
        ({"title": "x" * 81}, "wrong-length"),
        ({"title": None}, "wrong-type"),
        ({"starts": None}, "wrong-value"),
        ({"starts": "green"}, "colour-not-at-the-table"),
        ({"variant": "nope"}, "unknown-variant"),
        ({"players": []}, "wrong-number"),
        ({"players": [TWO[0], TWO[0]]}, "colour-twice"),
        ({"players": [TWO[0], {"color": "red", "name": "x" * 25}]}, "wrong-length"),
        ({"options": []}, "wrong-value"),
        ({"options": {"points_hidden": 1}}, "wrong-value"),
        ({"options": {"nope": True}}, "wrong-value"),
        ({"one_token": 1}, "wrong-type"),
    ],
)
def test_what_is_no_set_up_is_refused(ada, told, code):
    version = ada.version
    assert refused(lambda: changes(ada, **told), code).kind is Kind.WRONG
    assert ada.version == version


def test_who_watches_changes_nothing(ada):
    watcher = ada.invites(role="watcher")
    refused(lambda: changes(watcher, title="x"), "only-watching")


def test_what_changed_since_a_set_up_that_no_longer_fits_is_everything(ada):
    ada.claims("blue", "dallas--houston--1")
    version = ada.version
    ada.tells("strike", entry=1)
    changes(ada, title="new")
    assert ada.sees(version)["changed"]["routes"] == ["dallas--houston--1"]
    assert len(ada.sees(ada.version + 5)["changed"]["routes"]) == len(ada.game.board.route)
