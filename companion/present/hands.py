"""In whose hands the tickets of a table are: every seat, who holds it, and whether all of its tickets are entered."""

from dataclasses import dataclass
from typing import Literal

from companion.play.game import Game, Viewer
from companion.present.people import Mark, marks

Where = Literal["here", "elsewhere", "free", "closed"]


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat as everybody may know it: nothing here depends on a ticket."""

    mark: Mark
    where: Where
    shared: bool
    confirmed: bool


def hands(game: Game, viewer: Viewer) -> list[Hand]:
    """Every seat, in seating order."""
    shared = game.shared(viewer)
    return [
        Hand(mark, _where(game, viewer, color), color in shared, game.confirmed(color))
        for color, mark in marks(game).items()
    ]


def unconfirmed(game: Game) -> list[str]:
    """Who has not said yet that all tickets are entered, by name."""
    return [game.setup.name(color) for color in game.setup.colors if not game.confirmed(color)]


def _where(game: Game, viewer: Viewer, color: str) -> Where:
    seat = game.snapshot.seats.get(color)
    if color in viewer.seats:
        return "here"
    if seat is not None and seat.device is not None:
        return "elsewhere"
    return "closed" if seat is not None and seat.pin is not None else "free"
