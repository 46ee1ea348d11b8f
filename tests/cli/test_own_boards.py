"""Where boards go that are added on the page *This server*, and that they are there after the next start."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from companion.boards.files import BoardsWrong
from companion.cli import companion
from companion.cli.options import own_boards


@pytest.fixture
def ctx():
    return click.Context(click.Command("serve"), obj=[])


def test_they_lie_beside_the_games_and_are_read_once_there_are_any(ctx, tmp_path):
    own, database = tmp_path / "own-boards", f"sqlite:///{tmp_path / 'games.sqlite3'}"
    assert own_boards(ctx, database) == own
    assert ctx.obj == []
    own.mkdir()
    assert own_boards(ctx, database) == own
    assert ctx.obj == [own]


def test_beside_the_folders_that_are_given_and_read_once(ctx, tmp_path):
    (own := tmp_path / "own-boards").mkdir()
    ctx.obj.append(tmp_path / "given")
    assert own_boards(ctx, f"sqlite:///{tmp_path / 'games.sqlite3'}") == own
    assert ctx.obj == [tmp_path / "given", own]
    own_boards(ctx, f"sqlite:///{tmp_path / '.' / 'games.sqlite3'}")
    assert ctx.obj == [tmp_path / "given", own]


def test_every_command_that_opens_the_games_knows_them(tmp_path):
    (own := tmp_path / "own-boards").mkdir()
    (own / "wrong.toml").write_text("id = 'wrong'")
    answer = CliRunner().invoke(companion, ["tables", "--database", f"sqlite:///{tmp_path / 'games.sqlite3'}"])
    assert isinstance(answer.exception, BoardsWrong)
    assert answer.exception.file == "wrong.toml"


@pytest.mark.parametrize("database", ["postgresql://host/games", "sqlite://", "nothing"])
def test_without_a_file_of_games_there_is_no_such_place(ctx, database):
    assert own_boards(ctx, database) is None
