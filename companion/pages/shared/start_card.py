"""The card on an empty board: what to do before the first turn (invite others, enter tickets, tap a route)."""

from dataclasses import dataclass
from typing import Literal

from companion.i18n import gettext as _
from companion.play.view import View
from companion.rules.log import CatchUp, Turn, in_force

# What is left to do about tickets on this phone: enter those of its own seat, or of several, or take a seat first.
TicketsState = Literal["own", "several", "no seat", "done"]


@dataclass(frozen=True, slots=True)
class BoardStep:
    """Something that a rule of the board asks for before the first turn."""

    words: str
    in_setup: bool  # whether it is done on the page of settings


@dataclass(frozen=True, slots=True)
class StartCard:
    """The card on the empty board: what is still to be done."""

    invite: bool  # a seat is still free
    phones: int  # how many have taken a seat; this one is here
    tickets: TicketsState
    own: str = ""  # the one seat of this phone
    board: tuple[BoardStep, ...] = ()  # what the board's own rules ask for

    @property
    def has_steps(self) -> bool:
        """Whether anything is left to do before the first route."""
        return self.invite or self.tickets != "done" or bool(self.board)


def has_begun(game: View) -> bool:
    """Whether the game has begun: a turn was taken, or somebody chose not to track turns any more."""
    return any(isinstance(entry, Turn | CatchUp) for _place, entry in in_force(game.log))


def start_card(game: View) -> StartCard | None:
    """The card while nothing is on the board yet; None for watchers, and once the game runs."""
    if not game.plays or has_begun(game) or game.table.phase != "playing":
        return None
    held = sum(game.seat(color).held for color in game.setup.colors)
    own = next(iter(game.seats)) if len(game.seats) == 1 else ""
    mechanics = (mechanic for mechanic in game.table.mechanics if mechanic.before)
    steps = tuple(BoardStep(_(mechanic.before), bool(mechanic.kinds())) for mechanic in mechanics)
    return StartCard(held < len(game.setup.colors), max(held, 1), _tickets_state(game), own, steps)


def _tickets_state(game: View) -> TicketsState:
    """How far this phone's tickets are. If they are covered here, how many are entered is not looked at."""
    if not game.seats:
        return "no seat"
    if all(game.confirmed(color) or game.seat(color).tickets_in for color in game.seats):
        return "done"
    if len(game.seats) > 1:
        return "several"
    if not game.hands:
        return "own"
    keep = game.board.variants[game.setup.variant].keep
    (color,) = game.seats
    return "done" if len(game.table.tickets_of(color)) >= keep else "own"
