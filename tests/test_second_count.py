"""Made-up games on every further board: the program and the slow one say the same of each, and refuse the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.slow.boards import figures
from tests.slow.boards.names import claim_members, entry_types
from tests.slow.boards.play import a_game
from tests.slow.boards.slips import wrong_ends
from tests.slow.boards.tables import TIE_BREAKS
from tests.support.second import BOARDS, disagreements, sheet

EVERYDAY = range(5)
MORE = {"marklin": range(20)}  # typed tickets
SOAK = [range(first, first + 50) for first in range(1000, 1300, 50)]


def wrong(board: str, seeds: range, folder: Path) -> dict[int, list[str]]:
    """What differs, by the number that makes the game again."""
    found = {seed: disagreements(a_game(sheet(board), seed), folder) for seed in seeds}
    return {seed: differences for seed, differences in found.items() if differences}


def wrongly_refused(board: str, seeds: range, folder: Path) -> dict[tuple[int, str], list[str]]:
    """The same of games with an entry at their end that the rules refuse."""
    found = {
        (seed, code): disagreements(record, folder)
        for seed in seeds
        for code, record in wrong_ends(sheet(board), a_game(sheet(board), seed), Random(seed)).items()
    }
    return {which: differences for which, differences in found.items() if differences}


@pytest.mark.parametrize("board", BOARDS)
def test_games_are_counted_alike(board, tmp_path):
    assert wrong(board, MORE.get(board, EVERYDAY), tmp_path) == {}


@pytest.mark.parametrize("board", BOARDS)
def test_wrong_entries_are_refused_alike(board, tmp_path):
    assert wrongly_refused(board, range(2), tmp_path) == {}


@pytest.mark.soak
@pytest.mark.parametrize("seeds", SOAK, ids=lambda seeds: f"from {seeds[0]}")
@pytest.mark.parametrize("board", BOARDS)
def test_thousands_of_games_are_counted_alike(board, seeds, tmp_path):
    assert wrong(board, seeds, tmp_path) == {}
    assert wrongly_refused(board, seeds[:10], tmp_path) == {}


def test_every_board_has_a_second_count():
    """A board that comes is counted twice from its first day on."""
    assert set(BOARDS) <= set(TIE_BREAKS)


@pytest.mark.parametrize("board", BOARDS)
def test_made_up_games_hold_whatever_the_board_knows(board):
    """So that agreement means something."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        record = a_game(sheet(board), seed)
        for entry in record["log"]:
            seen.update([entry["type"], *entry])
        seen.update(
            len(p["tickets"]["completed"]) and "done" for p in figures(sheet(board), record)["players"].values()
        )
    wanted = {*entry_types(sheet(board)), *claim_members(sheet(board)), "late", "done"} - {"catch-up"}
    assert {name for name in wanted if not seen[name]} == set()
