"""Whose tickets are open on a phone that several players share."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing is open to begin with."""
    op.create_table(
        "opened",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("device", sa.LargeBinary(32), primary_key=True),
        sa.Column("color", sa.String(40), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("typed", sa.String(60), nullable=False),
    )
