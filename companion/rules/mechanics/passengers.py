"""Passengers: tokens in several colours that wait in the cities. A claim takes one from each of its ends."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from pydantic import Field

from companion.boards.model import Board, Color
from companion.i18n import N_
from companion.rules.counters import Counter
from companion.rules.counting import Count, TakingClaim
from companion.rules.log import Entry
from companion.rules.mechanics.mechanic import Mechanic

NAMES: Final[Mapping[str, str]] = {
    "red": N_("Red passengers"),
    "orange": N_("Orange passengers"),
    "yellow": N_("Yellow passengers"),
    "green": N_("Green passengers"),
    "blue": N_("Blue passengers"),
    "purple": N_("Purple passengers"),
    "black": N_("Black passengers"),
    "white": N_("White passengers"),
    "gray": N_("Grey passengers"),
}


class Passengers(Mechanic):
    """`colors` are those of the tokens."""

    colors: Annotated[tuple[Color, ...], Field(min_length=1, strict=False)]

    entries: ClassVar[tuple[type[Entry], ...]] = (Count, TakingClaim)

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        """How many of each colour."""
        return {f"passengers-{color}": Counter(NAMES[color], taken=True) for color in self.colors}
