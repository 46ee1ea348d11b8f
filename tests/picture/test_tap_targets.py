"""Which routes a finger may mean: nearest train spaces, and often enough the right one."""

from __future__ import annotations

from itertools import pairwise
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import picking
from companion.boards import files, geometry
from companion.picture.tap_targets import Picker
from companion.picture.track_shapes import Shapes
from companion.rules.mechanics import pairs_that_cross
from tests.support.doses import one_in

BOARDS = [name for name, board in files.boards().items() if board.layout]
# What the rounding of directions does to a distance at the far end of a board.
ALIKE = 0.1
anywhere = st.tuples(st.floats(-40, 760), st.floats(-40, 520))


@pytest.fixture(scope="module", params=BOARDS)
def shapes(request, boards):
    board = boards[request.param]
    return Shapes(board, board.layout)


@settings(max_examples=20)  # on each board
@given(point=anywhere)
def test_the_nearest_pairs_are_those_whose_spaces_are_nearest(shapes, point):
    size = shapes.layout.space
    distances = {
        pair: min(
            geometry.to_polygon(geometry.corners(each, size), point) for track in tracks for each in track.spaces
        )
        for pair, tracks in shapes.pairs.items()
    }
    found = Picker.of(shapes).nearest(point)
    assert len(found) == 5
    assert all(isclose(c.distance, distances[c.pair], abs_tol=ALIKE) for c in found)
    others = min(d for pair, d in distances.items() if pair not in {c.pair for c in found})
    assert found[-1].distance <= others + ALIKE


@settings(max_examples=20)
@given(point=anywhere, count=st.integers(1, 12))
def test_candidates_come_nearest_first_and_each_pair_once(shapes, point, count):
    found = Picker.of(shapes).nearest(point, count)
    assert len({candidate.pair for candidate in found}) == len(found) == count
    assert all(a.distance <= b.distance for a, b in pairwise(found))


def test_a_finger_on_a_train_space_means_its_route(shapes):
    picker = Picker.of(shapes)
    across = {pair for two in pairs_that_cross(shapes.board) | shapes.layout.crossing for pair in two}
    for track in shapes.tracks:
        for x, y, _angle in track.spaces:
            on_it = [found for found in picker.nearest((x, y), 2) if found.distance == 0]
            assert (0.0, track.route.pair) in on_it
            assert len(on_it) == 1 or track.route.pair in across


def test_no_more_candidates_than_pairs(shapes):
    assert len(Picker.of(shapes).nearest((0, 0), 1000)) == len(shapes.pairs)


@pytest.mark.parametrize("name", BOARDS)
def test_the_default_view_on_a_phone_finds_the_right_pair_often_enough(boards, name):
    pairs = len({track.pair for track in boards[name].routes})
    found = picking.figures(picking.picked(boards[name], zoom=1, taps=120 * pairs, seed=7))
    assert found["five"] >= 99.5
    assert found["three"] >= 97
    assert found["worst"] >= 95


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 16))
@pytest.mark.parametrize("name", BOARDS)
def test_the_figures_hold_for_other_seeds_too(boards, name, seed):
    found = picking.figures(picking.picked(boards[name], zoom=1, taps=10_000, seed=seed))
    assert (found["five"] >= 99.5, found["three"] >= 97, found["worst"] >= 95) == (True, True, True)


def test_a_closer_view_finds_more(boards):
    far, near = (picking.figures(picking.picked(boards["usa"], zoom, 800, seed=1))["first"] for zoom in (1, 3))
    assert near > far + 10


def test_the_same_seed_gives_the_same_figures(boards):
    one, other = (picking.figures(picking.picked(boards["usa"], 1, 300, seed=3)) for _ in range(2))
    assert one == other


def test_a_board_without_a_picture_cannot_be_tapped(boards):
    with pytest.raises(ValueError, match="no layout"):
        picking.picked(boards["usa"].model_copy(update={"layout": None}), 1, 10, 1)


def test_the_table_has_a_line_for_every_board_zoom_and_seed():
    lines = picking.table(picking.run(taps=160, seeds=(1, 2), zooms=(1.0, 2.0))).splitlines()
    assert len(lines) == 1 + 2 * 2 * len(BOARDS)
    assert lines[0].split()[:4] == ["board", "zoom", "seed", "first"]


@pytest.mark.parametrize("name", one_in(3, BOARDS))
def test_of_200_taps_at_most_one_claims_a_route_that_was_not_meant(boards, name):
    """Where a board is entered afterwards, a tap that is clear claims at once; in the default view of a phone."""
    claimed, wrong = picking.at_once(boards[name], 1.0, 10_000, seed=1)
    assert wrong <= 0.5
    assert claimed > (10 if name in ("usa", "europe") else 1), "where routes lie close, more taps are asked about"
