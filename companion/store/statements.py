"""What is asked and written many times a second."""

from typing import Final

import sqlalchemy as sa

from companion.store.said import Said
from companion.store.schema import ENTRIES, GAMES, MEMBERS, SEAT_CHANGES, SEATS, WAITING

CHANNEL: Final = "game_changed"  # where PostgreSQL tells of changes; see `feed`

_HERE = sa.bindparam("game", type_=sa.String)
GAME = Said(sa.select(GAMES).where(GAMES.c.id == _HERE))
HELD_GAME = Said(sa.select(GAMES).where(GAMES.c.id == _HERE).with_for_update())
VERSION_OF = Said(sa.select(GAMES.c.version).where(GAMES.c.id == _HERE))
MEMBERS_OF = Said(sa.select(MEMBERS.c.device, MEMBERS.c.role).where(MEMBERS.c.game == _HERE))
SEATS_OF = Said(
    sa.select(SEATS.c.color, SEATS.c.device, SEATS.c.pin, SEATS.c.wrong_pins, SEATS.c.confirmed).where(
        SEATS.c.game == _HERE
    )
)
SEAT_CHANGES_OF = Said(
    sa.select(*(SEAT_CHANGES.c[name] for name in SEAT_CHANGES.c.keys() if name not in ("game", "number")))  # noqa: SIM118
    .where(SEAT_CHANGES.c.game == _HERE)
    .order_by(SEAT_CHANGES.c.number)
)
WAITING_AT = Said(
    sa.select(WAITING.c.id, WAITING.c.device, WAITING.c.role, WAITING.c.asked, WAITING.c.admitted)
    .where(WAITING.c.game == _HERE)
    .order_by(WAITING.c.asked)
)
ENTRIES_AFTER = Said(
    sa.select(ENTRIES.c.place, ENTRIES.c.id, ENTRIES.c.version, ENTRIES.c.device, ENTRIES.c.body)
    .where(ENTRIES.c.game == _HERE, ENTRIES.c.place > sa.bindparam("known", type_=sa.Integer))
    .order_by(ENTRIES.c.place)
)
NEW_ENTRY = Said(ENTRIES.insert())
NEW_VERSION = Said(
    GAMES.update()
    .where(GAMES.c.id == _HERE)
    .values({name: sa.bindparam(name) for name in ("version", "changed", "stamp")})
)
NEWEST_STAMP = Said(sa.select(sa.func.coalesce(sa.func.max(GAMES.c.stamp), 0)))
NOTIFY = Said(sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("news", type_=sa.String))))
