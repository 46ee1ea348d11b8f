"""The name that somebody types when asking to join."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Whoever waits already gave no name."""
    op.add_column("waiting", sa.Column("name", sa.String(24), nullable=False, server_default=""))
