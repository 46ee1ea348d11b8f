"""Province lines: with a claim a player may put one train from the stock on the line of the route's colour.

Where it stands is counted at the table; the train is gone from the stock either way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from companion.boards.model import Board, Color
from companion.i18n import N_
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Mechanic

if TYPE_CHECKING:
    from companion.rules.table import Table


class LineClaim(Claim):
    """A claim with which a train was put on a province line."""

    adds = {"line": N_("with a train on a province line")}

    line: bool = False


class ProvinceLines(Mechanic):
    """A train on a line is one more than the route is long. Each line has so many spaces."""

    lines: list[Color]
    spaces: Annotated[int, Field(ge=1, le=20)]

    entries: ClassVar[tuple[type[Entry], ...]] = (LineClaim,)
    heading: ClassVar[str] = N_("Province lines")

    def rules(self, _board: Board) -> Iterator[tuple[str, str]]:
        yield N_("When you claim a route you may put one of your trains on the line of its colour; grey fits any."), ""
        yield N_("It goes on the space with the number of cards you paid; if that's taken, on the next lower one."), ""
        yield N_("That train is gone from your stock, so the route takes one train more."), ""
        yield N_("At the end, count the spaces of your trains on each line, and note your highest one."), ""

    def pieces(self, _table: Table, claim: Claim, pieces: int) -> int:
        return pieces + getattr(claim, "line", False)
