"""Distances and places: each checked against something simpler, or against what must hold of all of them."""

from __future__ import annotations

import time
from itertools import pairwise
from math import cos, hypot, isclose, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import geometry
from companion.boards.geometry import Curve, Space
from companion.boards.layout import Bend
from companion.picture.track_shapes import Shapes

SIZE = (20.0, 6.6)
numbers = st.floats(-50, 50).map(lambda n: round(n, 3))
points = st.tuples(numbers, numbers)
angles = st.floats(-pi, pi)
placed = st.builds(Space, numbers, numbers, angles)


def grid(shape, steps=24):
    """Points all over a rectangle given by its corners."""
    (ax, ay), (bx, by), _c, (dx, dy) = shape
    for i in range(steps + 1):
        for j in range(steps + 1):
            u, v = i / steps, j / steps
            yield ax + u * (bx - ax) + v * (dx - ax), ay + u * (by - ay) + v * (dy - ay)


def test_a_straight_curve_is_as_long_as_its_chord():
    curve = Curve([(0, 0), (30, 40), (60, 80), (90, 120)])
    assert isclose(curve.length, 150)
    assert curve.at(75)[:2] == pytest.approx((45, 60))


def test_beyond_its_ends_a_curve_goes_straight_on():
    curve = Curve([(0, 0), (10, 0), (20, 0), (30, 0)])
    assert curve.at(-5)[:2] == pytest.approx((-5, 0))
    assert curve.at(35)[:2] == pytest.approx((35, 0))


def test_a_curve_of_no_length_does_no_harm():
    curve = Curve([(5, 5)] * 4)
    assert curve.length == 0
    assert curve.at(0)[:2] == (5, 5)


@given(st.lists(points, min_size=4, max_size=4))
def test_a_curve_is_as_long_as_many_small_steps_along_it(path):
    fine = Curve(path, 2000).points
    steps = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(fine))
    assert Curve(path, 64).length == pytest.approx(steps, rel=0.01, abs=0.2)


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_spaces_of_a_route_are_one_pitch_apart_along_its_curve(boards, name):
    layout = boards[name].layout
    for bend in layout.pairs:
        row = geometry.row(bend, 4)
        for a, b in pairwise(row):
            assert hypot(b.x - a.x, b.y - a.y) <= bend.pitch + 0.01


def test_the_row_stands_in_the_middle_and_moves_by_its_shift():
    bend = {"a": "a", "b": "b", "path": [(0, 0), (40, 0), (80, 0), (120, 0)], "pitch": 24}
    assert [space.x for space in geometry.row(Bend(**bend), 3)] == pytest.approx([36, 60, 84])
    assert [space.x for space in geometry.row(Bend(**bend, shift=5), 3)] == pytest.approx([41, 65, 89])


def test_the_first_of_two_tracks_lies_at_the_left_hand(boards):
    layout = boards["usa"].layout
    bend = Bend(a="a", b="b", path=((0, 0), (40, 0), (80, 0), (120, 0)), pitch=24)
    one, other = (geometry.spaces(layout, bend, 2, track, 2) for track in (0, 1))
    assert [space.y for space in one] == pytest.approx([-4.1, -4.1])
    assert [space.y for space in other] == pytest.approx([4.1, 4.1])


@pytest.mark.parametrize("tracks", [2, 3])
def test_tracks_of_a_pair_are_at_a_constant_distance_in_every_bend(boards, tracks):
    layout = boards["europe"].layout
    for bend in layout.pairs:
        rows = [geometry.spaces(layout, bend, 4, track, tracks) for track in range(tracks)]
        for one, other in pairwise(rows):
            for a, b in zip(one, other, strict=True):
                shapes = geometry.corners(a, layout.space), geometry.corners(b, layout.space)
                assert geometry.apart(*shapes) == pytest.approx(layout.track_gap, abs=1e-6)


@given(placed)
def test_corners_are_a_rectangle_of_the_size(space):
    a, b, c, d = geometry.corners(space, SIZE)
    assert hypot(b[0] - a[0], b[1] - a[1]) == pytest.approx(20)
    assert hypot(d[0] - a[0], d[1] - a[1]) == pytest.approx(6.6)
    assert (a[0] + c[0]) / 2 == pytest.approx(space.x, abs=1e-9)


@given(points, points, points)
def test_to_a_piece_is_to_the_nearest_of_its_points(point, a, b):
    on_it = [(a[0] + (b[0] - a[0]) * i / 400, a[1] + (b[1] - a[1]) * i / 400) for i in range(401)]
    nearest = min(hypot(x - point[0], y - point[1]) for x, y in on_it)
    assert geometry.to_segment(point, a, b) == pytest.approx(nearest, abs=0.2)


@given(placed, placed)
def test_between_two_spaces_is_between_their_nearest_points(one, other):
    first, second = geometry.corners(one, SIZE), geometry.corners(other, SIZE)
    nearest = min(geometry.to_polygon(second, point) for point in grid(first))
    assert geometry.apart(first, second) <= nearest + 1e-9
    assert geometry.apart(first, second) == pytest.approx(nearest, abs=1.0)


@given(placed, placed)
def test_distances_are_the_same_both_ways(one, other):
    first, second = geometry.corners(one, SIZE), geometry.corners(other, SIZE)
    assert geometry.apart(first, second) == pytest.approx(geometry.apart(second, first))
    assert geometry.overlap(first, second) == geometry.overlap(second, first)


@given(placed, st.floats(0.5, 30))
def test_moving_a_space_sideways_sets_it_apart_by_just_that(space, far):
    aside = Space(space.x - (6.6 + far) * sin(space.angle), space.y + (6.6 + far) * cos(space.angle), space.angle)
    shapes = geometry.corners(space, SIZE), geometry.corners(aside, SIZE)
    assert geometry.apart(*shapes) == pytest.approx(far)


def test_touching_and_lying_inside_are_no_distance():
    box = geometry.box(0, 0, 10, 10)
    assert geometry.apart(box, geometry.box(10, 0, 5, 5)) == 0
    assert geometry.apart(box, geometry.box(4, 4, 1, 1)) == 0
    assert geometry.apart(box, geometry.box(13, 14, 1, 1)) == 5
    assert geometry.to_polygon(box, (5, 5)) == 0
    assert geometry.to_polygon(box, (13, 14)) == 5


def test_a_line_that_passes_through_a_box_without_a_point_in_it_touches_it():
    box = geometry.box(0, 0, 10, 10)
    assert geometry.line_to_polygon([(-5, 5), (15, 5)], box) == 0
    assert geometry.line_to_polygon([(-5, 13), (15, 13)], box) == 3
    assert geometry.line_to_polygon([(1, 1), (2, 2)], box) == 0


def test_lines_that_cross_are_not_apart_and_those_that_only_meet_do_not_cross():
    assert geometry.pieces_apart((0, 0), (10, 10), (0, 10), (10, 0)) == 0
    assert geometry.pieces_apart((0, 0), (10, 0), (0, 4), (10, 4)) == 4
    assert geometry.cross((0, 0), (10, 10), (0, 10), (10, 0))
    assert not geometry.cross((0, 0), (10, 10), (10, 10), (20, 0))
    assert not geometry.cross((0, 0), (10, 10), (0, 0), (20, 0))


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_a_board_has_a_space_for_every_train(boards, name):
    board = boards[name]
    tracks = Shapes(board, board.layout).tracks
    assert {track.route.id: len(track.spaces) for track in tracks} == {r.id: r.length for r in board.route.values()}


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_a_whole_board_is_quick_to_place(boards, name):
    board = boards[name]

    def once() -> float:
        start = time.process_time()
        assert Shapes(board, board.layout).tracks
        return time.process_time() - start

    assert min(once() for _ in range(5)) < 0.03  # 6 ms on a quiet machine
