"""docs/boards.md shows every built-in board, small enough to load over a phone, and says which to check."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.boards import files
from companion.prose.undecided_readings import in_short

DOCS = Path(__file__).resolve().parents[2] / "docs"
LINES = (DOCS / "boards.md").read_text().splitlines()
BOARDS = files.boards()


@pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))
def test_a_board_is_shown(board):
    (line,) = [line for line in LINES if f"](boards/{board.id}.png)" in line]
    assert f"**{board.name}** · {board.players.least}–{board.players.most} players" in line
    assert in_short(board) in line
    assert ("Compare with your box" in line) == bool(in_short(board))


def test_the_pictures_are_those_of_the_boards_and_small():
    sizes = {file.stem: file.stat().st_size for file in (DOCS / "boards").glob("*.png")}
    assert sizes.keys() == BOARDS.keys()
    assert max(sizes.values()) < 40_000


def test_their_number_is_told():
    assert f"these {len(BOARDS)} boards" in " ".join(LINES)
    assert f"**It knows {len(BOARDS)} boards**" in (DOCS.parent / "README.md").read_text()
