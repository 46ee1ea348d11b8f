"""What a device may see: tickets of its own seats and no others, until the end."""

from __future__ import annotations

import json

from companion.export.tally_json import tally_json
from companion.record.read import record_json

TICKET, OTHER = "denver--el-paso", "dallas--new-york"


def seen(phone):
    return phone.game.seen_by(phone.viewer)


def everything(phone):
    """All that a phone can get, as one text."""
    game, viewer = phone.game, phone.viewer
    seen = game.seen_by(viewer)
    return json.dumps([phone.sees(0), record_json(seen.record), tally_json(seen.result)])


def test_tickets_of_another_seat_and_what_became_of_them_stay_hidden(ada):
    bo, watcher = ada.invites("red"), ada.invites(role="watcher")
    bo.keeps("red", TICKET, id="my-own-ticket")
    bo.tells("strike", entry=1, id="my-own-strike")
    bo.tells("strike", entry=2)
    bo.tells("amend", entry=1, **{"with": {"type": "keep", "player": "red", "ticket": OTHER}})
    bo.claims("red", "denver--omaha")
    for phone in (ada, watcher):
        assert phone.log() == ["hidden"] * 4 + ["claim"]
        for secret in (TICKET, OTHER, "my-own"):
            assert secret not in everything(phone)
    hidden = [entry for entry in record_json(ada.game.seen_by(ada.viewer).record)["log"] if entry["type"] == "hidden"]
    assert hidden == [{"type": "hidden"}] * 4
    assert OTHER in everything(bo)


def test_at_the_end_everybody_sees_and_a_struck_finish_closes_again(ada):
    bo = ada.invites("red")
    bo.keeps("red", TICKET)
    ada.finishes(bo)
    assert TICKET in everything(ada)
    ada.tells("strike", entry=2)
    assert TICKET not in everything(ada)


def test_undo_is_for_turns_and_for_ones_own_tickets(ada):
    bo = ada.invites("red")
    ada.claims("blue", "denver--omaha")
    bo.keeps("red", TICKET)
    assert (ada.sees()["undo"], bo.sees()["undo"]) == (1, 2)
    assert (ada.sees()["last"]["entry"], bo.sees()["last"]["entry"]) == (1, 2)


def test_a_hint_says_whether_a_ticket_is_connected_where_the_table_wants_it(ada, tables):
    ada.keeps("blue", TICKET)
    assert ada.sees()["tickets"] == {"blue": [{"ticket": TICKET, "points": 4, "connected": False}]}
    ada.claims("blue", "denver--santa-fe")
    ada.claims("blue", "el-paso--santa-fe")
    assert ada.sees()["tickets"]["blue"][0]["connected"] is True
    tables.settings.change(ada.table, ada.device, {"options": {"ticket_hint": False}})
    assert ada.sees()["tickets"] == {"blue": [{"ticket": TICKET, "points": 4}]}


def test_a_mark_names_role_and_seats(ada):
    before = seen(ada).mark
    bo = ada.invites("red")
    assert seen(bo).mark != before == seen(ada).mark
    ada.tables.seats.free(ada.table, ada.device, "blue")
    assert seen(ada).mark != before
