"""The people of a table as a page shows them: name, colour, shape and letter, always together."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.model import Board
from companion.picture import looks
from companion.picture.game import looks_of
from companion.picture.looks import Look
from companion.play.game import Game, Viewer


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


def marks(game: Game) -> dict[str, Mark]:
    """Everybody at the table by colour, in seating order."""
    chosen = {**board_looks(game.board), **looks_of(game.table)}
    return {player.color: Mark(player.color, player.name, chosen[player.color]) for player in game.setup.players}


def seat_lines(game: Game, viewer: Viewer) -> list[SeatLine]:
    """Every seat, and who holds it as far as this device may know."""
    seats = game.snapshot.seats
    lines = []
    for color, mark in marks(game).items():
        seat = seats.get(color)
        held = seat is not None and seat.device is not None
        closed = seat is not None and seat.pin is not None
        lines.append(SeatLine(mark, held, color in viewer.seats, closed))
    return lines
