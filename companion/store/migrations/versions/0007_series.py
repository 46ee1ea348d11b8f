"""Games that follow one another; seats that said that their tickets are in."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """No game leads to another yet, and nobody has said it."""
    op.add_column("game", sa.Column("previous", sa.String(32)))
    op.add_column("game", sa.Column("following", sa.String(32)))
    op.add_column("seat", sa.Column("tickets_in", sa.Boolean, nullable=False, server_default=sa.false()))
