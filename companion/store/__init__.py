"""Storing games: in SQLite by default, in PostgreSQL by URL. Only this package writes games; it knows no rules."""

import sqlite3

from sqlalchemy import Engine

from companion.store.checks import check_database, is_damage, with_reason
from companion.store.engine import default_url, file_of, open_engine
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
        raise _with_copy(engine, with_reason(engine, problem)) from problem.__cause__
    finally:
        engine.dispose()  # a server forks its workers now, and a connection belongs to one process
    return Store(engine)


def _with_copy(engine: Engine, problem: StoreUnavailable) -> StoreUnavailable:
    """The same error; where the file is damaged and there is a good daily copy, one that offers that copy."""
    error = getattr(problem.__cause__, "orig", problem.__cause__)
    file = file_of(engine.url)
    if file is None or not isinstance(error, sqlite3.Error) or not is_damage(error):
        return problem
    from companion.store.daily_copies import offer  # imported only when needed, since alembic is slow to load

    offered = offer(file)
    return StoreUnavailable(offered) if offered else problem
