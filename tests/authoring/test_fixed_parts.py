"""Mending a picture keeps what is drawn twice, apart, across the edge or out of its direction."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

import pytest

from companion.authoring import fixed_parts
from companion.authoring.layout_text import layout_text, with_layout
from companion.authoring.lint import lint
from companion.authoring.proposal import ROOM, repaired
from companion.boards.layout import Layout, Turned
from companion.boards.model import Board
from companion.cli import main
from companion.data import maps
from tests.support.laying import moved

# Each with what it has beside cities and pairs.
SPECIAL = {"world": "again", "japan": "insets", "italy": "turned"}


@pytest.mark.parametrize(("name", "what"), SPECIAL.items())
def test_a_layout_as_text_is_the_same_layout(boards: Mapping[str, Board], name: str, what: str) -> None:
    layout = boards[name].layout
    assert layout
    assert getattr(layout, what)
    assert Layout.model_validate(tomllib.loads(layout_text(layout))["layout"]) == layout


@pytest.mark.parametrize(("name", "city", "by"), [("world", "tokyo", (0, -8)), ("japan", "kyoto", (4, -9))])
def test_one_label_is_mended_and_the_rest_stays(
    boards: Mapping[str, Board], name: str, city: str, by: tuple[float, float]
) -> None:
    whole, broken = boards[name], moved(boards[name], lambda layout: layout.label(city, *by))
    assert whole.layout
    assert broken.layout
    assert lint(broken)
    mended = repaired(broken, broken.layout)
    assert lint(whole.model_copy(update={"layout": mended})) == []
    for part in ("again", "insets", "across", "land"):
        assert getattr(mended, part) == getattr(whole.layout, part), part
    assert [bend for bend in mended.pairs if bend.rest] == [bend for bend in whole.layout.pairs if bend.rest]
    assert [bend.pair for bend in mended.pairs] == [bend.pair for bend in whole.layout.pairs]


def test_the_command_mends_a_file_and_keeps_what_goes_round_the_edge(boards, tmp_path, capsys):
    broken = moved(boards["world"], lambda layout: layout.label("lagos", 5, -8))
    file = tmp_path / "world.toml"
    file.write_text(with_layout((maps() / "world.toml").read_text("utf-8"), broken.layout), "utf-8")
    assert main(["lay-out", str(file), "--mend", "-o", str(file)]) == 0
    assert "Everything fits." in capsys.readouterr().err
    mended = Layout.model_validate(tomllib.loads(file.read_text("utf-8"))["layout"])
    assert sum(bend.rest is not None for bend in mended.pairs) == 9
    assert mended.again == boards["world"].layout.again


def test_a_route_round_the_edge_follows_its_city(boards: Mapping[str, Board]) -> None:
    before = boards["world"].layout
    assert before
    after = moved(boards["world"], lambda layout: layout.carry("tokyo", 3, -2)).layout
    assert after
    part = fixed_parts.movable(boards["world"], before)
    alone = after.model_copy(update={"pairs": tuple(b for b in after.pairs if b.pair in part.pairs)})
    followed = fixed_parts.whole(alone, before, ROOM).bend["tokyo--vancouver"]
    old = before.bend["tokyo--vancouver"]
    assert followed.path[0] == (old.path[0][0] + 3, old.path[0][1] - 2)
    assert followed.path[3] == old.path[3]
    assert followed.rest == old.rest


def test_the_search_sees_no_route_that_it_cannot_move(boards: Mapping[str, Board]) -> None:
    board = boards["world"]
    assert board.layout
    part = fixed_parts.movable(board, board.layout)
    assert "tokyo--vancouver" in board.pairs
    assert "tokyo--vancouver" not in part.pairs
    assert fixed_parts.movable(boards["usa"], boards["usa"].layout) is boards["usa"]


def test_exceptions_by_hand_stay_and_those_for_room_are_made_anew(boards: Mapping[str, Board]) -> None:
    layout = boards["usa"].layout
    assert layout
    told = [("denver", "helena", "as on the board"), ("miami", "washington", ROOM)]
    before = layout.model_copy(update={"turned": tuple(Turned(a=a, b=b, reason=why) for a, b, why in told)})
    assert [turned.a for turned in fixed_parts.whole(layout, before, ROOM).turned] == ["denver"]
