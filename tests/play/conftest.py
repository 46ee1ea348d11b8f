"""The same tests on SQLite and on PostgreSQL, and the two phones that most of them have."""

import pytest

from companion.play.tables import Tables
from tests.support.databases import empty_sqlite, postgres_url, store, tables, url
from tests.support.phones import Phone

__all__ = ["empty_sqlite", "postgres_url", "store", "tables", "url"]


@pytest.fixture
def ada(tables: Tables) -> Phone:
    """The phone of whoever opened the table, in the blue seat."""
    return Phone.opens(tables, "blue")


@pytest.fixture
def bo(ada: Phone) -> Phone:
    """Another phone, in the red seat."""
    return ada.invites("red")
