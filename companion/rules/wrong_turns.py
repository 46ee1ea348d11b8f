"""Turns in a log that were probably entered for the wrong player. Pure."""

from collections.abc import Sequence

from companion.rules.game_setup import Setup
from companion.rules.log import AnyEntry, Turn, in_force


def turns_in_order(log: Sequence[AnyEntry]) -> list[tuple[int, str]]:
    """The place and player of each turn that counts and was not entered late."""
    turns = [(place, entry) for place, entry in in_force(log) if isinstance(entry, Turn)]
    return [(place, turn.player) for place, turn in turns if turn.in_turn]


def turns_of_the_wrong_player(setup: Setup, log: Sequence[AnyEntry]) -> dict[int, str]:
    """The places where a turn of the wrong player was entered, with the right player, if the turns around it agree.

    This is a hint and no proof, since players need not report every turn.
    """
    seats = setup.colors
    after = dict(zip(seats, [*seats[1:], seats[0]], strict=True))  # the next player, clockwise
    turns = turns_in_order(log)
    rightful = {}
    for (_place, before), (place, player), (_next, following) in zip(turns, turns[1:], turns[2:], strict=False):
        expected = after[before]
        if player != expected and following == after[expected]:
            rightful[place] = expected
    return rightful
