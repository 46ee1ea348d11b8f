"""Toll money: bridges cost tokens, and players who cannot pay take a loan. What is left is counted at the end."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from companion.boards.model import Board
from companion.i18n import N_, Text
from companion.rules.counters import Counter
from companion.rules.counting import HiddenCount
from companion.rules.log import Entry
from companion.rules.mechanics.mechanic import Mechanic


class TollMoney(Mechanic):
    """Each player has `start` tokens, in variants that pay for what is left."""

    start: Annotated[int, Field(ge=0, le=300)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (HiddenCount,)

    marks: ClassVar[frozenset[str]] = frozenset({"toll"})

    heading: ClassVar[str] = N_("Bridge tolls")

    def in_the_box(self, _board: Board) -> Iterator[tuple[Text, int, str]]:
        yield N_("Toll money at the start: {n} each"), self.start, ""

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_(
            "Claiming a track costs its toll: for the first of two you pay the bank, for the second you pay "
            "whoever owns the first."
        )

    def counters(self, board: Board, variant: str, _players: int | None) -> Mapping[str, Counter]:
        """The money left, and the loans; both are hidden until the end."""
        if "money" not in board.variants[variant].bonuses:
            return {}
        return {"money": Counter(N_("Toll money"), hidden=True), "loans": Counter(N_("Loans"), hidden=True)}
