"""Devices are kept with their kind.

Of those of before nobody knows the kind, and what looks like a program's token may be the cookie of a phone that goes
round. So they are nobody's any more: the games stay, their seats are free, and phones join anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

STAY = (("entry", "device"), ("seat_changes", "device"), ("seat_changes", "holder"), ("wrong_pins", "device"))


def upgrade() -> None:
    """What is told of devices in the log stays told of the same ones, as browsers that have no cookie."""
    lite = op.get_bind().dialect.name == "sqlite"
    for name, told in STAY:
        column: sa.ColumnClause[bytes] = sa.column(told)
        browser = sa.literal_column("'b'" if lite else "'b'::bytea").concat(column)
        kept = sa.cast(browser, sa.LargeBinary) if lite else browser
        op.execute(sa.table(name, column).update().values({told: kept}).where(column.is_not(None)))
    for name in ("member", "waiting", "opened"):
        op.execute(sa.table(name).delete())
    op.execute(sa.text("UPDATE seat SET device = NULL"))
    op.execute(sa.text("UPDATE game SET leader = NULL"))
