"""Which seats' tickets are open on a device. This is not part of the game: it changes no version and is not
announced.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from companion.store.devices import Device
from companion.store.engine import transaction
from companion.store.schema import OPENED


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat's tickets on a shared phone: until when they are open, and how long they stay open when unused."""

    color: str
    until: int = 0  # 0 if they were closed, or never opened
    seconds: int = 60  # that they stay open after each touch
    typed: str = ""  # what stood in the search field when they were closed
    unseen: bool = False  # opened, and no page shows them yet

    def is_open(self, now: float, late: float = 0) -> bool:
        """Whether the tickets are open, or were open `late` seconds ago. A time too far in the future, from a wrong
        clock, is ignored.
        """
        return now - late < self.until <= now + self.seconds + 1

    @property
    def is_left_open(self) -> bool:
        """Whether nobody has closed the tickets since they were opened, even if their time is over by now."""
        return self.until != 0


def open_seat(engine: sa.Engine, game: str, device: Device, color: str) -> OpenSeat:
    """A seat's tickets on a device; closed if they were never opened."""
    with transaction(engine) as connection:
        row = connection.execute(sa.select(OPENED).where(*_is_row(game, device, color))).mappings().first()
    return OpenSeat(*(row[name] for name in OpenSeat.__slots__)) if row else OpenSeat(color)


def open_seats(engine: sa.Engine, game: str, device: Device) -> dict[str, OpenSeat]:
    """All seats whose tickets were ever opened on a device."""
    query = sa.select(*(OPENED.c[name] for name in OpenSeat.__slots__))
    with transaction(engine) as connection:
        rows = connection.execute(query.where(OPENED.c.game == game, OPENED.c.device == device))
        return {row.color: OpenSeat(*row) for row in rows}


def save(engine: sa.Engine, game: str, device: Device, opened: OpenSeat) -> None:
    """Stores whether a seat's tickets are open on a device."""
    values = {name: getattr(opened, name) for name in OpenSeat.__slots__}
    with transaction(engine, writing=True) as connection:
        connection.execute(OPENED.delete().where(*_is_row(game, device, opened.color)))
        connection.execute(OPENED.insert().values(game=game, device=device, **values))


def close_all(engine: sa.Engine, game: str, device: Device) -> None:
    """Closes all tickets on a device; half-typed text stays."""
    here = OPENED.c.game == game, OPENED.c.device == device
    with transaction(engine) as connection:
        is_any_open = connection.execute(sa.select(OPENED.c.color).where(*here, OPENED.c.until > 0)).first()
    if is_any_open:
        with transaction(engine, writing=True) as connection:
            connection.execute(OPENED.update().where(*here).values(until=0))


def forget(engine: sa.Engine, game: str, device: Device) -> None:
    """Deletes what was open on a device, and what was typed there."""
    with transaction(engine, writing=True) as connection:
        connection.execute(OPENED.delete().where(OPENED.c.game == game, OPENED.c.device == device))


def _is_row(game: str, device: Device, color: str) -> tuple[sa.ColumnElement[bool], ...]:
    """The condition for the row of one seat on one device."""
    return OPENED.c.game == game, OPENED.c.device == device, OPENED.c.color == color
