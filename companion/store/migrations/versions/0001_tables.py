"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Games, their entries, who is at them, and who waits."""
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
    )
    op.create_table(
        "entry",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("device", sa.LargeBinary(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "id"),
    )
    op.create_table(
        "member",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("device", sa.LargeBinary(32), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
    )
    op.create_index("member_device", "member", ["device"])
    op.create_table(
        "seat",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("color", sa.String(40), primary_key=True),
        sa.Column("device", sa.LargeBinary(32)),
        sa.Column("pin", sa.String(200)),
        sa.Column("wrong_pins", sa.Integer, nullable=False, server_default="0"),
        sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "waiting",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("device", sa.LargeBinary(32), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("admitted", sa.Boolean),
    )
    op.create_table(
        "invitation",
        sa.Column("secret", sa.LargeBinary(32), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
