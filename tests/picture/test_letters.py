"""A player's letter stands on every route and station of theirs, where it hides nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from math import dist

from companion.boards.geometry import Space
from companion.boards.model import Board
from companion.pages.shared.stage import networks_of
from companion.picture import Scene, samples
from companion.picture.game_scene import scene_of
from companion.picture.looks import LOOKS
from companion.picture.owner_letters import Row, signs, usual
from companion.picture.plan import runs
from tests.picture.test_picture import SVG, by, drawn
from tests.support.board_games import claim, table

# A disc from rim to rim, and from its middle to the rim.
DISC, RIM = 10.2, 5.1
SHAPE, DOT = 2.7, 4.5
# Half of the widest letter.
LETTER = 3.3


def corners(data: str) -> list[tuple[float, float]]:
    """The corners of a line told in steps."""
    numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", data)]
    steps = list(zip(numbers[::2], numbers[1::2], strict=True))
    return [(sum(x for x, _ in steps[: n + 1]), sum(y for _, y in steps[: n + 1])) for n in range(len(steps))]


def test_every_route_has_the_letter_of_its_owner(board: Board) -> None:
    scene = samples.everything(board)
    root = drawn(board, scene)
    layers = by(root, "layer")
    idents = {e.get("id"): e for e in root.iter(f"{SVG}marker")}
    lie = runs(board, board.layout)
    for player in board.colors:
        line = layers[f"letters-{player}"]
        assert {line.get(f"marker-{part}") for part in ("start", "mid", "end")} == {f"url(#board-sign-{player})"}
        assert [e.text for e in idents[f"board-sign-{player}"].iter(f"{SVG}text")] == [LOOKS[player].letter]
        places = [lie[route].sign[:2] for route, owner in scene.owners.items() if owner == player]
        assert all(dist(one, other) < 1 for one, other in zip(places, corners(line.attrib["d"]), strict=True))


def test_a_station_has_its_owners_shape_and_letter(board: Board) -> None:
    houses = {e.get("id"): e for e in drawn(board).iter(f"{SVG}marker") if "house" in e.get("id", "")}
    assert len(houses) == len(board.colors)
    for player in board.colors:
        house = houses[f"board-house-{player}"]
        assert [e.text for e in house.iter(f"{SVG}text")] == [LOOKS[player].letter]
        assert LOOKS[player].figure.path in {e.get("d") for e in house.iter()}


def test_a_letter_hides_no_other_letter(board: Board) -> None:
    """Where rows bend, the rims of two discs may touch; the letters inside them may not."""
    places = [run.sign[:2] for run in runs(board, board.layout).values()]
    assert min(dist(one, other) for one, other in combinations(places, 2)) >= RIM + LETTER


def test_the_discs_of_the_first_boards_stand_apart(boards: Mapping[str, Board]) -> None:
    for board in (boards["usa"], boards["europe"]):
        places = [run.sign[:2] for run in runs(board, board.layout).values()]
        assert min(dist(one, other) for one, other in combinations(places, 2)) >= DISC


def test_a_letter_hides_no_shape(board: Board) -> None:
    every = runs(board, board.layout)
    places = {route: run.sign[:2] for route, run in every.items()}
    for route, place in places.items():
        for other in every.values():
            assert min(dist(place, car) for car in other.line[1:-1]) >= RIM + SHAPE - 0.05, route


def test_a_letter_hides_no_city(board: Board) -> None:
    every = runs(board, board.layout)
    ends = {point for run in every.values() for point in (run.line[0], run.line[-1])}
    for route, run in every.items():
        assert min(dist(run.sign[:2], end) for end in ends) >= RIM + DOT, route


def test_no_arrow_of_the_longest_path_lies_under_a_letter(board: Board) -> None:
    scene = samples.everything(board)
    arrows = by(drawn(board, Scene(owners=scene.owners, longest=scene.longest)), "layer")["arrows"].attrib["d"]
    starts = [tuple(map(float, re.findall(r"-?[\d.]+", head)[:2])) for head in arrows.split("M")[1:]]
    every = runs(board, board.layout)
    assert scene.longest.routes
    for route in scene.longest.routes:
        assert min(dist(every[route].sign[:2], start) for start in starts) > RIM, route


def test_a_token_without_a_drawing_is_its_letter_alone(board: Board) -> None:
    bell = LOOKS["blue"].chosen("bell", "Q")
    root = drawn(board, looks={"blue": bell})
    assert LOOKS["blue"].figure.path not in {e.get("d") for e in root.iter()}
    for kind in ("own", "sign", "house"):
        (marker,) = (e for e in root.iter(f"{SVG}marker") if e.get("id") == f"board-{kind}-blue")
        assert [e.text for e in marker.iter(f"{SVG}text")] == ["Q"]


def test_a_letter_whose_width_nobody_knows_is_put_in_the_middle_by_whoever_draws_it(board: Board) -> None:
    texts = {
        letter: next(
            e for e in drawn(board, looks={"blue": LOOKS["blue"].chosen(None, letter)}).iter() if e.text == letter
        )
        for letter in ("W", "\u05d0")
    }
    assert texts["W"].get("text-anchor") is None
    assert float(texts["W"].attrib["x"]) < -3
    assert (texts["\u05d0"].get("text-anchor"), texts["\u05d0"].get("x")) == ("middle", "0")


def lying(*cars: tuple[float, float, float], ends: tuple[tuple[float, float], ...]) -> Row:
    spaces = [Space(*car) for car in cars]
    return Row(spaces, spaces, ends)


def test_a_letter_with_room_stays_where_it_always_is() -> None:
    roomy = {"a--b": lying((50, 50, 0), ends=((20, 50), (80, 50)))}
    assert signs(roomy)["a--b"] == (57.9, 50, 1)


def test_a_letter_between_two_near_cities_steps_beside_its_car_and_off_a_name() -> None:
    tight = {"a--b": lying((50, 50, 0), ends=((37, 50), (63, 50)))}
    place = signs(tight)["a--b"]
    assert place.y != 50
    assert min(dist(place[:2], end) for end in tight["a--b"].ends) >= RIM + DOT
    name = (30.0, 52.0, 50.0, 12.0) if place.y > 50 else (30.0, 36.0, 50.0, 12.0)
    other = signs(tight, [name])["a--b"]
    assert (other.y > 50) != (place.y > 50)


def test_a_letter_that_another_route_crosses_takes_another_gap() -> None:
    crossed = {
        "a--b": lying((20, 50, 0), (42, 50, 0), (64, 50, 0), ends=((0, 50), (84, 50))),
        "c--d": lying((31, 50, 1.57), ends=((31, 10), (31, 90))),
    }
    assert usual(crossed["a--b"]).gap == 1
    assert signs(crossed)["a--b"].gap == 2


def test_a_letter_without_any_free_place_stays() -> None:
    everywhere = {
        f"{x}--{y}": lying((x, y, 0), ends=((x - 12, y), (x + 12, y))) for x in range(0, 99, 4) for y in (0, 4)
    }
    assert signs(everywhere)["48--0"] == usual(everywhere["48--0"])


def test_a_second_owner_has_a_letter_on_the_route_too(boards: Mapping[str, Board]) -> None:
    board = boards["uk"]
    every = runs(board, board.layout)
    shared = dict.fromkeys(every, "red")
    layers = by(drawn(board, Scene(owners=dict.fromkeys(every, "blue"), shared=shared)), "layer")
    first, second = (corners(layers[f"letters-{player}"].attrib["d"]) for player in ("blue", "red"))
    assert len(first) == len(second) == len(every)
    assert min(dist(one, other) for one in first for other in second) >= RIM + LETTER - 1


def test_a_second_owner_stays_on_the_picture_of_their_own_network() -> None:
    told = [claim("blue", "inverness--wick"), claim("red", "inverness--wick", shared=True)]
    whole = scene_of(table("uk", *told))
    assert (whole.owners, whole.shared) == ({"inverness--wick": "blue"}, {"inverness--wick": "red"})
    assert networks_of(whole, {"red"}).owners == {"inverness--wick": "red"}
    assert networks_of(whole, {"blue"}).owners == {"inverness--wick": "blue"}
    assert [networks_of(whole, {player}).shared for player in ("blue", "red")] == [{}, {}]
    assert networks_of(whole, {"blue", "red"}).shared == whole.shared
