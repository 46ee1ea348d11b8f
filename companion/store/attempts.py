"""What one address did within an hour, counted for all processes and hosts of a database: wrong codes, imports.

A row an address and hour, of whose address there is a fingerprint. The hour begins with the first; what is over is
deleted with the next that is counted.
"""

import time
from hashlib import sha256
from typing import Final

import sqlalchemy as sa

from companion.store.engine import transaction
from companion.store.schema import ATTEMPTS

HOUR: Final = 3_600
_OVER = ATTEMPTS.delete().where(~ATTEMPTS.c.until.between(sa.bindparam("now"), sa.bindparam("latest")))
# One statement, so that many at once get no more than one after the other.
_ONE_MORE = sa.text(
    "INSERT INTO attempt (kind, address, count, until) VALUES (:of_kind, :from_address, 1, :latest) "
    "ON CONFLICT (kind, address) DO UPDATE SET count = attempt.count + 1 WHERE attempt.count < :most RETURNING until"
)


class Attempts:
    """The counts of one database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def take(self, kind: str, address: str, most: int) -> int:
        """Counts one more, if fewer than `most` are counted; else gives the seconds until the hour is over."""
        here, now = _here(kind, address), int(time.time())
        with transaction(self._engine) as connection:  # who has none left shall cost no writing
            if seconds := _to_wait(connection, here, most, now):
                return seconds
        with transaction(self._engine, writing=True) as connection:
            connection.execute(_OVER, {"now": now + 1, "latest": now + HOUR})  # a later one was set by another clock
            if connection.execute(_ONE_MORE, {**here, "most": most, "latest": now + HOUR}).first():
                return 0
            return _to_wait(connection, here, most, now) or HOUR

    def give_back(self, kind: str, address: str) -> None:
        """Counts one fewer, where it came to nothing."""
        here = _rows(_here(kind, address))
        with transaction(self._engine, writing=True) as connection:
            connection.execute(
                ATTEMPTS.update().where(*here, ATTEMPTS.c.count > 0).values(count=ATTEMPTS.c.count - 1)
            )
            connection.execute(ATTEMPTS.delete().where(*here, ATTEMPTS.c.count == 0))


def _to_wait(connection: sa.Connection, here: dict[str, str | bytes], most: int, now: int) -> int:
    query = sa.select(ATTEMPTS.c.until).where(*_rows(here), ATTEMPTS.c.count >= most)
    until = connection.execute(query.where(ATTEMPTS.c.until.between(now + 1, now + HOUR))).scalar()
    return int(until) - now if until else 0


def _here(kind: str, address: str) -> dict[str, str | bytes]:
    return {"of_kind": kind, "from_address": sha256(address.encode()).digest()}


def _rows(here: dict[str, str | bytes]) -> tuple[sa.ColumnElement[bool], ...]:
    return ATTEMPTS.c.kind == here["of_kind"], ATTEMPTS.c.address == here["from_address"]
