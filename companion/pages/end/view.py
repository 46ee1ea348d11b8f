"""The page before a game is counted: last turns, and who has confirmed that all their tickets are in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.pages.shared.counted_things import counts_anything
from companion.pages.shared.player_marks import Mark, marks
from companion.play.view import View
from companion.prose.display_names import isolated

State = Literal["confirmed", "yours", "elsewhere", "nobody", "stopped"]


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat, and how far its tickets are."""

    mark: Mark
    state: State
    reminded: bool = False


@dataclass(frozen=True, slots=True)
class EndPage:
    """Everything the page shows. `waiting` names those who have not confirmed yet."""

    status: str
    places: tuple[SeatState, ...]
    waiting: str
    ready: bool
    may_force: bool
    next: Mark | None  # who enters tickets on this phone now
    counts: bool = False  # whether the board has things counted


def end_page(game: View) -> EndPage:
    """The page as one device sees it."""
    missing = game.unconfirmed
    names = and_joined([isolated(game.setup.name(color)) for color in missing])
    here = _next_on_this_phone(game)
    return EndPage(
        _status(game),
        tuple(SeatState(mark, _state(game, color), color in game.reminded) for color, mark in marks(game).items()),
        names,
        not missing,
        game.role == "maker" or _all_freed(game, missing),
        marks(game)[here] if here else None,
        counts_anything(game),
    )


def _all_freed(game: View, missing: Sequence[str]) -> bool:
    """Whether only freed seats are missing: then any player may finish without them."""
    return game.plays and all(c in game.facts.seats and not game.seat(c).held for c in missing)


def _next_on_this_phone(game: View) -> str | None:
    """Whose tickets to enter here next: a seat of this phone, else the first that no phone holds."""
    if not game.plays:
        return None
    missing = {color: _state(game, color) for color in game.unconfirmed}
    own = (color for color, state in missing.items() if state == "yours")
    free = (color for color, state in missing.items() if state == "nobody" and not game.seat(color).has_pin)
    return next(own, None) or next(free, None)


def _state(game: View, color: str) -> State:
    """Whether a seat has confirmed its tickets, and if not, where its player would do so."""
    if color in game.facts.stopped:
        return "stopped"
    if game.confirmed(color):
        return "confirmed"
    if color in game.seats:
        return "yours"
    return "elsewhere" if game.seat(color).held else "nobody"


def _status(game: View) -> str:
    """How far the game is, in a sentence."""
    table = game.table
    if table.phase == "reveal":
        return _("The final round is over.")
    if table.phase == "final-round":
        names = [isolated(game.setup.name(color)) for color in table.waiting_for]
        return _("The final round isn't over. Still to play: {names}.").format(names=and_joined(names))
    if not table.turns_followed:
        count = len(table.owners)
        if not count:
            return _("No routes entered yet.")
        return ngettext("{n} route entered so far.", "{n} routes entered so far.", count).format(n=count)
    return _("The final round hasn't begun. Finish only if you're stopping here.")
