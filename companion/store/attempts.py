"""Counts what one address does within an hour, for all servers of a database together: wrong codes, imports.

How many are too many is in `AN_HOUR` of `host/allowances.py`; `web/rate_limits.py` refuses them.

There is one row per address and kind, with a hash of the address. The hour begins with the first attempt; rows whose
hour is over are deleted when the next attempt is counted.
"""

import time
from hashlib import sha256
from typing import Final

import sqlalchemy as sa

from companion.store.engine import transaction
from companion.store.schema import ATTEMPTS

HOUR: Final = 3_600
_OVER = ATTEMPTS.delete().where(~ATTEMPTS.c.until.between(sa.bindparam("now"), sa.bindparam("latest")))
# One statement, so that many attempts at the same time cannot exceed the limit.
_ONE_MORE = sa.text(
    "INSERT INTO attempt (kind, address, count, until) VALUES (:of_kind, :from_address, 1, :latest) "
    "ON CONFLICT (kind, address) DO UPDATE SET count = attempt.count + 1 WHERE attempt.count < :most RETURNING until"
)


class Attempts:
    """The counts of one database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def count(self, kind: str, address: str, most: int) -> int:
        """Counts one attempt of an address and gives 0; from `most` on, the seconds until the hour is over."""
        here, now = _key_of(kind, address), int(time.time())
        with transaction(self._engine) as connection:  # without writing, if none is left
            seconds = _to_wait(connection, here, most, now)
            if seconds:
                return seconds
        with transaction(self._engine, writing=True) as connection:
            # Rows whose hour is over, and those too far in the future, from a wrong clock.
            connection.execute(_OVER, {"now": now + 1, "latest": now + HOUR})
            if connection.execute(_ONE_MORE, {**here, "most": most, "latest": now + HOUR}).first():
                return 0
            return _to_wait(connection, here, most, now) or HOUR

    def uncount(self, kind: str, address: str) -> None:
        """Takes the count of an attempt back, since it came to nothing."""
        here = _rows(_key_of(kind, address))
        with transaction(self._engine, writing=True) as connection:
            connection.execute(
                ATTEMPTS.update().where(*here, ATTEMPTS.c.count > 0).values(count=ATTEMPTS.c.count - 1)
            )
            connection.execute(ATTEMPTS.delete().where(*here, ATTEMPTS.c.count == 0))


def _to_wait(connection: sa.Connection, here: dict[str, str | bytes], most: int, now: int) -> int:
    """The seconds until an address that made `most` attempts may make another; 0 where it made fewer."""
    query = sa.select(ATTEMPTS.c.until).where(*_rows(here), ATTEMPTS.c.count >= most)
    until = connection.execute(query.where(ATTEMPTS.c.until.between(now + 1, now + HOUR))).scalar()
    return int(until) - now if until else 0


def _key_of(kind: str, address: str) -> dict[str, str | bytes]:
    """The key of the row that counts this kind of attempt of an address."""
    return {"of_kind": kind, "from_address": sha256(address.encode()).digest()}


def _rows(here: dict[str, str | bytes]) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions for the row with this key."""
    return ATTEMPTS.c.kind == here["of_kind"], ATTEMPTS.c.address == here["from_address"]
