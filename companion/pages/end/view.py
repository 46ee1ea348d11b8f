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
    """A seat, and where its player still has to confirm that all tickets are entered, if they have not."""

    mark: Mark
    state: State
    reminded: bool = False


@dataclass(frozen=True, slots=True)
class EndPage:
    """Everything the page shows."""

    status: str
    seats: tuple[SeatState, ...]
    waiting: str  # the names of those who have not confirmed yet
    ready: bool  # whether everybody has
    may_force: bool  # whether this phone may finish without the others
    next: Mark | None  # who enters tickets on this phone now
    counts: bool  # whether the board has things to count


def end_page(game: View) -> EndPage:
    """The page as one device sees it."""
    missing = game.unconfirmed
    names = and_joined([isolated(game.setup.name(color)) for color in missing])
    here = _next_on_this_phone(game)
    return EndPage(
        status=_status(game),
        seats=tuple(
            SeatState(mark, _state(game, color), color in game.reminded) for color, mark in marks(game).items()
        ),
        waiting=names,
        ready=not missing,
        may_force=game.role == "maker" or _all_freed(game, missing),
        next=marks(game)[here] if here else None,
        counts=counts_anything(game),
    )


def _all_freed(game: View, missing: Sequence[str]) -> bool:
    """Whether no phone holds any of the missing seats any more: then every player may finish without them."""
    return game.plays and all(color in game.facts.seats and not game.seat(color).held for color in missing)


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
