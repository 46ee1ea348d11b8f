"""How far the reveal of a game has come, and who leads it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Games that were finished before have none: theirs is over."""
    op.add_column("game", sa.Column("reveal", sa.Integer))
    op.add_column("game", sa.Column("leader", sa.LargeBinary(32)))
