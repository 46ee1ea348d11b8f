"""What the tests of pictures share."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.boards.model import Board


@pytest.fixture(params=["usa", "europe"])
def board(request: pytest.FixtureRequest, boards: Mapping[str, Board]) -> Board:
    return boards[request.param]
