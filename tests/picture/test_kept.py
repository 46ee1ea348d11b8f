"""The pictures kept in docs/ are all there, and small."""

from __future__ import annotations

from pathlib import Path

from tools.board_pictures import BOARDS, KINDS, STATES

KEPT = Path(__file__).parents[2] / "docs" / "pictures"


def test_each_is_there_in_every_state_and_light() -> None:
    wanted = {f"{board}-{state}-{kind}.png" for board in BOARDS for state in STATES for kind in KINDS}
    assert {file.name for file in KEPT.iterdir()} == wanted


def test_none_is_large() -> None:
    assert max(file.stat().st_size for file in KEPT.iterdir()) < 250_000
