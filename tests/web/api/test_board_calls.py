"""The interface on every board: records of other programs, what a state has besides, and what is said at opening."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from companion.boards import files
from companion.export.tally_json import tally_json
from companion.record.read import read_record
from companion.rules.tally import tally
from companion.web.api.schemas import PlayerState, State
from tests.support.board_games import claim
from tests.support.golden import FOLDER, Game, games_in
from tests.web.api.conftest import Program, opened

BOARDS = files.boards()
PLAYERS = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]
CARDS = ["small-steps", "snowplow", "wild-west", "ferry-master"]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Any) -> str:
    """One database is enough for what programs read."""
    return f"sqlite:///{shutil.copy(request.getfixturevalue('empty_sqlite'), tmp_path / 'games.sqlite3')}"


def fullest(board: str) -> Game | None:
    games = [game for game in games_in(FOLDER / "boards" / board) if game.expect]
    return max(games, key=lambda game: len(game.record["log"]), default=None)


def totals(game: Game) -> list[int]:
    """What everybody has in the end, in seating order."""
    counted = tally_json(tally(read_record(game.text.encode(), BOARDS).replayed()))
    return [line["total"] for line in counted["players"]]


GAMES = [pytest.param(game, id=board) for board in BOARDS if (game := fullest(board))]


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_another_program_becomes_a_table_and_is_given_back(client, game):
    made = client.post("/api/tables", json=game.record)
    assert made.status_code == 201, made.text
    program = Program(client, **made.json)
    state = program.state("?since=1")
    assert {*state} <= {*State.model_fields}
    assert {name for player in state["players"] for name in player} <= {*PlayerState.model_fields}
    State.model_validate(state, strict=True)
    record = program("GET", "/record").json
    assert len(record["log"]) == len(game.record["log"])
    assert record.get("options", {}) == game.record.get("options", {})
    if game.record["log"][-1]["type"] == "finish":
        kinds = [[entry["type"] for entry in log] for log in (record["log"], game.record["log"])]
        assert kinds[0] == kinds[1]
        shown = program("GET", "/tally").json
        assert [line["total"] for line in shown["players"]] == totals(game)


def at(client, board: str, *log: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The state of a table with this log."""
    return opened(client, map=board, players=PLAYERS, log=list(log), **more).state()


def test_usa_says_nothing_of_what_it_has_not(client):
    state = at(client, "usa")
    assert not {"markers", "common", "bullet_trains_left", "shared"} & {*state}
    assert not {"takes", "counts", "pieces_left", "markers_left", "home", "technologies"} & {*state["players"][0]}


def test_old_west_has_homes_and_markers(client):
    home = {"type": "home", "player": "blue", "city": "bend"}
    state = at(client, "old-west", home, claim("blue", "bend--boise--1", marker="boise"))
    assert state["markers"] == {"bend": "blue", "boise": "blue"}
    blue, red = state["players"]
    assert (blue["home"], blue["markers_left"]) == ("bend", 1)
    assert "home" not in red
    assert red["markers_left"] == 3


def test_rails_and_sails_has_pieces_of_two_kinds_and_harbours(client):
    log = [claim("blue", "tokyo--vancouver"), {"type": "harbour", "player": "blue", "city": "tokyo"}]
    players = [PLAYERS[0] | {"pieces": {"train": 22, "ship": 38}}, PLAYERS[1]]
    state = opened(client, map="world", players=players, log=log).state()
    assert state["markers"] == {"tokyo": "blue"}
    blue = state["players"][0]
    length = BOARDS["world"].route["tokyo--vancouver"].length
    assert blue["pieces"] == {"train": 22, "ship": 38}
    assert blue["pieces_left"] == {"train": 22, "ship": 38 - length}
    assert blue["trains_left"] == 60 - length
    assert blue["markers_left"] == 2


def test_the_united_kingdom_has_technologies_and_shared_routes(client):
    log = [
        claim("red", "aberdeen--dundee"),
        {"type": "buy", "player": "blue", "card": "boiler-lagging"},
        claim("blue", "aberdeen--dundee", shared=True),
    ]
    state = at(client, "uk", *log)
    assert state["players"][0]["technologies"] == ["boiler-lagging"]
    assert state["players"][1]["technologies"] == []
    assert state["owners"] == {"aberdeen--dundee": "red"}
    assert state["shared"] == {"aberdeen--dundee": ["red", "blue"]}


def test_japan_has_routes_for_everybody_and_a_supply(client):
    bullet = next(route.id for route in BOARDS["japan"].route.values() if "bullet" in route.tags)
    state = at(client, "japan", claim("blue", bullet))
    assert (state["common"], state["bullet_trains_left"]) == ([bullet], 15)


def test_what_was_taken_is_told_apart_from_what_was_counted(client):
    route = next(route.id for route in BOARDS["germany"].route.values() if route.pair == "bremen--hannover")
    log = [
        claim("black", route, takes=["passengers-red", "passengers-blue"]),
        {"type": "count", "player": "black", "what": "passengers-red", "n": 4},
    ]
    players = [{"color": "black", "name": "Ada"}, {"color": "red", "name": "Bo"}]
    blue, red = opened(client, map="germany", players=players, log=log).state()["players"]
    assert blue["takes"] == {"passengers-red": 1, "passengers-blue": 1}
    assert blue["counts"] == {"passengers-red": 4, "passengers-blue": 1}
    assert red["takes"] == {}


def test_what_the_board_leaves_to_the_table_is_said_at_opening(client):
    program = opened(client, map="northern-lights", players=PLAYERS, options={"bonus-cards": CARDS})
    assert program.state()["chosen"] == {"bonus-cards": CARDS}
    assert program("GET", "/record").json["options"] == {"bonus-cards": CARDS}
    changed = program("PATCH", "", {"options": {"capital-counts": "routes", "bonus-cards": CARDS}})
    assert changed.status_code == 200, changed.text
    assert program.state()["chosen"]["capital-counts"] == "routes"


@pytest.mark.parametrize("options", [{}, {"bonus-cards": CARDS[:3]}, {"bonus-cards": [*CARDS[:3], "snow"]}, {"x": 1}])
def test_a_wrong_choice_at_opening_is_refused(client, options):
    told = {"map": "northern-lights", "players": PLAYERS, "options": options}
    answer = client.post("/api/tables", json=told)
    assert answer.status_code == 422
    assert answer.json["message"]


def test_since_tells_whose_figures_changed(client):
    program = opened(client, map="old-west", players=PLAYERS)
    program.reports(type="home", player="red", city="bend", id="home")
    assert program.state("?since=1")["changed"]["players"] == ["red"]


def test_the_description_names_all_of_it(client):
    shapes = client.get("/api/openapi.json").json["components"]["schemas"]
    assert {"markers", "common", "shared", "bullet_trains_left"} <= {*shapes["State"]["properties"]}
    assert {"takes", "technologies", "pieces_left"} <= {*shapes["PlayerState"]["properties"]}
    assert {"options", "players"} <= {*shapes["NewTable"]["properties"]}
    assert "pieces" in shapes["Player"]["properties"]
