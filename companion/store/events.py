"""What happened at a table, told to whoever subscribes in the transaction that stores it.

A subscriber writes rows and does nothing that takes long, since others wait. Where it fails, its rows are taken back,
and what was reported is stored all the same: whoever reads such rows makes good what is missing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from companion.host.logs import fault
from companion.host.logs import tell as log


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The game has ended, by the last of so many entries."""

    game: str
    entries: int


@dataclass(frozen=True, slots=True)
class GameReopened:
    """A finished game goes on, or something in it is put right."""

    game: str


@dataclass(frozen=True, slots=True)
class TableDeleted:
    """The table is gone, with everything in it."""

    game: str


Event = GameFinished | GameReopened | TableDeleted
Subscriber = Callable[[sa.Connection, Event], None]


def tell(connection: sa.Connection, subscribers: Sequence[Subscriber], events: Iterable[Event]) -> None:
    """Tells every subscriber of each event, inside the transaction of this connection."""
    for event in events:
        for subscriber in subscribers:
            _tell(connection, subscriber, event)


def _tell(connection: sa.Connection, subscriber: Subscriber, event: Event) -> None:
    connection.exec_driver_sql("SAVEPOINT told")
    try:
        subscriber(connection, event)
        connection.exec_driver_sql("RELEASE SAVEPOINT told")
    except Exception as problem:
        if connection.invalidated:  # the database is gone, and with it the whole transaction
            raise
        # This raises where the database gave up the whole transaction, which must not pass for stored.
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT told")
        connection.exec_driver_sql("RELEASE SAVEPOINT told")
        log("not told", logging.ERROR, about=type(event).__name__, **fault(problem))
