"""What is not needed is not read: a board that nobody names, a picture that nobody draws."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from companion.authoring.check import check
from companion.boards import files
from companion.data import maps
from companion.record import checked_boards
from companion.record.read import read_record
from companion.rules.tally import tally
from tests.support.boards import a_board, written

GAME = {
    "format": "companion/game",
    "version": 1,
    "map": "usa",
    "players": [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}],
    "log": [{"type": "claim", "player": "blue", "route": "denver--omaha"}],
}
SCRIPT = """
import sys
from companion import cli
cli.main(["score", sys.argv[1]])
print(*sys.modules, sep="\\n", file=sys.stderr)
"""


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """The built-in USA beside a board file that can't be read."""
    shutil.copy(maps() / "usa.toml", tmp_path / "usa.toml")
    (tmp_path / "wrong.toml").write_text("nothing like a board")
    monkeypatch.setattr(files, "maps", lambda: tmp_path)
    return checked_boards.boards()


def test_a_broken_board_disturbs_nobody_who_plays_another(shelf):
    assert list(shelf) == ["usa", "wrong"]
    assert tally(read_record(json.dumps(GAME).encode(), shelf).replayed()).lines[0].total == 7 + 10
    assert "wrong" in shelf
    with pytest.raises(files.BoardsWrong):
        shelf["wrong"]


def test_all_boards_are_read_where_all_are_shown(shelf):
    with pytest.raises(files.BoardsWrong):
        dict(shelf)


def test_a_board_that_is_not_there(shelf):
    assert shelf.get("atlantis") is None
    assert "atlantis" not in shelf
    assert len(shelf) == 2


def test_a_built_in_board_is_called_as_its_file():
    assert {path.stem: files.boards()[path.stem].id for path in maps().glob("*.toml")} == {
        path.stem: path.stem for path in maps().glob("*.toml")
    }


def test_counting_a_record_loads_no_picture(tmp_path):
    (file := tmp_path / "game.json").write_text(json.dumps(GAME))
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(file)], capture_output=True, text=True, timeout=60)
    assert "Ada" in done.stdout
    loaded = set(done.stderr.split())
    assert "companion.rules.trail" in loaded
    pictures = {"companion.boards.geometry", "companion.boards.layout", "companion.authoring", "numpy"}
    assert loaded.isdisjoint(pictures)


def test_a_layout_of_ones_own_is_read_at_once(tmp_path):
    (tmp_path / "isle.toml").write_text(written(a_board(layout={"width": "wide"})))
    with pytest.raises(files.BoardsWrong) as wrong:
        checked_boards.boards([tmp_path])
    assert ("layout", "width") in [complaint.where for complaint in wrong.value.complaints]
    assert not check(tmp_path / "isle.toml").usable


def test_names_of_rules_are_checked_at_once(tmp_path):
    base = a_board()["variants"]["base"]
    (tmp_path / "isle.toml").write_text(written(a_board(variants={"base": {**base, "bonuses": {"longest-way": 3}}})))
    with pytest.raises(files.BoardsWrong) as wrong:
        checked_boards.boards([tmp_path])
    assert [complaint.reason for complaint in wrong.value.complaints] == ["no-such-bonus"]
