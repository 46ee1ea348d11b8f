"""A rule that only the tests know, put beside the rules of the boards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules import mechanics


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One file more in the room of mechanics."""
    monkeypatch.setattr(mechanics, "__path__", [*mechanics.__path__, str(Path(__file__).parent / "tried")])
    mechanics.all_mechanics.cache_clear()
    yield
    mechanics.all_mechanics.cache_clear()
