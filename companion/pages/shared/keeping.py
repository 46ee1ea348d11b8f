"""What the end of a game offers to remember it: the circles to keep it in, the records it broke, and what to note."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.history.circle import Circle, Evening
from companion.i18n import and_joined
from companion.play.view import View
from companion.prose.remembered import broken_records_in_words

if TYPE_CHECKING:
    from companion.play.histories import History

LONGEST_NAME: Final = 60  # characters of a circle's name


@dataclass(frozen=True, slots=True)
class Keeping:
    """What the end of a game offers to remember it."""

    records: tuple[str, ...]  # that it broke, in words
    kept: tuple[Circle, ...]  # the circles of this device that have the game
    offers: tuple[Circle, ...]  # those that it could be added to
    new: str  # the name of a circle that a tap would make; empty if none is offered
    ask: tuple[Circle, Evening] | None  # a circle whose form about the game nobody has filled in yet

    @property
    def empty(self) -> bool:
        return not (self.records or self.kept or self.offers or self.new)


def keeping(
    game: View, circles: Sequence[Circle], circles_with_game: Iterable[tuple[Circle, History]], is_trial: bool
) -> Keeping:
    """What is offered to a device that is in these `circles`; those with the game already come with their history.

    Only the device that opened the table may add the game to a circle, and a trial game to none.
    """
    with_game = list(circles_with_game)
    kept = tuple(circle for circle, __ in with_game if circle.role)
    broken = (record for __, history in with_game for record in history.broken(game.id))
    records = broken_records_in_words(game.board, game.setup, broken)
    may_add = game.role == "maker" and not is_trial
    kept_ids = {circle.id for circle in kept}
    offers = tuple(circle for circle in circles if may_add and circle.belongs and circle.id not in kept_ids)
    new = suggested_name(game) if may_add and not kept else ""
    unasked = ((circle, history.evening(game.id)) for circle, history in with_game if game.id in history.unasked)
    ask = next(((circle, evening) for circle, evening in unasked if circle.belongs and evening), None)
    return Keeping(records, kept, offers, new, ask)


def suggested_name(game: View) -> str:
    """A name for a new circle: who sits at the table."""
    return and_joined([player.name for player in game.setup.players])[:LONGEST_NAME]
