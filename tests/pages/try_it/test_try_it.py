"""A trial game: one tap, in the middle of a game, and gone after an hour."""

from __future__ import annotations

import json
import time

import pytest

from companion.export.tally_json import tally_json
from companion.play import Refused, trials
from companion.play.keys import browser_with
from companion.record.read import read_record, record_json
from companion.rules.tally import tally
from companion.serve.maintenance import TRIAL
from tests.pages.visiting import device, opened, text


def tried(client) -> str:
    answer = client.post("/try")
    assert answer.status_code == 303, text(answer)
    return str(answer.location)


def test_one_tap_leads_into_the_middle_of_a_game_at_ones_own_seat(client, tables):
    page = client.get(tried(client))
    assert page.status_code == 200
    assert "Trial game, deleted after an hour" in page.text
    game = next(tables.of(device(client)))
    assert len(game.log) == 6 + 24
    assert game.table.next_player == trials.OWN
    assert game.seat(trials.OWN).held


def test_the_next_claim_completes_a_ticket(boards):
    """So that one sees at the end what Trackside is for."""
    document = record_json(trials.trial(boards))
    last = {"type": "claim", "player": trials.OWN, "route": "new-york--pittsburgh--1"}
    tickets = []
    for more in ([], [last]):
        record = json.dumps(document | {"log": [*document["log"], *more, {"type": "finish"}]})
        result = tally_json(tally(read_record(record.encode(), boards).replayed()))
        tickets.append(result["players"][0]["tickets"]["completed"])
    assert tickets == [["denver--el-paso"], ["los-angeles--new-york", "denver--el-paso"]]


def test_it_is_offered_where_there_are_no_games_yet(client):
    assert 'action="/try"' in client.get("/").text
    tried(client)
    assert 'action="/try"' not in client.get("/").text


def test_after_an_hour_it_is_gone_and_other_games_stay(client, app, tables):
    opened(app.test_client())
    address = tried(client)
    now = int(time.time())
    assert tables.store.delete_trials_before(now - TRIAL) == 0
    assert tables.store.trials() == 1
    assert tables.store.delete_trials_before(now + 1) == 1
    assert tables.store.trials() == 0
    assert client.get(address).status_code == 404
    assert tables.store.count() == 1


def test_there_are_never_more_than_a_server_can_bear(client, monkeypatch):
    monkeypatch.setattr(trials, "MOST", 1)
    tried(client)
    refused = client.post("/try")
    assert refused.status_code == 409
    assert "Lots of people are trying Trackside" in refused.text


def test_nobody_else_is_at_it(client, app, tables):
    address = tried(client)
    assert app.test_client().get(address).status_code == 404
    assert not [*tables.of(browser_with("somebody else"))]


def test_no_circle_keeps_it(client, tables):
    address = tried(client)
    table = address.rsplit("/", 1)[1]
    tables.log.finish(table, device(client), "the end", anyway=True)
    tally = client.get(f"{address}/tally")
    assert tally.status_code == 200
    assert 'name="table"' not in tally.text
    circle = tables.circles.make(device(client), "Friday")
    assert 'action="/circles' not in client.get(f"{address}/tally").text
    with pytest.raises(Refused) as refused:
        tables.circles.add(circle, table, device(client))
    assert refused.value.code == "trial"
