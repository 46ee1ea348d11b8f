"""Every golden game of the further boards gives its tally, by the program and by its command line."""

from __future__ import annotations

import json

import pytest

from companion import cli
from companion.export.tally_json import tally_json
from companion.record.read import read_record, record_json
from companion.rules.tally import tally
from tests.support.further import GAMES, ROOT, board, turns_too_many
from tests.support.golden import wrong_in


def _read(game):
    name = game.record["map"]
    return read_record(game.text.encode(), {name: board(name)})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_its_tally(game):
    told = tally_json(tally(_read(game).replayed()))
    assert wrong_in(game, told | {"turns_too_many": turns_too_many(told)}) == []
    for player in told["players"]:
        lines = player["routes"]["points"] + player["tickets"]["points"] + sum(player["bonuses"].values())
        assert player["total"] == lines


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_comes_back_as_it_was_written(game):
    record = _read(game)
    again = read_record(json.dumps(record_json(record)).encode(), {record.board.id: record.board})
    assert (again.setup, again.log) == (record.setup, record.log)


@pytest.mark.parametrize("game", [game for game in GAMES if game.name.endswith("-1")], ids=lambda game: game.name)
def test_the_command_line_counts_the_same(game, tmp_path, capsys):
    (file := tmp_path / "game.json").write_text(game.text, "utf-8")
    folder = [] if (ROOT / "maps" / f"{game.record['map']}.toml").exists() else ["--boards", str(tmp_path)]
    if folder:
        name = f"{game.record['map']}.toml"
        (tmp_path / name).write_text((ROOT / "boards-to-come" / name).read_text("utf-8"), "utf-8")
    assert cli.main(["score", str(file), "--json", *folder]) == 0
    told = json.loads(capsys.readouterr().out)
    assert wrong_in(game, told | {"turns_too_many": turns_too_many(told)}) == []
    assert cli.main(["score", str(file), *folder]) == 0
    assert all(player["name"] in capsys.readouterr().out for player in game.record["players"][:1])
