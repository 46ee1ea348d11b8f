"""An app with tables, on SQLite alone: what is said is the same on every database."""

from __future__ import annotations

from tests.secrecy.conftest import app, client, empty_games, store, tables, url

__all__ = ["app", "client", "empty_games", "store", "tables", "url"]
