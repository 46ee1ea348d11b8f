"""No chance and no time: what is random is counted, and every clock stands."""

from __future__ import annotations

import hashlib
import itertools
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.pages.table import choice
from companion.play import keys, passing
from companion.web import request_log

NOW = 1_795_000_000
HOUR_NOW = datetime.fromtimestamp(NOW, UTC)


class Counted:
    """Stands in for `secrets`: what looks random is only numbered, from the start again for each game."""

    def __init__(self) -> None:
        self.again()

    def again(self, start: int = 0) -> None:
        self._numbers = itertools.count(start)

    def token_bytes(self, length: int) -> bytes:
        return hashlib.sha256(str(next(self._numbers)).encode()).digest()[:length]

    def token_hex(self, length: int) -> str:
        return self.token_bytes(length).hex()

    def token_urlsafe(self, length: int) -> str:
        return self.token_bytes(length).hex()

    def choice(self, some: Any) -> Any:
        return some[next(self._numbers) % len(some)]


class StandingClock(datetime):
    """Stands in for `datetime`."""

    @classmethod
    def now(cls, tz: Any = None) -> datetime:
        return HOUR_NOW


def stand_still(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """From here on nothing changes by itself."""
    counted = Counted()
    monkeypatch.setattr(keys, "secrets", counted)
    monkeypatch.setattr(request_log, "secrets", counted)
    monkeypatch.setattr(passing, "datetime", StandingClock)
    monkeypatch.setattr(choice, "datetime", StandingClock)
    monkeypatch.setattr(time, "time", lambda: float(NOW))
    return counted
