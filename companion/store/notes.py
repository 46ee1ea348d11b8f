"""Notes that belong to no game: when writing was last tried, and the last time of day that was believed."""

import time

import sqlalchemy as sa

from companion.store.engine import transaction
from companion.store.schema import GAMES, NOTES

SOON = 1.0  # seconds that somebody waits who asks whether games can be kept
NOTE = sa.text("INSERT INTO note (name, at) VALUES (:name, :at) ON CONFLICT (name) DO UPDATE SET at = excluded.at")


def try_writing(engine: sa.Engine) -> None:
    """Writes something down, which alone shows that games can be kept. Raises StoreAway."""
    with transaction(engine, writing=True, patience=SOON) as connection:
        # SQLite would not write what is there already.
        connection.execute(NOTE, {"name": "tried", "at": time.time_ns()})


def last_seen(engine: sa.Engine) -> int | None:
    """The last noted time of day; where none was noted, the newest time in any game."""
    noted = sa.select(NOTES.c.at).where(NOTES.c.name == "seen")
    newest = sa.select(sa.func.max(GAMES.c.opened), sa.func.max(GAMES.c.changed))
    with transaction(engine) as connection:
        at: int | None = connection.execute(noted).scalar()
        return at or max((n for n in connection.execute(newest).one() if n is not None), default=None)


def see(engine: sa.Engine, moment: int) -> None:
    """Notes a time of day that is believed."""
    with transaction(engine, writing=True) as connection:
        connection.execute(NOTE, {"name": "seen", "at": moment})


def swept(engine: sa.Engine) -> int:
    """The last day on which old games were let go."""
    with transaction(engine) as connection:
        day: int | None = connection.execute(sa.select(NOTES.c.at).where(NOTES.c.name == "swept")).scalar()
        return day or 0


def note_swept(engine: sa.Engine, day: int) -> None:
    """Notes that old games were let go on that day."""
    with transaction(engine, writing=True) as connection:
        connection.execute(NOTE, {"name": "swept", "at": day})
