"""What a tap may mean, for whom, and why not."""

from __future__ import annotations

from math import cos, sin
from random import Random

import pytest

from companion.boards.model import Board
from companion.pages.shared import route_rows
from companion.pages.table import choice
from companion.picture.tap_targets import Picker
from companion.picture.track_shapes import Shapes
from companion.rules.log import Claim
from companion.rules.replay import broken_by
from tests.pages.telling import claim

BOARD_HEIGHT = 474  # px that the strip leaves of 740
FINGER = 1.5 / 0.159  # px
TAPS = 200


def taps(board: Board, seed: int) -> list[tuple[str, float, float]]:
    """Taps meant for a train space of some pair, each off by a finger's error."""
    assert board.layout
    rng, shapes = Random(seed), Shapes(board, board.layout)
    error = FINGER / (BOARD_HEIGHT / (board.layout.height + 14))
    told = []
    for pair in rng.choices(sorted(shapes.pairs), k=TAPS):
        x, y, angle = rng.choice([space for track in shapes.pairs[pair] for space in track.spaces])
        u, v = ((rng.random() - 0.5) * side for side in board.layout.space)
        x, y = x + u * cos(angle) - v * sin(angle), y + u * sin(angle) + v * cos(angle)
        told.append((pair, rng.gauss(x, error), rng.gauss(y, error)))
    return told


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_the_route_that_was_meant_is_among_what_is_offered(boards, name):
    board = boards[name]
    picker = Picker.of(Shapes(board, board.layout))
    offered = [pair in choice._near_tap(board, picker, x, y).pairs for pair, x, y in taps(board, seed=4)]
    assert sum(offered) >= 0.99 * TAPS


def test_a_tap_on_a_city_means_all_its_routes_the_nearest_first(boards):
    board = boards["usa"]
    place = board.layout.place["denver"]
    found = choice._near_tap(board, Picker.of(Shapes(board, board.layout)), place.x + 2, place.y)
    assert found.alone
    assert found.cities == ["denver"]
    assert set(found.pairs) == {route.pair for route in board.route.values() if "denver" in route.ends}


def test_a_tap_on_a_name_offers_the_city_beside_the_routes(boards):
    board = boards["usa"]
    left, top, width, height = board.layout.place["denver"].label
    found = choice._near_tap(board, Picker.of(Shapes(board, board.layout)), left + width / 2, top + height / 2)
    assert "denver" in found.cities
    assert len(found.pairs) in (choice.MOST_ROWS, 9)


def test_rows_are_numbered_as_on_the_picture(game):
    rows = route_rows.route_rows(game(), "blue", ["denver--omaha", "denver--kansas-city", "kansas-city--omaha"])
    assert [[track.number for track in row.tracks] for row in rows] == [[1], [2, 3], [4]]
    assert route_rows.open_routes(rows)[1] == "denver--kansas-city--1"
    assert rows[0].name == "Denver – Omaha"
    assert rows[0].facts == "4 trains · 7 points"
    assert rows[0].tracks[0].colour == "purple"


def test_tracks_of_one_colour_are_one_choice_until_one_is_taken(game):
    (both,) = route_rows.route_rows(game(players=FIVE), "blue", ["kansas-city--omaha"])
    assert len(both.tracks) == 1
    taken = game(claim("red", "kansas-city--omaha--1"), players=FIVE)
    (one,) = route_rows.route_rows(taken, "blue", ["kansas-city--omaha"])
    assert [track.owner for track in one.tracks] == ["red", None]
    assert one.tracks[1].open


FIVE = [{"color": c, "name": c.title()} for c in ("blue", "red", "green", "yellow", "black")]


@pytest.mark.parametrize(
    ("players", "player", "why"),
    [
        (3, "red", "with 3 players, only one track of a double route is used, so Denver – Kansas City is closed"),
        (5, "blue", "Blue has the other track of Denver – Kansas City; nobody can own both"),
    ],
)
def test_what_is_closed_says_why(game, players, player, why):
    table = game(claim("blue", "denver--kansas-city--1"), players=FIVE[:players])
    (row,) = route_rows.route_rows(table, player, ["denver--kansas-city"])
    assert row.tracks[0].owner == "blue"
    assert row.why_not == why


def test_too_few_trains_are_a_reason(game):
    routes = [route for route in game().board.route.values() if route.length == 6]
    table = game(*[claim("blue", route.id) for route in routes[:7]])
    (row,) = route_rows.route_rows(table, "blue", [routes[7].pair])
    assert row.why_not
    assert "but Ada has only 3 left" in row.why_not


def test_asking_changes_nothing(game):
    table = game(claim("blue", "denver--omaha")).table
    before = dict(table.owners), dict(table.trains)
    assert broken_by(table, Claim(type="claim", player="red", route="helena--omaha")) is None
    assert (dict(table.owners), dict(table.trains)) == before


def test_a_city_tells_of_its_station(game):
    built = ("red", {"type": "station", "player": "red", "city": "roma"})
    table = game(built, board="europe")
    assert route_rows.city_choice(table, "blue", "roma").station_of == "red"
    assert route_rows.city_choice(table, "blue", "wien").why_not is None
    assert route_rows.city_choice(game(), "blue", "denver").station_of is None


def test_no_fourth_station(game):
    built = [("red", {"type": "station", "player": "red", "city": c}) for c in ("roma", "wien", "paris")]
    why = route_rows.city_choice(game(*built, board="europe"), "red", "berlin").why_not
    assert why == "Bo has already built all 3 of their stations"
