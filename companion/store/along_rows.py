"""The links by which phones open another phone's tables and circles: one for each phone, stored as a hash."""

import sqlalchemy as sa

from companion.store.devices import Device
from companion.store.engine import transaction
from companion.store.schema import ALONG, CIRCLE_MEMBERS, MEMBERS

OF_STRANGERS = ALONG.delete().where(
    ALONG.c.device.not_in(sa.select(MEMBERS.c.device)), ALONG.c.device.not_in(sa.select(CIRCLE_MEMBERS.c.device))
)


def salt_of(engine: sa.Engine, device: Device) -> str | None:
    """The salt from which, with the device's token, its link was made; None where it has no link."""
    with transaction(engine) as connection:
        return connection.execute(sa.select(ALONG.c.salt).where(ALONG.c.device == device)).scalar()


def make(engine: sa.Engine, device: Device, secret: bytes, salt: str) -> None:
    """Gives a device this link in place of the one it had."""
    with transaction(engine, writing=True) as connection:
        connection.execute(ALONG.delete().where(ALONG.c.device == device))
        connection.execute(ALONG.insert().values(device=device, secret=secret, salt=salt))


def by_secret(engine: sa.Engine, secret: bytes) -> Device | None:
    """The device whose link has a secret with this hash; None where there is none."""
    with transaction(engine) as connection:
        return connection.execute(sa.select(ALONG.c.device).where(ALONG.c.secret == secret)).scalar()


def forget(engine: sa.Engine, device: Device) -> None:
    """Ends a device's link."""
    if salt_of(engine, device):
        with transaction(engine, writing=True) as connection:
            connection.execute(ALONG.delete().where(ALONG.c.device == device))


def end_at_table(connection: sa.Connection, game: str) -> None:
    """Ends the links of everybody at a table: the table's own links become void, and these lead to it as well."""
    there = sa.select(MEMBERS.c.device).where(MEMBERS.c.game == game)
    connection.execute(ALONG.delete().where(ALONG.c.device.in_(there)))


def end_in_circle(connection: sa.Connection, circle: str) -> None:
    """Ends the links of everybody in a circle: the circle's own links become void, and these lead to it as well."""
    there = sa.select(CIRCLE_MEMBERS.c.device).where(CIRCLE_MEMBERS.c.circle == circle)
    connection.execute(ALONG.delete().where(ALONG.c.device.in_(there)))


def forget_strangers(connection: sa.Connection) -> None:
    """Deletes the links of devices that are at no table and in no circle any more."""
    connection.execute(OF_STRANGERS)
