"""The tables of the database."""

from typing import Final

import sqlalchemy as sa

from companion.store.devices import Device, as_kept, from_kept
from companion.store.engine import transaction

NEWEST: Final = "1"  # the migration that makes these tables
METADATA: Final = sa.MetaData()


class DeviceKept(sa.TypeDecorator[Device]):
    """A device with its kind: a column of it takes and gives nothing else."""

    impl = sa.LargeBinary(33)
    cache_ok = True

    def process_bind_param(self, value: Device | None, _dialect: sa.Dialect) -> bytes | None:
        """On the way into the database."""
        return None if value is None else as_kept(value)

    def process_result_value(self, value: bytes | None, _dialect: sa.Dialect) -> Device | None:
        """On the way out of it."""
        return None if value is None else from_kept(value)


DEVICE: Final = DeviceKept()

# One row a table of players: who plays what, what the table chose, and the number that every change makes larger.
GAMES: Final = sa.Table(
    "game",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code", sa.String(6), unique=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("setup_version", sa.Integer, nullable=False),
    sa.Column("stamp", sa.BigInteger, nullable=False, index=True),
    sa.Column("opened", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    # How far the reveal has come; nothing for a game that was not finished here. And whose phone leads it.
    sa.Column("reveal", sa.Integer),
    sa.Column("leader", DEVICE),
    # The game before in a series, and the one after.
    sa.Column("previous", sa.String(32)),
    sa.Column("following", sa.String(32)),
    # All games of a series have the id of its first one here.
    sa.Column("series", sa.String(32), nullable=False, index=True),
)

# The log. An entry keeps the version it came with, who sent it, and the id that makes a repeat harmless.
ENTRIES: Final = sa.Table(
    "entry",
    METADATA,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("id", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("device", DEVICE, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("game", "id"),
)

# Devices at a table: a phone's cookie or a program's token, of which only a hash is kept.
MEMBERS: Final = sa.Table(
    "member",
    METADATA,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("device", DEVICE, primary_key=True),
    sa.Column("role", sa.String(8), nullable=False),
    sa.Index("member_device", "device"),
)

SEATS: Final = sa.Table(
    "seat",
    METADATA,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("color", sa.String(40), primary_key=True),
    sa.Column("device", DEVICE),
    sa.Column("pin", sa.String(200)),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("confirmed_at", sa.Integer, nullable=False),  # how long the log was then
    sa.Column("tickets_in", sa.Boolean, nullable=False),
)

# What the QR codes of a table carry, as hashes: a new one whenever a code is shown, the newest few stay good.
INVITATIONS: Final = sa.Table(
    "invitation",
    METADATA,
    sa.Column("secret", sa.LargeBinary(32), primary_key=True),
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("made", sa.BigInteger, nullable=False),
)

# Who typed a code and waits for somebody at the table to say yes.
WAITING: Final = sa.Table(
    "waiting",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("device", DEVICE, nullable=False),
    sa.Column("role", sa.String(8), nullable=False),
    sa.Column("asked", sa.BigInteger, nullable=False),
    sa.Column("admitted", sa.Boolean),
    sa.Column("name", sa.String(24), nullable=False),  # as the guest typed it
)

# Whose tickets are open on a device that several players share, until when, and what was being typed there.
OPENED: Final = sa.Table(
    "opened",
    METADATA,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("device", DEVICE, primary_key=True),
    sa.Column("color", sa.String(40), primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("typed", sa.String(60), nullable=False),
    sa.Column("unseen", sa.Boolean, nullable=False),
)

# Who let go of whose seat and took it, and what is asked of the other phones: kept for good, beside the log.
SEAT_CHANGES: Final = sa.Table(
    "seat_changes",
    METADATA,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),  # how long the log was
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("act", sa.String(16), nullable=False),
    sa.Column("color", sa.String(40), nullable=False),  # the seat; none where it is about the whole table
    sa.Column("device", DEVICE, nullable=False),  # who did it
    sa.Column("by", sa.String(40), nullable=False),  # the seat that this device held then
    sa.Column("holder", DEVICE),  # who held the seat until then
    sa.Column("covered", sa.Integer, nullable=False),  # so many entries are covered to whoever took it
)

# Wrong PINs typed for a seat, by the device that they were typed on.
WRONG_PINS: Final = sa.Table(
    "wrong_pins",
    METADATA,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("color", sa.String(40), primary_key=True),
    sa.Column("device", DEVICE, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
)

# Devices that were shut out of a game, by its series: no way from one game to the next lets them in again.
SHUT_OUT: Final = sa.Table(
    "shut_out",
    METADATA,
    sa.Column("series", sa.String(32), primary_key=True),
    sa.Column("device", DEVICE, primary_key=True),
)

# Games that are finished: how long the log was then. The rest comes with their results; see `results`.
FINISHED: Final = sa.Table(
    "finished",
    METADATA,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("setup_version", sa.Integer),
    sa.Column("rules", sa.String(80)),
    sa.Column("last_step", sa.Integer),  # of the reveal
)

# What each player of a finished game came to.
RESULTS: Final = sa.Table(
    "results",
    METADATA,
    sa.Column("game", sa.ForeignKey("finished.game", ondelete="CASCADE"), primary_key=True),
    sa.Column("color", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),  # in seating order
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("completed", sa.Integer, nullable=False),
    sa.Column("failed", sa.Integer, nullable=False),
    sa.Column("longest", sa.Integer, nullable=False),
)

# What an address did within an hour that ends then; see `attempts`.
ATTEMPTS: Final = sa.Table(
    "attempt",
    METADATA,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("address", sa.LargeBinary(32), primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

# What is noted of no game; see `notes`.
NOTES: Final = sa.Table(
    "note",
    METADATA,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)


def is_newest(engine: sa.Engine) -> bool:
    """Whether a database has these tables already, so that nothing is left to be migrated; it has to be writable."""
    with transaction(engine, writing=True) as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return False
        return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == NEWEST
