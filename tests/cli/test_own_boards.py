"""Where boards go that are added on the page *This server*, and that they are there after the next start."""

from __future__ import annotations

import click
import pytest

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


def test_or_in_the_folder_that_is_read_anyway(ctx, tmp_path):
    ctx.obj.append(tmp_path)
    assert own_boards(ctx, f"sqlite:///{tmp_path / 'elsewhere' / 'games.sqlite3'}") == tmp_path
    assert ctx.obj == [tmp_path]


@pytest.mark.parametrize("database", ["postgresql://host/games", "sqlite://", "nothing"])
def test_without_a_file_of_games_there_is_no_such_place(ctx, database):
    assert own_boards(ctx, database) is None
