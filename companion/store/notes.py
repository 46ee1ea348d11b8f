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
    """The number that was noted under this name; None where there is none."""
    with transaction(engine) as connection:
        number: int | None = connection.execute(sa.select(NOTES.c.at).where(NOTES.c.name == name)).scalar()
        return number


def note(engine: sa.Engine, name: str, number: int) -> None:
    """Notes a number under this name, in place of an earlier one."""
    with transaction(engine, writing=True) as connection:
        connection.execute(NOTE, {"name": name, "at": number})


class Notes:
    """The notes of a database, for use-cases."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def get(self, name: str) -> int | None:
        """The number that was noted under this name; None where there is none."""
        return noted(self._engine, name)

    def put(self, name: str, at: int) -> None:
        """Notes a number under this name, in place of an earlier one."""
        note(self._engine, name, at)


def last_seen(engine: sa.Engine) -> int | None:
    """The trusted time that was noted last; if there is none, the newest time in any game, and None without games."""
    trusted_time = noted(engine, "seen")
    if trusted_time:
        return trusted_time
    newest = sa.select(sa.func.max(GAMES.c.opened), sa.func.max(GAMES.c.changed))
    with transaction(engine) as connection:
        return max((n for n in connection.execute(newest).one() if n is not None), default=None)


def note_seen(engine: sa.Engine, moment: int) -> None:
    """Notes a time that the clock showed and that can be trusted."""
    note(engine, "seen", moment)


def last_swept(engine: sa.Engine) -> int:
    """The last day on which old games were deleted; 0 if there was none yet."""
    return noted(engine, "swept") or 0


def note_swept(engine: sa.Engine, day: int) -> None:
    """Notes that old games were deleted on that day."""
    note(engine, "swept", day)
