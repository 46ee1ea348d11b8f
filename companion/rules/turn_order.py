"""Where the turns of a log are out of their order round the table.

Never a rule: a table need not report every turn. It only makes a slip likelier or less likely.
"""

from collections.abc import Sequence

from companion.rules.log import AnyEntry, Draw, Turn, in_force
from companion.rules.setup import Setup


def turns_in_order(log: Sequence[AnyEntry]) -> list[tuple[int, str]]:
    """Place and player of every turn in force; what was entered late is none."""
    turns = [(place, entry) for place, entry in in_force(log) if isinstance(entry, Turn)]
    return [(place, turn.player) for place, turn in turns if isinstance(turn, Draw) or not turn.late]


def whose_turn(setup: Setup, log: Sequence[AnyEntry]) -> dict[int, str]:
    """Whose turn it was at the places where the turns before and after agree on it, and another one's is entered."""
    after = _seat_after(setup)
    turns = turns_in_order(log)
    found = {}
    for (_place, before), (place, player), (_next, behind) in zip(turns, turns[1:], turns[2:], strict=False):
        expected = after[before]
        if player != expected and behind == after[expected]:
            found[place] = expected
    return found


def _seat_after(setup: Setup) -> dict[str, str]:
    seats = setup.colors
    return dict(zip(seats, [*seats[1:], seats[0]], strict=True))
