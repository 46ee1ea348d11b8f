"""Games nobody played still have to be games; and what of a game is put on its picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from companion.boards.model import Board
from companion.picture import Walk, samples
from companion.picture.game_scene import journey_of, longest_of, looks_of, scene_of
from companion.picture.looks import LOOKS
from companion.rules.game_setup import Player, Setup
from companion.rules.log import Claim
from companion.rules.replay import new_table, read
from companion.rules.table import Table
from companion.rules.tally import tally


def leads(board: Board, walk: Walk) -> bool:
    """Whether each route of a walk joins the cities before and after it."""
    steps = zip(walk.routes, pairwise(walk.cities), strict=True)
    return all({*board.route[route].ends} == {*cities} for route, cities in steps)


@pytest.mark.parametrize("state", samples.SAMPLES)
def test_nobody_has_more_than_the_box_holds(board: Board, state: str) -> None:
    scene = samples.SAMPLES[state](board)
    for player in board.colors:
        routes = [board.route[route] for route, owner in scene.owners.items() if owner == player]
        own_trains = (route.length for route in routes if "bullet" not in route.tags)  # bullet trains are everybody's
        assert sum(own_trains) <= board.trains_per_player
        assert len({(route.pair, route.pieces) for route in routes}) == len(routes)


def test_a_finished_game_shows_a_longest_path_and_a_journey(board: Board) -> None:
    scene = samples.finished(board)
    assert scene.longest
    assert scene.journey
    assert leads(board, scene.longest)
    assert leads(board, scene.journey)
    assert len({scene.owners[route] for route in scene.longest.routes}) == 1
    own = {scene.owners[route] for route in scene.journey.routes if route not in scene.journey.borrowed}
    lent = {scene.owners[route] for route in scene.journey.borrowed}
    assert len(own) == 1
    assert own.isdisjoint(lent)
    assert bool(lent) == bool(board.stations)


def test_what_is_offered_is_free(board: Board) -> None:
    for scene in (samples.choosing(board), samples.everything(board)):
        assert scene.candidates
        assert scene.owners.keys().isdisjoint(scene.candidates)


@pytest.fixture
def table(boards: dict[str, Board]) -> Table:
    board = boards["usa"]
    ada = Player(color="red", name="Ada", shape="moon", letter="A")
    setup = Setup(map="usa", variant="big-cities", players=[ada, Player(color="blue", name="Bo", shape="teapot")])
    owners = {"duluth--helena": "red", "helena--seattle": "red", "denver--helena": "blue"}
    ticket = next(iter(board.tickets_of("big-cities").values()))
    table = new_table(board, setup)
    for place, (route, player) in enumerate(owners.items(), start=1):
        read(table, place, Claim(type="claim", player=player, route=route))
    table.held = [("red", ticket)]
    return table


def test_the_last_claim_stands_out_until_the_game_is_over(table: Table) -> None:
    assert scene_of(table).last == "denver--helena"
    table.finished = True
    assert scene_of(table).last is None


def test_the_scene_is_the_tables(table: Table) -> None:
    scene = scene_of(table)
    assert scene.owners == table.owners
    assert scene.big_cities == table.board.variants["big-cities"].big_cities
    assert (scene.longest, scene.journey) == (None, None)


def test_players_look_as_they_chose(table: Table) -> None:
    looks = looks_of(table)
    assert (looks["red"].shape, looks["red"].letter) == ("moon", "A")
    assert looks["blue"] == replace(LOOKS["blue"], called="teapot"), "no shape of ours, but a name"
    assert (looks["blue"].shape_name, looks["blue"].figure.path) == ("teapot", "")


def test_paths_and_journeys_come_from_the_tally(table: Table) -> None:
    result = tally(table)
    path = longest_of(result, "red")
    assert path
    assert {*path.routes} == {"duluth--helena", "helena--seattle"}
    assert leads(table.board, path)
    assert journey_of(result, table.held[0][1].id) is None
    table.claims = {}
    assert longest_of(tally(table), "red") is None
