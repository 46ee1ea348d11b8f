"""The board as a table on a page: filters, a city, and what is reported from a row."""

from __future__ import annotations

import re

import pytest

from tests.pages.visiting import FRAGMENT, guest, opened, text, told
from tests.support.markup import parsed

FORM = {"id": "once", "type": "claim", "player": "blue", "route": "denver--omaha"}


@pytest.fixture
def routes(client) -> str:
    return opened(client) + "/routes"


def rows(answer) -> list[list[str]]:
    """The cells of every row, as they are read."""
    body = next(part for part in parsed(answer.text).iter("tbody"))
    return [[" ".join("".join(cell.itertext()).split()) for cell in row] for row in body]


def test_a_route_is_a_row_with_all_its_facts_and_its_claim(client, routes):
    answer = client.get(routes)
    assert answer.status_code == 200
    track = ["Denver", "Omaha", "purple", "4 trains", "7 points"]
    assert [*track, "Claim for Ada Denver – Omaha, purple"] in rows(answer)
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_stranger_finds_nothing(app, routes):
    client = app.test_client()
    assert client.get(routes).status_code == 404
    assert client.post(routes, data=FORM).status_code == 404


def test_a_claim_from_its_row(client, routes):
    answer = client.post(routes, data=FORM, headers=FRAGMENT)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert ["Denver", "Omaha", "purple", "4 trains", "7 points", "Ada Denver – Omaha, purple"] in rows(answer)
    assert "Bo's turn" in text(answer)


def test_without_script_it_leads_back_to_the_same_rows(client, routes):
    answer = client.post(f"{routes}?only=open&city=denver", data=FORM)
    assert (answer.status_code, answer.location) == (303, f"{routes}?only=open&city=denver")


def test_the_same_form_twice_is_one_claim(client, routes, tables):
    for _ in range(2):
        assert client.post(routes, data=FORM, headers=FRAGMENT).status_code == 200
    assert "Bo&#39;s turn" in client.get(routes).text


def test_a_refusal_says_why_over_the_rows(client, routes, tables):
    told(tables, client, routes.removesuffix("/routes"), type="claim", player="red", route="denver--omaha")
    answer = client.post(routes, data=FORM, headers=FRAGMENT)
    assert answer.status_code == 409
    assert "Denver – Omaha is already Bo's." in text(answer)
    assert rows(answer)
    answer = client.post(routes, data={**FORM, "type": "nonsense"}, headers=FRAGMENT)
    assert answer.status_code == 422


def test_undo_from_here(client, routes):
    client.post(routes, data=FORM)
    answer = client.post(routes, data={"id": "back", "type": "strike", "entry": "1"}, headers=FRAGMENT)
    assert "Ada's turn" in text(answer)
    assert 'id="undo"' not in answer.text


def test_open_ones_and_somebodys(client, routes):
    client.post(routes, data=FORM)
    assert ["Denver", "Omaha"] not in [row[:2] for row in rows(client.get(f"{routes}?only=open"))]
    assert [row[:2] for row in rows(client.get(f"{routes}?only=blue"))] == [["Denver", "Omaha"]]
    assert "No routes match." in client.get(f"{routes}?only=red").text


def test_a_citys_page_has_its_routes_and_its_station(client):
    routes = opened(client, board="europe") + "/routes?city=wien"
    answer = client.get(routes)
    assert "Routes from Wien" in answer.text
    assert {row[0] for row in rows(answer)} == {"Wien"}
    assert "Build a station for Ada in Wien" in answer.text
    built = {"id": "s", "type": "station", "player": "blue", "city": "wien"}
    assert "Ada has the station" in client.post(routes, data=built, headers=FRAGMENT).text


@pytest.mark.parametrize("asked", ["only=purple", "city=atlantis", "player=pink", "only=&city=&player="])
def test_what_makes_no_sense_is_left_out(client, routes, asked):
    assert len(rows(client.get(f"{routes}?{asked}"))) > 80


def test_after_the_game_it_is_entered_for_whoever_is_chosen(client):
    routes = opened(client, tracking="tally") + "/routes"
    assert 'name="player"' in client.get(routes).text
    assert "Claim for Cy" in client.get(f"{routes}?player=green").text
    answer = client.post(f"{routes}?player=green", data={**FORM, "player": "green"}, headers=FRAGMENT)
    assert "Claim for Cy" in answer.text


def test_who_only_watches_claims_nothing(app, client, routes, tables):
    watcher = guest(app, tables, client, routes.removesuffix("/routes"), "watcher")
    answer = watcher.get(routes)
    assert answer.status_code == 200
    assert not re.search(r"<button[^>]*name=\"route\"", answer.text)
    assert watcher.post(routes, data=FORM, headers=FRAGMENT).status_code == 403
