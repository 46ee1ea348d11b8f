"""A layout as data: what its models hold and refuse, how it is written, and that scoring never needs it."""

from __future__ import annotations

import tomllib
from math import inf, nan

import pytest
from pydantic import ValidationError

from companion.authoring.layout_text import layout_text, number, with_layout, without_layout
from companion.boards import files
from companion.boards.layout import Layout
from companion.data import maps
from tests.support.laying import Moved, moved

BOARDS = [name for name, board in files.boards().items() if board.layout]


@pytest.mark.parametrize("name", BOARDS)
def test_every_city_and_pair_has_its_place(boards, name):
    board = boards[name]
    assert set(board.layout.place) == set(board.city)
    assert set(board.layout.bend) == {track.pair for track in board.routes}


@pytest.mark.parametrize("name", BOARDS)
def test_all_pictures_are_drawn_in_the_same_proportions(boards, name):
    """Where routes are short and names long, routes are drawn larger; the type is the same everywhere."""
    layout = boards[name].layout
    by = layout.space[0] / 20
    assert 1 <= by <= 1.7
    assert layout.font == 11
    found = (layout.space[1], layout.dot, layout.track_gap)
    assert found == pytest.approx([6.6 * by, 4.5 * by, 1.6 * by], abs=0.01)


def test_a_layout_cannot_be_changed(boards):
    with pytest.raises(ValidationError):
        boards["usa"].layout.width = 1.0


@pytest.mark.parametrize(
    "change",
    [
        {"width": 0},
        {"width": nan},
        {"height": inf},
        {"font": "11"},
        {"space": [20]},
        {"colour": "red"},
        {"cities": [{"id": "Denver", "x": 1, "y": 1, "label": [1, 1, 1, 1]}]},
        {"cities": [{"id": "denver", "x": 1, "y": 1, "label": [1, 1, 1]}]},
        {"cities": [{"id": "denver", "x": 1e6, "y": 1, "label": [1, 1, 1, 1]}]},
        {"pairs": [{"a": "a", "b": "b", "path": [[0, 0], [1, 1], [2, 2]], "pitch": 22}]},
        {"pairs": [{"a": "a", "b": "b", "path": [[0, 0], [1, 1], [2, 2], [3, nan]], "pitch": 22}]},
        {"pairs": [{"a": "a", "b": "b", "path": [[0, 0], [1, 1], [2, 2], [3, 3]], "pitch": 0}]},
        {"turned": [{"a": "a", "b": "b"}]},
        {"turned": [{"a": "a", "b": "b", "reason": ""}]},
        {"turned": [{"a": "a", "b": "b", "reason": "one\ntwo"}]},
    ],
)
def test_a_wrong_shape_is_refused(boards, change):
    with pytest.raises(ValidationError):
        Layout.model_validate(boards["usa"].layout.model_dump() | change)


@pytest.mark.parametrize("land", ['M0 0"/><script>', "M0 0 url(x)", "M0 0\nZ", "A1 1", "M0 0é"])
def test_land_is_path_data_and_nothing_that_could_break_out_of_a_picture(boards, land):
    with pytest.raises(ValidationError) as error:
        Layout.model_validate(boards["usa"].layout.model_dump() | {"land": land})
    assert error.value.errors()[0]["type"] == "wrong-value"


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_written_reads_back_as_the_same_layout(boards, name):
    layout = boards[name].layout
    assert Layout.model_validate(tomllib.loads(layout_text(layout))["layout"]) == layout


def test_exceptions_and_their_reasons_are_written_too(boards):
    turned = [{"a": "denver", "b": "helena", "reason": 'the "printed" board has \\ it so'}]
    layout = Layout.model_validate(boards["usa"].layout.model_dump() | {"turned": turned, "land": ""})
    assert Layout.model_validate(tomllib.loads(layout_text(layout))["layout"]) == layout


@pytest.mark.parametrize("name", BOARDS)
def test_the_file_of_a_board_is_what_its_layout_writes(boards, name):
    text = (maps() / f"{name}.toml").read_text()
    assert with_layout(text, boards[name].layout) == text
    assert with_layout(without_layout(text), boards[name].layout) == text


def test_numbers_are_written_in_as_few_digits_as_they_need():
    assert [number(n) for n in (20.0, 6.6, -0.001, 0.125, -3.456, 100.0)] == [
        "20",
        "6.6",
        "0",
        "0.12",
        "-3.46",
        "100",
    ]


def test_a_board_without_a_layout_loads(tmp_path):
    file = tmp_path / "usa.toml"
    file.write_text(without_layout((maps() / "usa.toml").read_text()))
    assert files.read_board(file).layout is None


def test_a_board_with_an_ugly_layout_loads(boards, tmp_path):
    ugly = moved(boards["usa"], lambda layout: layout.carry("denver", 300, 0)).layout
    file = tmp_path / "usa.toml"
    file.write_text(with_layout((maps() / "usa.toml").read_text(), ugly))
    assert files.read_board(file).layout == ugly


def test_a_board_with_an_unfinished_layout_loads(boards, tmp_path):
    layout = Moved(boards["usa"])
    layout.data |= {"cities": [], "pairs": []}
    file = tmp_path / "usa.toml"
    file.write_text(with_layout((maps() / "usa.toml").read_text(), layout.result().layout))
    assert files.read_board(file).layout.place == {}


def test_a_board_whose_layout_has_a_wrong_shape_is_refused_with_its_place(tmp_path):
    file = tmp_path / "usa.toml"
    file.write_text((maps() / "usa.toml").read_text().replace("track_gap = 1.6", 'track_gap = "wide"'))
    with pytest.raises(files.BoardsWrong) as wrong:
        files.read_board(file)
    assert [complaint.where for complaint in wrong.value.complaints] == [("layout", "track_gap")]


def test_a_label_stands_on_its_baseline_inside_its_box(boards):
    layout = boards["usa"].layout
    for place in layout.cities:
        x, y, _width, height = place.label
        at = layout.baseline(place.label)
        assert at[0] == x
        assert y < at[1] < y + height
