"""Circles: groups of people, their games, and what is remembered of each game."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def _of_circle(**how: Any) -> sa.Column[str]:
    return sa.Column("circle", sa.String(32), sa.ForeignKey("circle.id", ondelete="CASCADE"), **how)


def upgrade() -> None:
    """A summary of each finished game; what goes along to other phones; circles with their people and games."""
    op.add_column("finished", sa.Column("summary", sa.Text))
    op.add_column("waiting", sa.Column("seat", sa.String(40), nullable=False, server_default=""))
    op.create_table(
        "along",
        sa.Column("device", sa.LargeBinary(33), primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("salt", sa.String(32), nullable=False),
    )
    _circles()
    _people_and_games()


def _circles() -> None:
    op.create_table(
        "circle",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False, index=True),
        sa.Column("reads", sa.Integer, nullable=False),
        sa.Column("belongs", sa.Integer, nullable=False),
        sa.Column("keeps", sa.Integer, nullable=False),
    )
    op.create_table(
        "circle_member",
        _of_circle(primary_key=True),
        sa.Column("device", sa.LargeBinary(33), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
    )
    op.create_index("circle_member_device", "circle_member", ["device"])
    op.create_table(
        "circle_link",
        sa.Column("secret", sa.LargeBinary(32), primary_key=True),
        _of_circle(nullable=False, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
    )


def _people_and_games() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.String(32), primary_key=True),
        _of_circle(nullable=False, index=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("color", sa.String(40), nullable=False),
        sa.Column("shape", sa.String(40), nullable=False),
        sa.Column("letter", sa.String(8), nullable=False),
        sa.Column("typed_by", sa.LargeBinary(33)),
        sa.Column("same_as", sa.String(32)),
        sa.Column("forgotten", sa.Boolean, nullable=False),
    )
    op.create_table(
        "circle_game",
        _of_circle(primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("asked", sa.Boolean, nullable=False),
    )
    op.create_table(
        "circle_seat",
        sa.Column("circle", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("color", sa.String(40), primary_key=True),
        sa.Column(
            "person", sa.String(32), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.ForeignKeyConstraint(["circle", "game"], ["circle_game.circle", "circle_game.game"], ondelete="CASCADE"),
    )
