"""Tables on the real server, to be tapped at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

import pytest
from playwright.sync_api import Browser

from companion.boards.model import Board
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.tapping import Seated


@pytest.fixture(scope="session")
def tables(boards: Mapping[str, Board], home: str) -> Tables:
    """The server's own tables, opened beside it."""
    return Tables(open_store(os.environ["DATABASE_URL"]), boards)


@pytest.fixture
def at(browser: Browser, home: str, tables: Tables, boards: Mapping[str, Board]) -> Iterator[Callable[..., Seated]]:
    """A table on a board."""
    seated: list[Seated] = []

    def sit(board: str = "usa", **setup: object) -> Seated:
        seated.append(Seated(tables, browser, home, boards[board]).opens(**setup))  # type: ignore[arg-type]
        return seated[-1]

    yield sit
    for table in seated:
        table.leave()
