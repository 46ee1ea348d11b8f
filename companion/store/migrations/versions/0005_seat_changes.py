"""Who let seats go and took them; what is open on a shared phone and was not looked at; wrong PINs by device."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"


def upgrade() -> None:
    """No seat has changed hands yet, and nobody has typed a wrong PIN."""
    op.create_table(
        "seat_changes",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("act", sa.String(12), nullable=False),
        sa.Column("color", sa.String(40), nullable=False),
        sa.Column("device", sa.LargeBinary(32), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("holder", sa.LargeBinary(32)),
        sa.Column("covered", sa.Integer, nullable=False),
    )
    op.add_column("opened", sa.Column("unseen", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "wrong_pins",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("color", sa.String(40), primary_key=True),
        sa.Column("device", sa.LargeBinary(32), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
