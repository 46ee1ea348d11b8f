"""The seats whose tickets are open on a device. They are not in the log: no version changes, and nobody is told."""

from dataclasses import dataclass

import sqlalchemy as sa

from companion.store.devices import Device
from companion.store.engine import transaction
from companion.store.schema import OPENED


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat's tickets on a device: open until a moment, for so many seconds after each touch."""

    color: str
    until: int = 0
    seconds: int = 60
    typed: str = ""  # what stood in the search field when they were closed
    unseen: bool = False  # opened, and no page shows them yet

    def is_open(self, now: float, late: float = 0) -> bool:
        """Whether it is open, or was `late` seconds ago. One open for too long was set by another clock."""
        return now - late < self.until <= now + self.seconds + 1


def open_seat(engine: sa.Engine, game: str, device: Device, color: str) -> OpenSeat:
    """A seat on a device; closed where it was never opened."""
    with transaction(engine) as connection:
        row = connection.execute(sa.select(OPENED).where(*_here(game, device, color))).mappings().first()
    return OpenSeat(*(row[name] for name in OpenSeat.__slots__)) if row else OpenSeat(color)


def open_seats(engine: sa.Engine, game: str, device: Device) -> dict[str, OpenSeat]:
    """Every seat that was ever opened on a device."""
    query = sa.select(*(OPENED.c[name] for name in OpenSeat.__slots__))
    with transaction(engine) as connection:
        rows = connection.execute(query.where(OPENED.c.game == game, OPENED.c.device == device))
        return {row.color: OpenSeat(*row) for row in rows}


def put(engine: sa.Engine, game: str, device: Device, opened: OpenSeat) -> None:
    """Stores how a seat stands on a device."""
    kept = {name: getattr(opened, name) for name in OpenSeat.__slots__}
    with transaction(engine, writing=True) as connection:
        connection.execute(OPENED.delete().where(*_here(game, device, opened.color)))
        connection.execute(OPENED.insert().values(game=game, device=device, **kept))


def close_all(engine: sa.Engine, game: str, device: Device) -> None:
    """Closes every seat on a device; typed text waits for its player."""
    here = OPENED.c.game == game, OPENED.c.device == device
    with transaction(engine) as connection:
        found = connection.execute(sa.select(OPENED.c.color).where(*here, OPENED.c.until > 0)).first()
    if found:
        with transaction(engine, writing=True) as connection:
            connection.execute(OPENED.update().where(*here).values(until=0))


def forget(engine: sa.Engine, game: str, device: Device) -> None:
    """Forgets what was open on a device, and what was typed there."""
    with transaction(engine, writing=True) as connection:
        connection.execute(OPENED.delete().where(OPENED.c.game == game, OPENED.c.device == device))


def _here(game: str, device: Device, color: str) -> tuple[sa.ColumnElement[bool], ...]:
    return OPENED.c.game == game, OPENED.c.device == device, OPENED.c.color == color
