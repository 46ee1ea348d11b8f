"""Games on disk: SQLite by default, PostgreSQL by URL. The only writer of disk, and there are no rules in it."""

from companion.store.away import StoreAway
from companion.store.checks import explained, look_over
from companion.store.engine import default_url, open_engine
from companion.store.games import Store
from companion.store.schema import is_newest
from companion.store.snapshot import Change, Snapshot

__all__ = ["Change", "Snapshot", "Store", "StoreAway", "default_url", "open_store"]


def open_store(url: str) -> Store:
    """The store at a URL, its schema brought up to date. Raises StoreAway with a sentence where it cannot be used."""
    engine = open_engine(url)
    try:
        look_over(engine)
        if not is_newest(engine):
            from companion.store.migrations import upgrade  # a start that migrates nothing need not wait for alembic

            upgrade(engine)
    except StoreAway as problem:
        raise explained(engine, problem) from problem.__cause__
    finally:
        engine.dispose()  # a server forks its workers now, and a connection belongs to one process
    return Store(engine)
