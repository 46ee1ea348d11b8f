"""The warning that points are a guess, because they depend on an order of claims that the log does not have."""

from collections.abc import Collection, Iterator

from companion.i18n import N_
from companion.rules.notices import Notice
from companion.rules.table import Table

GUESS = N_("some entries aren't in the order of play, so the points for {names} are a guess")
GUESS_TO_COUNT = N_(
    "some entries aren't in the order of play, so the points for {names} are a guess; count them at the table"
)


def order_unknown(table: Table, players: Collection[str], counted_thing: str | None = None) -> Iterator[Notice]:
    """A warning that the points of these players are a guess; none if there is nobody to warn about.

    They are a guess because they depend on who claimed what first, and some claims were entered out of that order. If
    players can count the result at the table, `counted_thing` is the id under which they type it in: whoever has done
    so is left out.
    """
    guessed = [
        color for color in table.setup.colors if color in players and (color, counted_thing) not in table.typed
    ]
    if guessed:
        yield Notice("order-unknown", tuple(guessed), wording=GUESS_TO_COUNT if counted_thing else GUESS)
