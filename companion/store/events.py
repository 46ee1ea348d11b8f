"""Events at a table, published to subscribers within the transaction that stores them.

A subscriber writes rows and must be quick, since other writers wait. If it fails, its own rows are rolled back, but
the change is stored all the same: readers of such rows must be able to compute what is missing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from companion.host.logs import fault, log_event


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The game was finished."""

    game: str
    entries: int  # how many the log has now


@dataclass(frozen=True, slots=True)
class GameReopened:
    """A finished game was reopened, perhaps only to correct something in it."""

    game: str


@dataclass(frozen=True, slots=True)
class TableDeleted:
    """The table was deleted."""

    game: str


Event = GameFinished | GameReopened | TableDeleted
Subscriber = Callable[[sa.Connection, Event], None]


def publish(connection: sa.Connection, subscribers: Sequence[Subscriber], events: Iterable[Event]) -> None:
    """Calls every subscriber for each event, within the transaction of this connection."""
    for event in events:
        for subscriber in subscribers:
            _publish(connection, subscriber, event)


def _publish(connection: sa.Connection, subscriber: Subscriber, event: Event) -> None:
    """Tells one subscriber; if it fails, only its own rows are rolled back."""
    connection.exec_driver_sql("SAVEPOINT told")
    try:
        subscriber(connection, event)
        connection.exec_driver_sql("RELEASE SAVEPOINT told")
    except Exception as problem:
        if connection.invalidated:  # the connection is lost, and with it the whole transaction
            raise
        # This raises an error if the database has given up the whole transaction: then nothing counts as stored.
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT told")
        connection.exec_driver_sql("RELEASE SAVEPOINT told")
        log_event("not told", logging.ERROR, about=type(event).__name__, **fault(problem))
