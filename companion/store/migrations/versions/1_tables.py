"""Every table of the first release."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def _of_game(**how: Any) -> sa.Column[str]:
    """The column that says which game a row belongs to; the row is deleted with the game."""
    return sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), **how)


def upgrade() -> None:
    """Games and their logs, the people at them, and what belongs to no game."""
    _games()
    _people()
    _seats()
    _results()
    _of_no_game()


def _games() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(6), unique=True),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("setup_version", sa.Integer, nullable=False),
        sa.Column("stamp", sa.BigInteger, nullable=False, index=True),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("reveal", sa.Integer),
        sa.Column("leader", sa.LargeBinary(33)),
        sa.Column("previous", sa.String(32)),
        sa.Column("following", sa.String(32)),
        sa.Column("series", sa.String(32), nullable=False, index=True),
    )
    op.create_table(
        "entry",
        _of_game(primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("device", sa.LargeBinary(33), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "id"),
    )


def _people() -> None:
    op.create_table(
        "member",
        _of_game(primary_key=True),
        sa.Column("device", sa.LargeBinary(33), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
    )
    op.create_index("member_device", "member", ["device"])
    op.create_table(
        "invitation",
        sa.Column("secret", sa.LargeBinary(32), primary_key=True),
        _of_game(nullable=False, index=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "waiting",
        sa.Column("id", sa.String(32), primary_key=True),
        _of_game(nullable=False, index=True),
        sa.Column("device", sa.LargeBinary(33), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("admitted", sa.Boolean),
        sa.Column("name", sa.String(24), nullable=False),
    )
    op.create_table(
        "shut_out",
        sa.Column("series", sa.String(32), primary_key=True),
        sa.Column("device", sa.LargeBinary(33), primary_key=True),
    )


def _seats() -> None:
    op.create_table(
        "seat",
        _of_game(primary_key=True),
        sa.Column("color", sa.String(40), primary_key=True),
        sa.Column("device", sa.LargeBinary(33)),
        sa.Column("pin", sa.String(200)),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("confirmed_at", sa.Integer, nullable=False),
        sa.Column("tickets_in", sa.Boolean, nullable=False),
    )
    op.create_table(
        "opened",
        _of_game(primary_key=True),
        sa.Column("device", sa.LargeBinary(33), primary_key=True),
        sa.Column("color", sa.String(40), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("typed", sa.String(60), nullable=False),
        sa.Column("unseen", sa.Boolean, nullable=False),
    )
    op.create_table(
        "seat_changes",
        _of_game(primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("color", sa.String(40), nullable=False),
        sa.Column("device", sa.LargeBinary(33), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("holder", sa.LargeBinary(33)),
        sa.Column("covered", sa.Integer, nullable=False),
    )
    op.create_table(
        "wrong_pins",
        _of_game(primary_key=True),
        sa.Column("color", sa.String(40), primary_key=True),
        sa.Column("device", sa.LargeBinary(33), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )


def _results() -> None:
    op.create_table(
        "finished",
        _of_game(primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("setup_version", sa.Integer),
        sa.Column("rules", sa.String(80)),
        sa.Column("last_step", sa.Integer),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), sa.ForeignKey("finished.game", ondelete="CASCADE"), primary_key=True),
        sa.Column("color", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("completed", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
    )


def _of_no_game() -> None:
    op.create_table(
        "attempt",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("address", sa.LargeBinary(32), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "note",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
