"""The warning that points are a guess, because they depend on an order of claims that the log does not have."""

from collections.abc import Collection, Iterator

from companion.i18n import N_
from companion.rules.notices import Notice
from companion.rules.table import Table

GUESS = N_("some entries aren't in the order of play, so the points of {names} are a guess")
TYPED = N_("some entries aren't in the order of play, so the points of {names} are a guess; count them at the table")


def order_unknown(table: Table, players: Collection[str], typed: str = "") -> Iterator[Notice]:
    """A warning that the points of these players are a guess; none if there is nobody to warn about.

    If players can count the result themselves, `typed` is the id of the thing they count: whoever typed it is left
    out.
    """
    guessed = [color for color in table.setup.colors if color in players and (color, typed) not in table.typed]
    if guessed:
        yield Notice("order-unknown", tuple(guessed), wording=TYPED if typed else GUESS)
