"""The tickets of all seats: who holds each seat, and whether all of its tickets are entered."""

from dataclasses import dataclass
from typing import Literal

from companion.pages.shared.player_marks import Mark, marks
from companion.play.view import View

Where = Literal["here", "elsewhere", "free", "closed"]  # "closed": free for whoever knows its PIN


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat as everybody may know it: nothing here depends on which tickets it has."""

    mark: Mark
    where: Where
    shared: bool  # its tickets are shown on this phone only while they are opened
    tickets_in: bool  # those dealt at the start are entered
    confirmed: bool  # all of them are
    stopped: bool  # plays no more, so that nobody waits for them


def hands(game: View) -> list[Hand]:
    """Every seat, in seating order."""
    return [_hand(game, mark) for mark in marks(game).values()]


def _hand(game: View, mark: Mark) -> Hand:
    """The seat of one player."""
    color, seat = mark.color, game.seat(mark.color)
    stopped = color in game.facts.stopped
    return Hand(mark, _where(game, color), color in game.shared, seat.tickets_in, seat.confirmed, stopped)


def is_at_end(game: View) -> bool:
    """Whether seats now confirm that they have no more tickets, rather than that the first ones are in."""
    return game.table.phase != "playing" or not game.table.turns_followed


def is_done(game: View, color: str) -> bool:
    """Whether nothing is to be confirmed for a seat now: it has confirmed that, or its player has stopped."""
    if color in game.facts.stopped or game.confirmed(color):
        return True
    return game.seat(color).tickets_in and not is_at_end(game)


def next_on_this_phone(game: View, after: str = "") -> str | None:
    """Who enters tickets next on this phone, in seating order: a seat that it holds, or one that no phone holds."""
    colors = game.setup.colors
    first = colors.index(after) + 1 if after in colors else 0
    in_order = (*colors[first:], *colors[:first])
    return next((color for color in in_order if not is_done(game, color) and _enters_here(game, color)), None)


def suggested_next(game: View) -> str | None:
    """Whom the page of all seats suggests as next; before the end, nobody on a phone without a seat."""
    return next_on_this_phone(game) if game.seats or is_at_end(game) else None


def may_confirm_unopened(game: View, color: str) -> bool:
    """Whether a seat may confirm without opening its tickets: those dealt are in, and it has no PIN."""
    seat = game.seat(color)
    return is_at_end(game) and seat.tickets_in and not seat.confirmed and not seat.has_pin


def is_free(game: View, color: str) -> bool:
    """Whether anybody at this phone may take the seat and enter its tickets."""
    exists = color in game.setup.colors and game.plays and not game.table.finished
    return exists and _where(game, color) == "free"


def is_free_with_pin(game: View, color: str) -> bool:
    """Whether whoever knows its PIN may take the seat, on the page where seats are taken."""
    return color in game.setup.colors and game.plays and _where(game, color) == "closed"


def _enters_here(game: View, color: str) -> bool:
    """Whether a seat enters its tickets on this phone: the phone's own seats, and free ones if it is passed round.

    While nobody has said whether it is, it counts as passed round unless other phones hold seats.
    """
    if color in game.seats:
        return True
    held_elsewhere = any(game.seat(other).held and other not in game.seats for other in game.setup.colors)
    may_go_round = game.goes_round is not False and not held_elsewhere
    goes_round = len(game.seats) > 1 or bool(game.shared) or may_go_round
    return goes_round and _where(game, color) == "free"


def asks_if_passed_round(game: View) -> bool:
    """Whether to ask if this phone is passed round: once, at the first seat of the table's only phone.

    On a phone with more seats, tickets are covered whatever the answer is, so there is nothing to ask.
    """
    others_free = any(not game.seat(color).held for color in game.setup.colors)
    is_first_seat = len(game.seats) == 1 and game.alone
    was_asked = game.goes_round is not None
    return is_first_seat and others_free and not was_asked and not game.table.finished


def _where(game: View, color: str) -> Where:
    """Where a seat's tickets are entered: here, on another phone, or by whoever takes it, with a PIN or without."""
    if color in game.seats:
        return "here"
    if game.seat(color).held:
        return "elsewhere"
    return "closed" if game.seat(color).has_pin else "free"
