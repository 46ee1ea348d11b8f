"""Games on disk: SQLite by default, PostgreSQL by URL. The only writer of disk, and there are no rules in it."""

from companion.store.engine import StoreAway, default_url, open_engine
from companion.store.games import Change, Snapshot, Store
from companion.store.schema import upgrade

__all__ = ["Change", "Snapshot", "Store", "StoreAway", "default_url", "open_store"]


def open_store(url: str) -> Store:
    """The store at a URL, its schema brought up to date. Raises StoreAway with a sentence where it cannot be used."""
    engine = open_engine(url)
    upgrade(engine)
    engine.dispose()  # a server forks its workers now, and a connection belongs to one process
    return Store(engine)
