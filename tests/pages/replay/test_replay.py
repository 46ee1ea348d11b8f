"""The replay without a script: every claim, the same sentences as in the log, and only of games that are over."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape

import pytest

from companion.rules.log import Claim, Finish, in_force
from tests.pages.finishing import almost, finish, game_at, over
from tests.pages.visiting import FRAGMENT, device, guest, text
from tests.support.evenings import evening


@pytest.fixture
def address(client, tables):
    return over(tables, client, evening(52, "europe", 5))


def words(page):
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_every_claim_is_a_line_in_the_order_of_the_log(client, tables, address):
    page = client.get(f"{address}/replay").text
    claims = [place for place, entry in in_force(game_at(tables, client, address).log) if isinstance(entry, Claim)]
    assert [int(place) for place in re.findall(r'data-place="(\d+)"', page)] == claims
    assert len(claims) == 64


def test_it_says_what_turned_the_game_who_blocked_whom_and_what_was_left(client, address):
    page = words(text(client.get(f"{address}/replay")))
    for sentence in (
        "The turning point was claim 55, Petrograd – Stockholm: from then on Ελένη led.",
        "Bo claimed Marseille – Roma and cut off the last way to complete Ελένη's ticket Constantinople – Venezia.",
        "Cyrill claimed Athina – Sofia and blocked Bo's ticket Athina – Edinburgh: going round took 7 trains more.",
        "Unused at the end: Ada: 17 trains, Bo: 7 trains, Cyrill: 6 trains, Dée: 2 trains, Ελένη: 1 train.",
        "That completed Dée's ticket Constantinople – Palermo, 8 points.",
    ):
        assert sentence in page


def test_a_line_says_the_same_as_the_log(client, address):
    replay, log = words(text(client.get(f"{address}/replay"))), words(text(client.get(f"{address}/log")))
    said = "Kyiv – Wilno, 2 trains, +2"
    assert said in replay
    assert said in log


def test_the_phone_gets_no_tickets_with_the_entries(client, address):
    found = re.search(r"data-entries='([^']*)'", client.get(f"{address}/replay").text)
    entries = json.loads(unescape(found[1]))
    assert {entry["type"] for entry in entries} <= {"claim", "station", "draw"}
    assert [entry["place"] for entry in entries] == sorted(entry["place"] for entry in entries)


def test_before_the_end_and_during_the_reveal_there_is_none(app, client, tables):
    address = almost(tables, client)
    watcher = guest(app, tables, client, address, "watcher")
    assert client.get(f"{address}/replay").location == f"{address}/end"
    assert watcher.get(f"{address}/replay").location == f"{address}/watch"
    finish(tables, client, address)
    assert client.get(f"{address}/replay").location == f"{address}/reveal"
    assert watcher.get(f"{address}/replay").location == f"{address}/reveal"
    table = address.rpartition("/")[2]
    tables.reveal.step(table, device(client), len(tables.on_table(table, device(client)).reveal) - 1)
    assert client.get(f"{address}/replay").status_code == 200
    assert watcher.get(f"{address}/replay").status_code == 200


def test_a_stranger_finds_no_table(app, address):
    assert app.test_client().get(f"{address}/replay").status_code == 404


def test_a_page_left_open_follows_corrections(client, tables, address):
    log = len(game_at(tables, client, address).log)
    assert client.get(f"{address}/replay?log={log}", headers=FRAGMENT).status_code == 204
    assert client.get(f"{address}/replay?log=1", headers=FRAGMENT).headers["HX-Refresh"] == "true"


def test_the_end_leads_there(client, address):
    for page in ("tally", "reveal"):
        assert f'href="{address}/replay"' in client.get(f"{address}/{page}").text


def test_a_game_without_claims_has_no_lines(client, tables):
    bare = replace(evening(52, "europe", 5), log=(Finish(type="finish"),))
    page = client.get(f"{over(tables, client, bare)}/replay")
    assert page.status_code == 200
    assert "data-place" not in page.text
