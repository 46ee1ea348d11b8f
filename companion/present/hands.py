"""In whose hands the tickets of a table are: every seat, who holds it, and whether all of its tickets are entered."""

from dataclasses import dataclass
from typing import Literal

from companion.play.view import View
from companion.present.people import Mark, marks

Where = Literal["here", "elsewhere", "free", "closed"]


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat as everybody may know it: nothing here depends on a ticket."""

    mark: Mark
    where: Where
    shared: bool
    confirmed: bool


def hands(game: View) -> list[Hand]:
    """Every seat, in seating order."""
    return [
        Hand(mark, _where(game, color), color in game.shared, game.confirmed(color))
        for color, mark in marks(game).items()
    ]


def ask_whose(game: View) -> bool:
    """Whether to ask if this phone goes round: once, at its first seat, while others may still want it."""
    others = any(not game.seat(color).held for color in game.setup.colors)
    return len(game.seats) == 1 and game.goes_round is None and others and not game.table.finished


def _where(game: View, color: str) -> Where:
    if color in game.seats:
        return "here"
    if game.seat(color).held:
        return "elsewhere"
    return "closed" if game.seat(color).has_pin else "free"
