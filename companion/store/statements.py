"""The statements that run many times a second; building each one only once saves time."""

from typing import Final

import sqlalchemy as sa

from companion.store.schema import ENTRIES, GAMES, MEMBERS, SEAT_CHANGES, SEATS, WAITING

CHANNEL: Final = "game_changed"  # of PostgreSQL's notifications; see `feed`

_HERE: sa.BindParameter[str] = sa.bindparam("of_game")
GAME = sa.select(GAMES).where(GAMES.c.id == _HERE)
CHANGED_GAME = GAMES.update().where(GAMES.c.id == _HERE)
HELD_GAME = GAME.with_for_update()
VERSION_OF = sa.select(GAMES.c.version).where(GAMES.c.id == _HERE)
MEMBERS_OF = sa.select(MEMBERS.c.device, MEMBERS.c.role).where(MEMBERS.c.game == _HERE)
SEATS_OF = sa.select(
    SEATS.c.color, SEATS.c.device, SEATS.c.pin, SEATS.c.confirmed, SEATS.c.confirmed_at, SEATS.c.tickets_in
).where(SEATS.c.game == _HERE)
SEAT_CHANGES_OF = (
    sa.select(*(SEAT_CHANGES.c[name] for name in SEAT_CHANGES.c.keys() if name not in ("game", "number")))  # noqa: SIM118
    .where(SEAT_CHANGES.c.game == _HERE)
    .order_by(SEAT_CHANGES.c.number)
)
WAITING_AT = (
    sa.select(*(WAITING.c[name] for name in ("id", "device", "role", "asked", "admitted", "name", "seat")))
    .where(WAITING.c.game == _HERE)
    .order_by(WAITING.c.asked)
)
ENTRIES_AFTER = (
    sa.select(ENTRIES.c.place, ENTRIES.c.id, ENTRIES.c.version, ENTRIES.c.device, ENTRIES.c.body)
    .where(ENTRIES.c.game == _HERE, ENTRIES.c.place > sa.bindparam("known"))
    .order_by(ENTRIES.c.place)
)
NEWEST_STAMP = sa.select(sa.func.coalesce(sa.func.max(GAMES.c.stamp), 0))
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("news", type_=sa.String)))
