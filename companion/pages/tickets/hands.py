"""The tickets of all seats: who holds each seat, and whether all of its tickets are entered."""

from dataclasses import dataclass
from typing import Literal

from companion.pages.shared.player_marks import Mark, marks
from companion.play.view import View

Where = Literal["here", "elsewhere", "free", "closed"]


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat as everybody may know it: nothing here depends on which tickets it has."""

    mark: Mark
    where: Where
    shared: bool
    tickets_in: bool  # those of the opening hand
    confirmed: bool  # has no more
    stopped: bool  # plays no more, so that nobody waits for them


def hands(game: View) -> list[Hand]:
    """Every seat, in seating order."""
    return [_hand(game, mark) for mark in marks(game).values()]


def _hand(game: View, mark: Mark) -> Hand:
    color, seat = mark.color, game.seat(mark.color)
    stopped = color in game.facts.stopped
    return Hand(mark, _where(game, color), color in game.shared, seat.tickets_in, seat.confirmed, stopped)


def is_at_end(game: View) -> bool:
    """Whether seats now confirm that they have no more tickets, rather than that the first ones are in."""
    return game.table.phase != "playing" or not game.table.turns_followed


def is_done(game: View, color: str) -> bool:
    """Whether a seat has confirmed what there is to confirm now; nobody asks who has stopped."""
    if color in game.facts.stopped:
        return True
    return game.confirmed(color) if is_at_end(game) else game.seat(color).tickets_in or game.confirmed(color)


def next_on_this_phone(game: View, after: str = "") -> str | None:
    """Who enters tickets next on this phone, in seating order: a seat that it holds, or one that no phone holds."""
    colors = game.setup.colors
    first = colors.index(after) + 1 if after in colors else 0
    return next(
        (c for c in (*colors[first:], *colors[:first]) if not is_done(game, c) and _enters_here(game, c)), None
    )


def suggested_next(game: View) -> str | None:
    """Whom the page of all seats suggests as next; nobody before the end on a phone without a seat."""
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
    """Whether a seat enters its tickets on this phone: its own seats, and free ones if it is passed round.

    Where players have phones of their own, or this is one person's phone, free seats are not offered unasked.
    """
    elsewhere = any(game.seat(other).held and other not in game.seats for other in game.setup.colors)
    goes_round = len(game.seats) > 1 or bool(game.shared) or (game.goes_round is not False and not elsewhere)
    return color in game.seats or (_where(game, color) == "free" and goes_round)


def asks_if_passed_round(game: View) -> bool:
    """Whether to ask if this phone is passed round: once, at the first seat of the table's only phone.

    On a phone with more seats, tickets are covered whatever the answer is, so there is nothing to ask.
    """
    others = any(not game.seat(color).held for color in game.setup.colors)
    first = len(game.seats) == 1 and game.alone
    return first and game.goes_round is None and others and not game.table.finished


def _where(game: View, color: str) -> Where:
    """Where a seat's tickets are entered: here, on another phone, or by whoever takes it, with a PIN or without."""
    if color in game.seats:
        return "here"
    if game.seat(color).held:
        return "elsewhere"
    return "closed" if game.seat(color).has_pin else "free"
