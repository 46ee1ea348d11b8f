"""The command line counts games on the further boards."""

from __future__ import annotations

import json

import pytest

from companion import cli
from tests.rules.test_further_boards import GAMES
from tests.support.golden import wrong_in


@pytest.mark.parametrize("game", [game for game in GAMES if game.name.endswith("-1")], ids=lambda game: game.name)
def test_the_command_line_counts_the_same(game, tmp_path, capsys):
    (file := tmp_path / "game.json").write_text(game.text, "utf-8")
    assert cli.main(["score", str(file), "--json"]) == 0
    assert wrong_in(game, json.loads(capsys.readouterr().out)) == []
    assert cli.main(["score", str(file)]) == 0
    said = capsys.readouterr().out
    assert all(player["name"] in said for player in game.record["players"])
