"""The people of a table as a page shows them: name, colour, shape and letter, always together."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.model import Board
from companion.picture import looks
from companion.picture.game import looks_of
from companion.picture.looks import Look
from companion.play.view import View


@dataclass(frozen=True, slots=True)
class Mark:
    """A player as shown anywhere."""

    color: str
    name: str
    look: Look


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat on the page of people."""

    mark: Mark
    held: bool
    yours: bool
    closed: bool  # taken over only with its PIN


def board_looks(board: Board) -> Mapping[str, Look]:
    """How the colours of a board look before anybody chose something else."""
    return looks.looks(board.colors)


def marks(game: View) -> dict[str, Mark]:
    """Everybody at the table by colour, in seating order."""
    chosen = {**board_looks(game.board), **looks_of(game.table)}
    return {player.color: Mark(player.color, player.name, chosen[player.color]) for player in game.setup.players}


def seat_lines(game: View) -> list[SeatLine]:
    """Every seat, and who holds it as far as this device may know."""
    lines = []
    for color, mark in marks(game).items():
        seat = game.seat(color)
        lines.append(SeatLine(mark, seat.held, color in game.seats, seat.has_pin))
    return lines
