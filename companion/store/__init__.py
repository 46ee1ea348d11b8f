"""Storing games: in SQLite by default, in PostgreSQL by URL. Only this package writes games; it knows no rules."""

from companion.store.checks import check_database, with_reason
from companion.store.engine import default_url, open_engine
from companion.store.games import Store
from companion.store.schema import is_newest
from companion.store.snapshot import Change, Snapshot
from companion.store.unavailable import StoreUnavailable

__all__ = ["Change", "Snapshot", "Store", "StoreUnavailable", "default_url", "open_store"]


def open_store(url: str) -> Store:
    """The store at a URL, its schema brought up to date. Raises StoreUnavailable with the reason if that fails."""
    engine = open_engine(url)
    try:
        check_database(engine)
        if not is_newest(engine):
            from companion.store.migrations import upgrade  # imported only when needed, since alembic is slow to load

            upgrade(engine)
    except StoreUnavailable as problem:
        raise with_reason(engine, problem) from problem.__cause__
    finally:
        engine.dispose()  # a server forks its workers now, and a connection belongs to one process
    return Store(engine)
