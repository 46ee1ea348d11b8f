"""The warning that points are a guess, because they depend on an order of claims that the log does not have."""

from collections.abc import Collection, Iterator

from companion.i18n import N_
from companion.rules.notices import Notice
from companion.rules.table import Table

GUESS = N_("some entries aren't in the order of play, so the points of {names} are a guess")
TYPED = N_("some entries aren't in the order of play, so the points of {names} are a guess; count them at the table")


def order_unknown(table: Table, players: Collection[str], typed: str = "") -> Iterator[Notice]:
    """A warning about these players, without those whose result was counted and typed in (under the name `typed`)."""
    left = [p for p in table.setup.colors if p in players and (not typed or (p, typed) not in table.typed)]
    if left:
        yield Notice("order-unknown", tuple(left), wording=TYPED if typed else GUESS)
