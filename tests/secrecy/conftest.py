"""Tables that are the same in every byte whenever they are played the same: no chance, and a clock that stands."""

from __future__ import annotations

from tests.web.conftest import app, client, empty_games, tables

__all__ = ["app", "client", "empty_games", "tables"]
