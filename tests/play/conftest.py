"""The same tests on SQLite and on PostgreSQL."""

from tests.support.databases import empty_sqlite, postgres_url, store, tables, url

__all__ = ["empty_sqlite", "postgres_url", "store", "tables", "url"]
