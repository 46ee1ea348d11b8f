"""Doubled claims: a claim played with terrain cards scores twice. The cards themselves are not tracked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from companion.boards.model import Board
from companion.i18n import N_
from companion.rules.extra_actions import Choice
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Mechanic

if TYPE_CHECKING:
    from companion.rules.table import Table


class DoubledClaim(Claim):
    """A claim that scores twice."""

    adds: ClassVar[Mapping[str, str]] = {"doubled": N_("doubled")}

    doubled: bool = False


class DoubledClaims(Mechanic):
    """A doubled claim scores twice the printed points; it costs no more trains."""

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (DoubledClaim,)
    heading: ClassVar[str] = N_("Doubled routes")

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_("Terrain cards of the route's kind can double its points: one for 1 to 3 spaces, two for 4 to 6.")
        yield N_(
            "You need at least as many cards of that kind as anyone else has. Say you're doubling when you claim."
        )

    def choices(self, _table: Table, _claim: Claim) -> Iterator[Choice]:
        yield Choice("doubled", wording=N_("Points doubled"))

    def points(self, _table: Table, claim: Claim, points: Mapping[str, int]) -> Mapping[str, int]:
        times = 2 if getattr(claim, "doubled", False) else 1
        return {player: times * worth for player, worth in points.items()}
