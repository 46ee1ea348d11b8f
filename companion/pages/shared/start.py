"""What there is to do before the first turn: invite the others, enter tickets, tap the first route. No Flask."""

from dataclasses import dataclass
from typing import Literal

from companion.i18n import gettext as _
from companion.play.view import View
from companion.rules.log import CatchUp, Turn, in_force

Tickets = Literal["own", "several", "no seat", "done"]


@dataclass(frozen=True, slots=True)
class BoardStep:
    """What a rule of the board asks for before the first turn, and whether it is done on the page of the set-up."""

    words: str
    in_setup: bool


@dataclass(frozen=True, slots=True)
class Start:
    """The card on the empty board: what is still to be done."""

    invite: bool  # a seat is still free
    phones: int  # how many have taken a seat; this one is here
    tickets: Tickets
    own: str = ""  # the one seat of this phone
    board: tuple[BoardStep, ...] = ()  # what the board's own rules ask for

    @property
    def steps(self) -> bool:
        """Whether anything is left to do before the first route."""
        return self.invite or self.tickets != "done" or bool(self.board)


def has_begun(game: View) -> bool:
    """Whether anything was done on the board."""
    return any(isinstance(entry, Turn | CatchUp) for _place, entry in in_force(game.log))


def start(game: View) -> Start | None:
    """The card, for as long as nothing is on the board; None to who only watches, and once the game runs."""
    if not game.plays or has_begun(game) or game.table.phase != "playing":
        return None
    held = sum(game.seat(color).held for color in game.setup.colors)
    own = next(iter(game.seats)) if len(game.seats) == 1 else ""
    asked = (mechanic for mechanic in game.table.mechanics if mechanic.before)
    steps = tuple(BoardStep(_(mechanic.before), bool(mechanic.kinds())) for mechanic in asked)
    return Start(held < len(game.setup.colors), max(held, 1), _tickets(game), own, steps)


def _tickets(game: View) -> Tickets:
    """Whether this phone's tickets are in, as far as it may be told where others may look on."""
    if not game.seats:
        return "no seat"
    if all(game.confirmed(color) or game.seat(color).tickets_in for color in game.seats):
        return "done"
    if len(game.seats) > 1 or not game.hands:
        return "several" if len(game.seats) > 1 else "own"
    keep = game.board.variants[game.setup.variant].keep
    (color,) = game.seats
    return "done" if len(game.table.tickets_of(color)) >= keep else "own"
