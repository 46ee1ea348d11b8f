"""What `make test` tries of much that is alike: some of it, from everywhere; `make soak` tries all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(every: int, alike: Iterable[Any]) -> list[Any]:
    """Parameters of a test: one of so many stays in `make test`, the others wait for the soak."""
    return [one if n % every == 0 else pytest.param(one, marks=pytest.mark.soak) for n, one in enumerate(alike)]
