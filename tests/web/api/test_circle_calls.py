"""Circles over the interface: everything that the pages do."""

from __future__ import annotations

import pytest

from companion.record.read import record_json
from tests.pages.circles.test_circles import a_game


class Caller:
    """A program with one token."""

    def __init__(self, client, token=""):
        self.client, self.token = client, token

    def __call__(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.open(f"/api{path}", method=method, json=body, headers=headers)


@pytest.fixture
def ada(client):
    """Whoever made a circle."""
    caller = Caller(client)
    made = caller("POST", "/circles", {"name": "Friday people"}).json
    caller.token, caller.circle = made["token"], f"/circles/{made['circle']}"
    return caller


@pytest.fixture
def games(ada):
    """The ids of two games in it, each opened with a token of its own that has joined the circle."""
    found = []
    belongs = ada("GET", f"{ada.circle}/links").json["belongs"].partition("#")[2]
    for seed, names in ((3, ("Ada", "Bo", "Cy")), (4, ("Ada K.", "Bo"))):
        opened = ada.client.post("/api/tables", json=record_json(a_game(seed, names))).json
        maker = Caller(ada.client, opened["token"])
        assert maker("POST", "/circles/join", {"secret": belongs}).json["token"] == opened["token"]
        assert maker("POST", f"{ada.circle}/games", {"table": opened["table"]}).status_code == 204
        found.append(opened["table"])
    return found


def person(ada, name):
    return next(one for one in ada("GET", ada.circle).json["people"] if one["name"] == name)


def test_a_circle_says_what_its_games_add_up_to(ada, games):
    state = ada("GET", ada.circle).json
    assert (state["name"], state["role"], "missing" in state) == ("Friday people", "keeper", False)
    assert {game["game"] for game in state["games"]} == {*games}
    assert person(ada, "Bo")["games"] == 2
    assert [pair["games"] for pair in state["pairs"]].count(1) >= 3
    assert state["boards"]["usa"]["games"] == 2
    assert state["records"]["points"]["value"] == max(p["total"] for g in state["games"] for p in g["players"])
    assert [one["circle"] for one in ada("GET", "/circles").json] == [ada.circle.rsplit("/", 1)[1]]


def test_people_are_put_together_told_apart_and_forgotten(ada, games):
    one, other = person(ada, "Ada"), person(ada, "Ada K.")
    same = f"{ada.circle}/people/{other['person']}/same"
    assert ada("POST", same, {"same": one["person"]}).status_code == 204
    assert (person(ada, "Ada")["games"], [*person(ada, "Ada")["also"].values()]) == (2, ["Ada K."])
    assert ada("POST", same, {"same": person(ada, "Bo")["person"]}).status_code == 409
    assert ada("DELETE", same).status_code == 204
    assert person(ada, "Ada K.")["games"] == 1
    color = next(
        player["color"]
        for game in ada("GET", ada.circle).json["games"]
        for player in game["players"]
        if game["game"] == games[0] and player["person"] == person(ada, "Bo")["person"]
    )
    assert ada("POST", f"{ada.circle}/games/{games[0]}/apart", {"color": color}).status_code == 204
    assert person(ada, "Bo")["games"] == 1
    assert ada("DELETE", f"{ada.circle}/people/{one['person']}").status_code == 204
    assert person(ada, "A")["games"] == 1


def test_what_is_said_about_a_game_and_taking_it_out(ada, games):
    told = {"day": "2026-05-04", "place": "home", "counts": False}
    assert ada("PATCH", f"{ada.circle}/games/{games[0]}", told).status_code == 204
    state = ada("GET", ada.circle).json
    assert [game["place"] for game in state["games"] if not game["counts"]] == ["home"]
    assert ada("PATCH", f"{ada.circle}/games/{games[0]}", {"day": "2026-02-31"}).status_code == 422
    assert ada("DELETE", f"{ada.circle}/games/{games[0]}").status_code == 204
    assert len(ada("GET", ada.circle).json["games"]) == 1


def test_links_reading_and_the_end(ada, games):
    links = ada("GET", f"{ada.circle}/links").json
    reader = Caller(ada.client)
    reader.token = reader("POST", "/circles/join", {"secret": links["reads"].partition("#")[2]}).json["token"]
    assert reader("GET", ada.circle).json["role"] == "reader"
    for method, path in (("GET", "/links"), ("DELETE", ""), ("POST", "/links/reads")):
        assert reader(method, f"{ada.circle}{path}").status_code == 403
    assert len(reader("GET", f"{ada.circle}/file").json["games"]) == 2
    assert ada("POST", f"{ada.circle}/links/reads").status_code == 204
    assert reader("GET", ada.circle).status_code == 401
    stranger = Caller(ada.client)
    assert stranger("POST", "/circles/join", {"secret": links["reads"].partition("#")[2]}).status_code == 404
    assert ada("PATCH", ada.circle, {"name": "Ours"}).status_code == 204
    keeper = Caller(ada.client)
    keeper.token = keeper("POST", "/circles/join", {"secret": links["keeps"].partition("#")[2]}).json["token"]
    assert keeper("DELETE", f"{ada.circle}/device").status_code == 204
    assert ada("DELETE", ada.circle).status_code == 204
    assert ada("GET", ada.circle).status_code == 401
