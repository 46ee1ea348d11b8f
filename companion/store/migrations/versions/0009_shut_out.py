"""Series of games and who was shut out of one; wrong codes and imports of an address, counted for all processes."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Each game belongs to the series of the first one before it that is still there. Nobody is shut out yet."""
    op.add_column("game", sa.Column("series", sa.String(32), nullable=False, server_default=""))
    op.create_index("ix_game_series", "game", ["series"])
    games = sa.table("game", sa.column("id"), sa.column("previous"), sa.column("series"))
    before = {row.id: row.previous for row in op.get_bind().execute(sa.select(games.c.id, games.c.previous))}
    for game in before:
        first = game
        while before[first] in before:
            first = before[first]
        op.execute(games.update().where(games.c.id == game).values(series=first))
    op.create_table(
        "shut_out",
        sa.Column("series", sa.String(32), primary_key=True),
        sa.Column("device", sa.LargeBinary(33), primary_key=True),
    )
    op.create_table(
        "attempt",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("address", sa.LargeBinary(32), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
