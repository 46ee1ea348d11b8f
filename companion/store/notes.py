"""Notes that belong to no game: when a test write was made, the last trusted time, the day of the last sweep, and
which address phones are shown in which network.
"""

import time

import sqlalchemy as sa

from companion.store.engine import transaction
from companion.store.schema import GAMES, NOTES

SOON = 1.0  # seconds that a health check waits
NOTE = sa.text("INSERT INTO note (name, at) VALUES (:name, :at) ON CONFLICT (name) DO UPDATE SET at = excluded.at")


def try_writing(engine: sa.Engine) -> None:
    """Checks by a test write that games can be stored. Raises StoreUnavailable."""
    with transaction(engine, writing=True, patience=SOON) as connection:
        # A new value each time: SQLite does not write one that is already there.
        connection.execute(NOTE, {"name": "tried", "at": time.time_ns()})


def noted(engine: sa.Engine, name: str) -> int | None:
    """The number that was noted under this name."""
    with transaction(engine) as connection:
        at: int | None = connection.execute(sa.select(NOTES.c.at).where(NOTES.c.name == name)).scalar()
        return at


def note(engine: sa.Engine, name: str, at: int) -> None:
    """Notes a number under this name."""
    with transaction(engine, writing=True) as connection:
        connection.execute(NOTE, {"name": name, "at": at})


class Notes:
    """The notes of a database, for use-cases."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def get(self, name: str) -> int | None:
        """The number that was noted under this name."""
        return noted(self._engine, name)

    def put(self, name: str, at: int) -> None:
        """Notes a number under this name."""
        note(self._engine, name, at)


def last_seen(engine: sa.Engine) -> int | None:
    """The last noted time; if there is none, the newest time in any game."""
    newest = sa.select(sa.func.max(GAMES.c.opened), sa.func.max(GAMES.c.changed))
    if at := noted(engine, "seen"):
        return at
    with transaction(engine) as connection:
        return max((n for n in connection.execute(newest).one() if n is not None), default=None)


def note_seen(engine: sa.Engine, moment: int) -> None:
    """Notes the time now, if the clock can be trusted."""
    note(engine, "seen", moment)


def last_swept(engine: sa.Engine) -> int:
    """The last day on which old games were deleted."""
    return noted(engine, "swept") or 0


def note_swept(engine: sa.Engine, day: int) -> None:
    """Notes that old games were deleted on that day."""
    note(engine, "swept", day)
