"""Alvin the Alien: who captured him how often, and who has him, is counted at the table and not in the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from companion.boards.model import Board
from companion.i18n import N_
from companion.rules.counters import Counter
from companion.rules.counting import Count
from companion.rules.log import Entry
from companion.rules.mechanics.mechanic import Mechanic

BONUS: Final = "alvin"  # a variant that pays it is played with him
CAPTURES: Final = "alvin-captures"
HELD: Final = "alvin-held"


class Alvin(Mechanic):
    """Counts captures and possession, in variants that play with Alvin."""

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (Count,)
    heading: ClassVar[str] = N_("Alvin the Alien")

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_("Note each time you capture Alvin, and who has him at the end.")

    def counters(self, board: Board, variant: str, _players: int | None) -> Mapping[str, Counter]:
        if BONUS not in board.variants[variant].bonuses:
            return {}
        return {CAPTURES: Counter(N_("Times Alvin was captured")), HELD: Counter(N_("Has Alvin"), most=1, each=1)}
