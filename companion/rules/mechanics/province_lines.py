"""Province lines: with a claim a player may put one more train on the line of the route's colour.

The log only has that the train was used; the spaces on the lines are counted at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from pydantic import Field

from companion.boards.base import Color
from companion.boards.model import Board
from companion.i18n import N_, NN_, Text
from companion.rules.counters import Counter
from companion.rules.counting import Count
from companion.rules.extra_actions import Choice
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Mechanic

if TYPE_CHECKING:
    from companion.rules.table import Table


LINES: Final[Mapping[Color, tuple[str, str]]] = {
    "red": (N_("Red line, total"), N_("Red line, highest space")),
    "orange": (N_("Orange line, total"), N_("Orange line, highest space")),
    "yellow": (N_("Yellow line, total"), N_("Yellow line, highest space")),
    "green": (N_("Green line, total"), N_("Green line, highest space")),
    "blue": (N_("Blue line, total"), N_("Blue line, highest space")),
    "purple": (N_("Purple line, total"), N_("Purple line, highest space")),
    "black": (N_("Black line, total"), N_("Black line, highest space")),
    "white": (N_("White line, total"), N_("White line, highest space")),
}


class LineClaim(Claim):
    """A claim together with which a train was put on a province line."""

    adds: ClassVar[Mapping[str, str]] = {"line": N_("with a train on a province line")}

    line: bool = False


class ProvinceLines(Mechanic):
    """`lines` are the colours of the lines, `spaces` the number of spaces of each."""

    lines: list[Color]
    spaces: Annotated[int, Field(ge=1, le=20)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (Count, LineClaim)
    heading: ClassVar[str] = N_("Province lines")

    def in_the_box(self, _board: Board) -> Iterator[tuple[Text, int, str]]:
        yield NN_("{n} space on each province line", "{n} spaces on each province line"), self.spaces, ""

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_(
            "When you claim a route you may put one of your trains on the line of the route's "
            "colour, or on any line if the route is grey."
        )
        yield N_(
            "The train goes on the space for the number of cards you paid; if that space is taken, "
            "on the next lower one."
        )
        yield N_("That train comes from your stock, so the claim takes one more train.")
        yield N_("At the end, add up the numbers of your trains' spaces on each line, and note the highest.")

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        sums = {f"line-{line}": Counter(LINES[line][0]) for line in self.lines}
        return sums | {f"line-{line}-highest": Counter(LINES[line][1]) for line in self.lines}

    def choices(self, _table: Table, _claim: Claim) -> Iterator[Choice]:
        yield Choice("line", wording=N_("Train on a province line"))

    def pieces(self, _table: Table, claim: Claim, pieces: int) -> int:
        return pieces + getattr(claim, "line", False)
