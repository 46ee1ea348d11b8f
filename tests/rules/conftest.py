"""Marks what `make branches` runs, so that the rest of `make test` need not run it again."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of the rules' own tests but the random games: those must not be what takes a branch."""
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("random"):
            item.add_marker(pytest.mark.branches)
