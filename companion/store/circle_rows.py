"""Circles, the devices in them, and their links. Every function is one transaction, or part of its caller's."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Final

import sqlalchemy as sa

from companion.store import along_rows
from companion.store.devices import Device
from companion.store.engine import transaction
from companion.store.schema import CIRCLE_GAMES, CIRCLE_LINKS, CIRCLE_MEMBERS, CIRCLES, FINISHED

DAY: Final = 24 * 60 * 60
ROLES: Final = {"reads": "reader", "belongs": "member", "keeps": "keeper"}  # what each kind of link makes a device
STRENGTH: Final = ("reader", "member", "keeper")  # the roles, the weakest first


@dataclass(frozen=True, slots=True)
class CircleRow:
    """A circle; `reads`, `belongs` and `keeps` say how often each kind of link was renewed."""

    id: str
    name: str
    version: int
    opened: int  # the beginning of the day on which somebody last looked at it
    reads: int
    belongs: int
    keeps: int


def make(engine: sa.Engine, circle: str, name: str, device: Device) -> None:
    """Makes a circle, of which the device is the keeper."""
    now = int(time.time())
    with transaction(engine, writing=True) as connection:
        row = {"id": circle, "name": name, "version": 1, "opened": now - now % DAY}
        connection.execute(CIRCLES.insert().values(**row, reads=0, belongs=0, keeps=0))
        connection.execute(
            CIRCLE_MEMBERS.insert().values(circle=circle, device=device, role="keeper", joined=time.time_ns())
        )


def circles_of(engine: sa.Engine, device: Device) -> list[tuple[CircleRow, str]]:
    """The circles a device is in with its role in each, by name."""
    joined = CIRCLES.join(CIRCLE_MEMBERS, CIRCLE_MEMBERS.c.circle == CIRCLES.c.id)
    query = sa.select(CIRCLES, CIRCLE_MEMBERS.c.role).select_from(joined).where(CIRCLE_MEMBERS.c.device == device)
    with transaction(engine) as connection:
        return [(CircleRow(*row[:-1]), row.role) for row in connection.execute(query.order_by(CIRCLES.c.name))]


def circle_of(engine: sa.Engine, circle: str, device: Device) -> tuple[CircleRow, str] | None:
    """A circle and the device's role in it; None where the device is not in it."""
    return next((found for found in circles_of(engine, device) if found[0].id == circle), None)


def all_circles(engine: sa.Engine) -> list[CircleRow]:
    """Every circle, the one last looked at first."""
    with transaction(engine) as connection:
        return [CircleRow(*row) for row in connection.execute(sa.select(CIRCLES).order_by(CIRCLES.c.opened.desc()))]


def circles_with(engine: sa.Engine, game: str) -> list[str]:
    """The circles that a game is in."""
    with transaction(engine) as connection:
        return list(connection.execute(sa.select(CIRCLE_GAMES.c.circle).where(CIRCLE_GAMES.c.game == game)).scalars())


def by_link(engine: sa.Engine, secret: bytes) -> tuple[str, str] | None:
    """The circle whose link has a secret with this hash, and what kind of link it is; None where there is none."""
    query = sa.select(CIRCLE_LINKS.c.circle, CIRCLE_LINKS.c.kind).where(CIRCLE_LINKS.c.secret == secret)
    with transaction(engine) as connection:
        row = connection.execute(query).first()
        return (row.circle, row.kind) if row else None


def add_link(engine: sa.Engine, circle: str, secret: bytes, kind: str) -> None:
    """Adds the hash of a link's secret, unless it is there."""
    if by_link(engine, secret) != (circle, kind):
        with transaction(engine, writing=True) as connection:
            connection.execute(CIRCLE_LINKS.delete().where(CIRCLE_LINKS.c.secret == secret))
            connection.execute(CIRCLE_LINKS.insert().values(secret=secret, circle=circle, kind=kind))


@contextmanager
def changing(engine: sa.Engine, circle: str) -> Iterator[sa.Connection]:
    """Within this block nobody else changes the circle; afterwards it has a new version."""
    with transaction(engine, writing=True) as connection:
        connection.execute(CIRCLES.update().where(CIRCLES.c.id == circle).values(version=CIRCLES.c.version + 1))
        yield connection


def rename(connection: sa.Connection, circle: str, name: str) -> None:
    """Gives a circle another name."""
    connection.execute(CIRCLES.update().where(CIRCLES.c.id == circle).values(name=name))


def renew(connection: sa.Connection, circle: str, kind: str, keeper: Device) -> None:
    """Voids all links of a kind, and removes the devices with the role that these give, except this keeper.

    It is counted how often that was done. The links by which phones open another phone's circles end as well.
    """
    connection.execute(CIRCLE_LINKS.delete().where(CIRCLE_LINKS.c.circle == circle, CIRCLE_LINKS.c.kind == kind))
    along_rows.end_in_circle(connection, circle)
    let_in_by_it = CIRCLE_MEMBERS.c.role == ROLES[kind], CIRCLE_MEMBERS.c.device != keeper
    connection.execute(CIRCLE_MEMBERS.delete().where(CIRCLE_MEMBERS.c.circle == circle, *let_in_by_it))
    times_renewed = CIRCLES.c[kind]
    connection.execute(CIRCLES.update().where(CIRCLES.c.id == circle).values({times_renewed: times_renewed + 1}))


def let_in(connection: sa.Connection, circle: str, device: Device, role: str) -> str:
    """Gives a device a role, unless it has that or a stronger one. Returns the role that it has afterwards."""
    here = CIRCLE_MEMBERS.c.circle == circle, CIRCLE_MEMBERS.c.device == device
    known = connection.execute(sa.select(CIRCLE_MEMBERS.c.role).where(*here)).scalar()
    if known is not None and STRENGTH.index(known) >= STRENGTH.index(role):
        return str(known)
    connection.execute(CIRCLE_MEMBERS.delete().where(*here))
    values = {"circle": circle, "device": device, "role": role, "joined": time.time_ns()}
    connection.execute(CIRCLE_MEMBERS.insert().values(**values))
    return role


def leave(connection: sa.Connection, circle: str, device: Device) -> None:
    """Takes a device out of a circle. If no keeper remains, the member who has been there longest becomes one."""
    of_circle = CIRCLE_MEMBERS.c.circle == circle
    connection.execute(CIRCLE_MEMBERS.delete().where(of_circle, CIRCLE_MEMBERS.c.device == device))
    ordered = sa.select(CIRCLE_MEMBERS).where(of_circle).order_by(CIRCLE_MEMBERS.c.joined)
    rest = connection.execute(ordered).all()
    heir = next((row.device for row in rest if row.role == "member"), None)
    if heir is not None and all(row.role != "keeper" for row in rest):
        update = CIRCLE_MEMBERS.update().where(of_circle, CIRCLE_MEMBERS.c.device == heir)
        connection.execute(update.values(role="keeper"))


def note_opened(engine: sa.Engine, row: CircleRow) -> None:
    """Notes that somebody looks at a circle today, if that is not noted yet."""
    today = int(time.time()) // DAY * DAY
    if row.opened < today:
        with transaction(engine, writing=True) as connection:
            connection.execute(CIRCLES.update().where(CIRCLES.c.id == row.id).values(opened=today))


def delete(connection: sa.Connection, circles: list[str]) -> list[str]:
    """Deletes circles. Returns the finished games that were in no other circle, which the caller deletes too."""
    other_rows = CIRCLE_GAMES.alias("other_rows")
    in_others = sa.select(other_rows.c.game).where(other_rows.c.circle.not_in(circles))
    finished = sa.select(FINISHED.c.game)
    query = sa.select(CIRCLE_GAMES.c.game).where(
        CIRCLE_GAMES.c.circle.in_(circles),
        CIRCLE_GAMES.c.game.not_in(in_others),
        CIRCLE_GAMES.c.game.in_(finished),
    )
    games = list(connection.execute(query.distinct()).scalars())
    connection.execute(CIRCLES.delete().where(CIRCLES.c.id.in_(circles)))
    return games


def follow(connection: sa.Connection, before: str, after: str) -> None:
    """Puts the game that follows another into the same circles, at the same place."""
    kept = sa.select(CIRCLE_GAMES).where(CIRCLE_GAMES.c.game == before)
    for row in connection.execute(kept).all():
        values = {
            "added": time.time_ns(),
            "day": date.today().isoformat(),
            "place": row.place,
            "note": "",
            "counts": True,
            "asked": False,
        }
        connection.execute(CIRCLE_GAMES.insert().values(circle=row.circle, game=after, **values))
