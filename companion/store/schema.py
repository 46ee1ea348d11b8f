"""The tables of the database as queries see them; `migrations/` creates them."""

from typing import Final

import sqlalchemy as sa

from companion.store.devices import Device, from_bytes, to_bytes
from companion.store.engine import transaction

NEWEST: Final = "2"  # the migration that leads to these tables
METADATA: Final = sa.MetaData()


class DeviceColumn(sa.TypeDecorator[Device]):
    """The type of a column that holds a device."""

    impl = sa.LargeBinary(33)
    cache_ok = True

    def process_bind_param(self, value: Device | None, _dialect: sa.Dialect) -> bytes | None:
        """The device as it is stored."""
        return None if value is None else to_bytes(value)

    def process_result_value(self, value: bytes | None, _dialect: sa.Dialect) -> Device | None:
        """The device that was stored."""
        return None if value is None else from_bytes(value)


DEVICE: Final = DeviceColumn()

# One row per game: its set-up, its options, and a stamp that grows with every change.
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
    # The step of the reveal (null if the game was not finished here), and the phone that leads it.
    sa.Column("reveal", sa.Integer),
    sa.Column("leader", DEVICE),
    # The game before in a series, and the one after.
    sa.Column("previous", sa.String(32)),
    sa.Column("following", sa.String(32)),
    # All games of a series have the id of its first one here.
    sa.Column("series", sa.String(32), nullable=False, index=True),
)

# The log. Each entry has the version it was added with, the device that sent it, and an id that reveals repeats.
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

# Devices at a table: the hash of a browser's cookie or of a program's token.
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

# Hashes of the secrets in a table's links and QR codes; only the newest few are valid.
INVITATIONS: Final = sa.Table(
    "invitation",
    METADATA,
    sa.Column("secret", sa.LargeBinary(32), primary_key=True),
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("made", sa.BigInteger, nullable=False),
)

# Who typed a code and waits to be let in.
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
    sa.Column("seat", sa.String(40), nullable=False, server_default=""),  # that goes along to another phone
)

# Seats whose tickets were opened on a shared phone: until when they are open, and text that was half typed.
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

# Everything done and asked about seats. Like the log, it only grows.
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
    sa.Column("covered", sa.Integer, nullable=False),  # how many entries are covered to the new holder
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

# Devices that were shut out of a series, so that they cannot get in through another game of it.
SHUT_OUT: Final = sa.Table(
    "shut_out",
    METADATA,
    sa.Column("series", sa.String(32), primary_key=True),
    sa.Column("device", DEVICE, primary_key=True),
)

# Finished games and how long their logs were; the other columns come with the results. See `results`.
FINISHED: Final = sa.Table(
    "finished",
    METADATA,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("setup_version", sa.Integer),
    sa.Column("rules", sa.String(80)),
    sa.Column("last_step", sa.Integer),  # of the reveal
    sa.Column("summary", sa.Text),  # what circles remember of the game, as JSON
)

# The results of players in finished games.
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

# The link by which other phones open a device's tables and circles: its hash, and what the token is salted with.
ALONG: Final = sa.Table(
    "along",
    METADATA,
    sa.Column("device", DEVICE, primary_key=True),
    sa.Column("secret", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("salt", sa.String(32), nullable=False),
)

# How often an address did something within the hour that ends at `until`; see `attempts`.
ATTEMPTS: Final = sa.Table(
    "attempt",
    METADATA,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("address", sa.LargeBinary(32), primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

# Times that belong to no game; see `notes`.
NOTES: Final = sa.Table(
    "note",
    METADATA,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# Groups of people who play together. The numbers count how often each kind of link was renewed.
CIRCLES: Final = sa.Table(
    "circle",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("opened", sa.BigInteger, nullable=False, index=True),  # when somebody last looked, to the day
    sa.Column("reads", sa.Integer, nullable=False),
    sa.Column("belongs", sa.Integer, nullable=False),
    sa.Column("keeps", sa.Integer, nullable=False),
)

# The devices of a circle: those that read, those that belong, and its keepers.
CIRCLE_MEMBERS: Final = sa.Table(
    "circle_member",
    METADATA,
    sa.Column("circle", sa.ForeignKey("circle.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("device", DEVICE, primary_key=True),
    sa.Column("role", sa.String(8), nullable=False),
    sa.Column("joined", sa.BigInteger, nullable=False),
    sa.Index("circle_member_device", "device"),
)

# Hashes of the secrets in a circle's links; each kind of link makes a device one kind of member.
CIRCLE_LINKS: Final = sa.Table(
    "circle_link",
    METADATA,
    sa.Column("secret", sa.LargeBinary(32), primary_key=True),
    sa.Column("circle", sa.ForeignKey("circle.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),
)

# The people of a circle, one for each name that was typed. Where two are one person, one points to the other.
PEOPLE: Final = sa.Table(
    "person",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("circle", sa.ForeignKey("circle.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("number", sa.Integer, nullable=False),  # in the order in which they came
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("color", sa.String(40), nullable=False),
    sa.Column("shape", sa.String(40), nullable=False),
    sa.Column("letter", sa.String(8), nullable=False),
    sa.Column("typed_by", DEVICE),  # the phone on which the table was opened
    sa.Column("same_as", sa.String(32)),
    sa.Column("forgotten", sa.Boolean, nullable=False),
)

# The games of a circle, and what was said about each afterwards.
CIRCLE_GAMES: Final = sa.Table(
    "circle_game",
    METADATA,
    sa.Column("circle", sa.ForeignKey("circle.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("added", sa.BigInteger, nullable=False),  # in nanoseconds
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("place", sa.Text, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Column("asked", sa.Boolean, nullable=False),  # whether that was answered or skipped
)

# Who sat where in the games of a circle.
CIRCLE_SEATS: Final = sa.Table(
    "circle_seat",
    METADATA,
    sa.Column("circle", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("color", sa.String(40), primary_key=True),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.ForeignKeyConstraint(["circle", "game"], ["circle_game.circle", "circle_game.game"], ondelete="CASCADE"),
)


def is_newest(engine: sa.Engine) -> bool:
    """Whether a database has this schema already. Also checks that it is writable."""
    with transaction(engine, writing=True) as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return False
        return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == NEWEST
