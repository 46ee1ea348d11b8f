"""The people of a table as pages show them: name, colour, shape and letter, always together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.picture import looks
from companion.picture.game_scene import looks_of
from companion.picture.looks import Look
from companion.play.view import Guest, View
from companion.prose.display_names import isolated


@dataclass(frozen=True, slots=True)
class Mark:
    """A player's name, colour and look."""

    color: str
    name: str
    look: Look


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat on the page of people."""

    mark: Mark
    held: bool  # by some phone
    yours: bool  # held by this one
    closed: bool  # can be taken over only with its PIN
    stopped: bool  # its player plays no more


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody who asks to join, in words."""

    id: str
    words: str


def board_looks(board: Board) -> Mapping[str, Look]:
    """The usual look of each colour of a board, which players may change."""
    return looks.looks(board.colors)


def look_of(color: str, shape: str, letter: str) -> Look:
    """How a player of this colour looks apart from any board."""
    look = looks.LOOKS.get(color) or looks.looks([color])[color]
    return look.chosen(shape or None, letter or None)


def marks(game: View) -> dict[str, Mark]:
    """Everybody at the table by colour, in seating order."""
    chosen = {**board_looks(game.board), **looks_of(game.table)}
    return {player.color: Mark(player.color, player.name, chosen[player.color]) for player in game.setup.players}


def knocks(game: View) -> list[Knock]:
    """Everybody who waits to be let in; empty on a phone that can't let them in."""
    return [Knock(guest.id, _request_words(guest)) for guest in game.guests]


def _request_words(guest: Guest) -> str:
    """What somebody asks for, in words."""
    watches = guest.role == "watcher"
    if not guest.name:
        return _("Someone wants to watch") if watches else _("Someone wants to join")
    text = _("{name} wants to watch") if watches else _("{name} wants to join")
    return text.format(name=isolated(guest.name))


def seat_lines(game: View) -> list[SeatLine]:
    """Every seat, and who holds it as far as this device may know."""
    lines = []
    for color, mark in marks(game).items():
        seat = game.seat(color)
        lines.append(SeatLine(mark, seat.held, color in game.seats, seat.has_pin, color in game.facts.stopped))
    return lines


def series_in_words(won: Sequence[tuple[str, int]]) -> str:
    """How many games of a series each player won, such as “Ada 2, Bo 1”."""
    return ", ".join(f"{isolated(name)} {n}" for name, n in won)
