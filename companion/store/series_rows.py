"""Games that follow one another, and the devices that were shut out of them."""

import sqlalchemy as sa

from companion.store.devices import Device
from companion.store.engine import transaction
from companion.store.schema import GAMES, SHUT_OUT
from companion.store.snapshot import Change

OF_NO_GAME = SHUT_OUT.delete().where(SHUT_OUT.c.series.not_in(sa.select(GAMES.c.series)))


def games_of(engine: sa.Engine, series: str) -> list[str]:
    """The games of a series."""
    with transaction(engine) as connection:
        return list(connection.execute(sa.select(GAMES.c.id).where(GAMES.c.series == series)).scalars())


def shut_out(engine: sa.Engine, series: str) -> frozenset[Device]:
    """The devices that were shut out of a series."""
    with transaction(engine) as connection:
        devices = connection.execute(sa.select(SHUT_OUT.c.device).where(SHUT_OUT.c.series == series))
        return frozenset(devices.scalars())


def write(connection: sa.Connection, change: Change) -> None:
    """Writes whom a change shuts out of the series, and whom it lets in again."""
    series = change.before.series
    for device in change.shuts_out | change.lets_in:
        connection.execute(SHUT_OUT.delete().where(SHUT_OUT.c.series == series, SHUT_OUT.c.device == device))
    for device in change.shuts_out:
        connection.execute(SHUT_OUT.insert().values(series=series, device=device))


def forget(connection: sa.Connection) -> None:
    """Deletes who was shut out of series that have no games any more."""
    connection.execute(OF_NO_GAME)
