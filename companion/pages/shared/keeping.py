"""What the end of a game offers to remember it: the circles to keep it in, the records it broke, and what to note."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.history.circle import Circle, Evening
from companion.i18n import and_joined
from companion.play.view import View
from companion.prose.remembered import broken_records_in_words

if TYPE_CHECKING:
    from companion.play.histories import History


@dataclass(frozen=True, slots=True)
class Keeping:
    """The box at the end of a game. `new` is the name of a circle that a tap would make."""

    records: tuple[str, ...]
    kept: tuple[Circle, ...]  # that this device is in
    offers: tuple[Circle, ...]
    new: str
    ask: tuple[Circle, Evening] | None  # of which nobody has said anything yet

    @property
    def empty(self) -> bool:
        return not (self.records or self.kept or self.offers or self.new)


def keeping(
    game: View, circles: Sequence[Circle], having: Iterable[tuple[Circle, History]], is_trial: bool
) -> Keeping:
    """The box for a device that is in these circles; those `having` the game come with their history. A trial game is
    kept by none.
    """
    found = list(having)
    kept = tuple(circle for circle, __ in found if circle.role)
    broken = (record for __, history in found for record in history.broken(game.id))
    told = broken_records_in_words(game.board, game.setup, broken)
    makes = game.role == "maker" and not is_trial
    names = {circle.id for circle in kept}
    offers = tuple(circle for circle in circles if makes and circle.belongs and circle.id not in names)
    new = "" if kept or not makes else suggested_name(game)
    asked = ((circle, history.evening(game.id)) for circle, history in found if game.id in history.unasked)
    ask = next(((circle, evening) for circle, evening in asked if circle.belongs and evening), None)
    return Keeping(told, kept, offers, new, ask)


def suggested_name(game: View) -> str:
    """A name for a new circle: who sits at the table."""
    return and_joined([player.name for player in game.setup.players])[:60]
