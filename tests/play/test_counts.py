"""Things counted at a table: seen by all like claims, but for what lies behind a screen until the end."""

from __future__ import annotations

import json
import re

import pytest

from companion.export.tally_json import tally_json
from companion.play import Refused
from companion.play.tables import Tables, record_from
from companion.record.read import record_json
from companion.record.record_checks import Members
from tests.support.further import board
from tests.support.phones import Phone

BOARDS = {name: board(name) for name in ("nederland", "germany", "pennsylvania", "northern-lights")}
FOUR = ["small-steps", "snowplow", "wild-west", "ferry-master"]


@pytest.fixture
def tables(store):
    return Tables(store, BOARDS)


def opens(tables, map_name, colors=("blue", "red"), **head):
    seats = [{"color": color, "name": color.title()} for color in colors]
    game = {"format": "companion/game", "version": 1, "map": map_name, "players": seats, "log": [], **head}
    phone = Phone(tables, "")
    phone.table = tables.open(record_from(Members(game.items()), BOARDS), phone.device).table
    return phone.sits(colors[0])


def everything(phone):
    seen = phone.game.seen_by(phone.viewer)
    return json.dumps([phone.sees(0), record_json(seen.record), tally_json(seen.result)])


def refused(code, act, *args, **told):
    with pytest.raises(Refused) as found:
        act(*args, **told)
    assert found.value.code == code


def test_money_is_told_by_its_own_phone_and_hidden_until_the_end(tables):
    ada = opens(tables, "nederland")
    bo = ada.invites("red")
    bo.tells("count", player="red", what="money", n=171)
    bo.tells("count", player="red", what="loans", n=0)
    ada.tells("count", player="blue", what="money", n=173)
    assert ada.log() == ["hidden", "hidden", "count"]
    # As a number of its own: the table's id may hold those digits, too.
    assert not re.search(r"\b171\b", everything(ada))
    assert not re.search(r"\b173\b", everything(bo))
    assert tally_json(bo.game.seen_by(bo.viewer).result)["players"][1]["bonuses"]["money"] == 35
    refused("not-your-seat", ada.tells, "count", player="red", what="money", n=3)
    refused("not-your-seat", ada.tells, "strike", entry=1)
    bo.tells("amend", entry=1, **{"with": {"type": "count", "player": "red", "what": "money", "n": 18}})
    assert ada.log()[-1] == "hidden"


def test_passengers_are_seen_by_all_and_told_by_any_player(tables):
    ada = opens(tables, "germany", ("white", "red"))
    bo = ada.invites("red")
    bo.tells("claim", player="white", route="chemnitz--dresden", takes=["passengers-red"])
    bo.tells("count", player="white", what="passengers-blue", n=4)
    assert ada.log() == ["claim", "count"]
    assert ada.sees(0)["players"][0]["counts"] == {"passengers-red": 1, "passengers-blue": 4}


def test_a_third_player_has_no_room_beside_whoever_nobody_plays(tables):
    ada = opens(tables, "pennsylvania")
    ada.tells("count", player="neutral", what="prr", n=2)
    players = [{"color": c, "name": c.title()} for c in ("blue", "red", "green")]
    refused("player-in-log", ada.tables.settings.change, ada.table, ada.device, {"players": players})
    ada.tells("strike", entry=1)


def test_a_variant_that_counts_no_money_refuses_what_was_counted(tables):
    ada = opens(tables, "nederland")
    ada.tells("count", player="blue", what="money", n=9)
    refused("unknown-thing", ada.tables.settings.change, ada.table, ada.device, {"variant": "no-tolls"})


def test_the_cards_are_named_when_a_table_opens_and_can_be_changed(tables):
    with pytest.raises(Refused) as found:
        opens(tables, "northern-lights")
    assert found.value.code == "missing-option"
    ada = opens(tables, "northern-lights", options={"bonus-cards": FOUR})
    assert ada.sees(0)["chosen"] == {"bonus-cards": FOUR}
    options = {"capital-counts": "routes", "points_hidden": True}
    ada.tables.settings.change(ada.table, ada.device, {"options": options})
    assert ada.sees(0)["chosen"] == {"bonus-cards": FOUR, "capital-counts": "routes"}
    assert ada.sees(0)["options"]["points_hidden"] is True
    refused("wrong-option", ada.tables.settings.change, ada.table, ada.device, {"options": {"capital-counts": "x"}})
    refused("wrong-value", ada.tables.settings.change, ada.table, ada.device, {"options": {"luck": "x"}})
