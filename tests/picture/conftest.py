"""What the tests of pictures share."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.boards import files
from companion.boards.model import Board


@pytest.fixture(params=[name for name, board in files.boards().items() if board.layout])
def board(request: pytest.FixtureRequest, boards: Mapping[str, Board]) -> Board:
    return boards[request.param]
