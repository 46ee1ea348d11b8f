"""The links by which phones open another phone's tables and circles: one for each phone, stored as a hash."""

import sqlalchemy as sa

from companion.store.devices import Device
from companion.store.engine import transaction
from companion.store.schema import ALONG


def times_made(engine: sa.Engine, device: Device) -> int:
    """How often a device made its link, each time ending the one before; 0 where it has none."""
    with transaction(engine) as connection:
        return connection.execute(sa.select(ALONG.c.made).where(ALONG.c.device == device)).scalar() or 0


def make(engine: sa.Engine, device: Device, secret: bytes, made: int) -> None:
    """Gives a device this link in place of the one it had."""
    with transaction(engine, writing=True) as connection:
        connection.execute(ALONG.delete().where(sa.or_(ALONG.c.device == device, ALONG.c.secret == secret)))
        connection.execute(ALONG.insert().values(device=device, secret=secret, made=made))


def by_secret(engine: sa.Engine, secret: bytes) -> Device | None:
    """The device whose link has a secret with this hash."""
    with transaction(engine) as connection:
        return connection.execute(sa.select(ALONG.c.device).where(ALONG.c.secret == secret)).scalar()


def forget(engine: sa.Engine, device: Device) -> None:
    """Ends a device's link."""
    if times_made(engine, device):
        with transaction(engine, writing=True) as connection:
            connection.execute(ALONG.delete().where(ALONG.c.device == device))
