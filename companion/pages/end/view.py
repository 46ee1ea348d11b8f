"""The page before a game is counted: last turns, trains, and who has said that all tickets are in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.pages.shared.counted import counts_anything
from companion.pages.shared.people import Mark, marks
from companion.play.view import View
from companion.prose.names import isolated

State = Literal["confirmed", "yours", "elsewhere", "nobody", "stopped"]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat, and how far its tickets are."""

    mark: Mark
    state: State


@dataclass(frozen=True, slots=True)
class EndPage:
    """Everything the page says. `without` are those who would be gone on without."""

    says: str
    places: tuple[Place, ...]
    waiting: str
    ready: bool
    may_force: bool
    next: Mark | None  # who enters tickets on this phone now
    counts: bool = False  # whether the board has things counted


def end_page(game: View) -> EndPage:
    """The page as one device sees it."""
    missing = game.unconfirmed
    names = and_joined([isolated(game.setup.name(color)) for color in missing])
    here = next_on_this_phone(game)
    return EndPage(
        _where(game),
        tuple(Place(mark, _state(game, color)) for color, mark in marks(game).items()),
        names,
        not missing,
        game.role == "maker" or _all_freed(game, missing),
        marks(game)[here] if here else None,
        counts_anything(game),
    )


def _all_freed(game: View, missing: Sequence[str]) -> bool:
    """Whether nobody is missing but seats that were freed: any player may go on without their word."""
    return game.plays and all(c in game.facts.seats and not game.seat(c).held for c in missing)


def next_on_this_phone(game: View) -> str | None:
    """Who has tickets to enter here: a seat of this phone, else the first that no phone holds."""
    if not game.plays:
        return None
    missing = {color: _state(game, color) for color in game.unconfirmed}
    own = (color for color, state in missing.items() if state == "yours")
    free = (color for color, state in missing.items() if state == "nobody" and not game.seat(color).has_pin)
    return next(own, None) or next(free, None)


def _state(game: View, color: str) -> State:
    if color in game.facts.stopped:
        return "stopped"
    if game.confirmed(color):
        return "confirmed"
    if color in game.seats:
        return "yours"
    return "elsewhere" if game.seat(color).held else "nobody"


def _where(game: View) -> str:
    table = game.table
    if table.phase == "reveal":
        return _("The last turns are over.")
    if table.phase == "final-round":
        names = [isolated(game.setup.name(color)) for color in table.waiting_for]
        return _("The final round isn't over. Still to play: {names}.").format(names=and_joined(names))
    if not table.turns_followed:
        count = len(table.owners)
        if not count:
            return _("No routes entered yet.")
        return ngettext("{n} route entered so far.", "{n} routes entered so far.", count).format(n=count)
    return _("The final round hasn't begun. Finish only if you're stopping here.")
