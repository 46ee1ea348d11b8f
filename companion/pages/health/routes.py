"""Health checks: whether this server is alive, and whether it can keep games. For load balancers."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Final

from flask import Blueprint, Response

from companion.pages.parts import Parts
from companion.play.tables import StoreUnavailable, Tables

# The check writes at most so often in so many seconds, since strangers may ask as often as they like.
MOST_TRIES: Final = 10
SECONDS: Final = 10.0


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers health checks."""
    tables = parts.tables_if_any
    blueprint = Blueprint("health", __name__)
    check = WriteCheck(tables) if tables is not None else None

    @blueprint.get("/healthz")
    def is_alive() -> Response:
        """Says that this process answers at all."""
        return _plain("ok")

    @blueprint.get("/readyz")
    def is_ready() -> Response:
        """Says whether games can be stored."""
        if check is not None and not check.can_write():
            return _plain("the games cannot be kept", 503)
        return _plain("ready")

    return blueprint


class WriteCheck:
    """Whether games can be stored. Only writing shows that: a full or locked disk can still be read."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._trying = threading.Lock()
        self._tries: deque[float] = deque(maxlen=MOST_TRIES)
        self._last_result: bool | None = None

    def can_write(self) -> bool:
        """Tries to write, one thread at a time and not too often. In between, everybody gets the last result."""
        nothing_known = self._last_result is None  # only then it is worth waiting for another thread
        if self._trying.acquire(blocking=nothing_known):
            try:
                if len(self._tries) < MOST_TRIES or self._tries[0] < time.monotonic() - SECONDS:
                    self._tries.append(time.monotonic())
                    self._last_result = self._try_to_write()
            finally:
                self._trying.release()
        return bool(self._last_result)

    def _try_to_write(self) -> bool:
        """Whether a test row could be written."""
        try:
            self._tables.try_writing()
        except StoreUnavailable:
            return False
        return True


def _plain(word: str, status: int = 200) -> Response:
    """An answer of one line that nobody caches."""
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": "2"} if status == 503 else {})
    return Response(f"{word}\n", status, headers, content_type="text/plain; charset=utf-8")
