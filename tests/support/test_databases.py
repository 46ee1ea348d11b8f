"""Store, play and the interface are tried on SQLite and on PostgreSQL, pages on the second in soak."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("rooms", "dose"), [(["store", "play", "web/api"], "not soak"), (["web"], "soak or not soak")]
)
def test_every_room_that_keeps_games_is_tried_on_both(rooms, dose):
    """Whatever test there asks for tables has them on one and on the other."""
    folders = [f"tests/{room}" for room in rooms]
    asked = [sys.executable, "-m", "pytest", *folders, "-m", dose, "--collect-only", "-q", "-n", "0"]
    both = {name: value for name, value in os.environ.items() if name != "COMPANION_WITHOUT_POSTGRES"}
    done = subprocess.run(asked, capture_output=True, text=True, timeout=120, cwd=ROOT, env=both)
    lines = [line.partition("[") for line in done.stdout.splitlines() if "::" in line]
    kinds = ("sqlite", "postgresql")
    on = {kind: {(name, of.replace(kind, "")) for name, _, of in lines if kind in of} for kind in kinds}
    assert on["sqlite"] <= on["postgresql"]  # what only several hosts can do is tried on the second alone
    assert len(on["sqlite"]) > 15 * len(rooms)
    assert all(any(name.startswith(folder) for name, _ in on["sqlite"]) for folder in folders)


def test_the_gate_leaves_no_database_out():
    assert "unset COMPANION_WITHOUT_POSTGRES" in (ROOT / ".ci/run").read_text()
    assert "need_postgres" in (ROOT / "tools/setup.sh").read_text()
