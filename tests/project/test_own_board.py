"""The guide to a board of one's own: its board is right and scores a game, and its table leaves no rule out."""

from __future__ import annotations

import re
from pathlib import Path

from companion.authoring.check import check
from companion.export.tally_json import tally_json
from companion.record.checked_boards import read_board
from companion.record.read import read_record
from companion.rules.mechanics import all_mechanics, mechanic
from companion.rules.tally import tally

GUIDE = (Path(__file__).parents[2] / "docs/own-board.md").read_text("utf-8")


def block(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", GUIDE, re.S)
    assert found
    return found[1]


def test_the_board_of_the_guide_is_right_and_its_game_is_scored(tmp_path):
    (file := tmp_path / "fogland.toml").write_text(block("toml"), "utf-8")
    assert check(file).usable
    board = read_board(file)
    told = tally_json(tally(read_record(block("json").encode(), {"fogland": board}).replayed()))
    ada, bo = told["players"]
    assert ada["routes"] == {"points": 8, "count": 2, "trains_left": 14, "claimed": ["ash--elm", "ash--bay"]}
    assert ada["bonuses"] == {"globetrotter": 10, "passengers": 10}
    assert ada["total"] == 8 + 6 + 20
    assert bo["total"] == 1


def test_every_rule_stands_in_the_table_with_its_settings():
    rows = dict(re.findall(r"^\| `([a-z-]+)` \|([^|]*)\|", GUIDE, re.M))
    assert sorted(rows) == list(all_mechanics())
    for name, settings in rows.items():
        assert re.findall(r"`(\w+)`", settings) == [*mechanic(name).model_fields], name
