"""In whose hands the tickets of a table are: every seat, who holds it, and whether all of its tickets are entered."""

from dataclasses import dataclass
from typing import Literal

from companion.pages.shared.people import Mark, marks
from companion.play.view import View

Where = Literal["here", "elsewhere", "free", "closed"]


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat as everybody may know it: nothing here depends on a ticket."""

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
    """Whether this is the time to say that one has no more tickets; before it is that of the opening hand."""
    return game.table.phase != "playing" or not game.table.turns_followed


def said(game: View, color: str) -> bool:
    """Whether a seat has said what is to be said now; nobody asks who has stopped."""
    if color in game.facts.stopped:
        return True
    return game.confirmed(color) if is_at_end(game) else game.seat(color).tickets_in or game.confirmed(color)


def next_here(game: View, after: str = "") -> str | None:
    """Who enters tickets next on this phone: the next round the table of those it holds, or whom no phone holds."""
    colors = game.setup.colors
    first = colors.index(after) + 1 if after in colors else 0
    return next((c for c in (*colors[first:], *colors[:first]) if not said(game, c) and _is_here(game, c)), None)


def loud(game: View) -> str | None:
    """Who the page of all hands calls next: nobody while it asks a phone without a seat whose it is."""
    return next_here(game) if game.seats or is_at_end(game) else None


def may_say_unopened(game: View, color: str) -> bool:
    """Whether a seat says that it has no more tickets without looking at them: where all it was dealt are in."""
    seat = game.seat(color)
    return is_at_end(game) and seat.tickets_in and not seat.confirmed and not seat.has_pin


def is_free(game: View, color: str) -> bool:
    """Whether anybody at this phone may take the seat and enter its tickets."""
    known = color in game.setup.colors and game.plays and not game.table.finished
    return known and _where(game, color) == "free"


def takes_a_pin(game: View, color: str) -> bool:
    """Whether the seat is free to whoever knows its PIN, which is asked for where seats are taken."""
    return color in game.setup.colors and game.plays and _where(game, color) == "closed"


def _is_here(game: View, color: str) -> bool:
    """Where each has a phone of their own, it is not handed on to somebody whom no phone holds; that takes a tap.

    So it is where one alone uses it, by their own word.
    """
    elsewhere = any(game.seat(other).held and other not in game.seats for other in game.setup.colors)
    goes_round = len(game.seats) > 1 or bool(game.shared) or (game.goes_round is not False and not elsewhere)
    return color in game.seats or (_where(game, color) == "free" and goes_round)


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
