"""What is noted of no game: when writing was tried last, and what the clock said."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing is noted to begin with."""
    op.create_table(
        "note",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
