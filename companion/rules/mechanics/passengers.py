"""Passengers: tokens in several colours that wait in the cities. A claim takes one from each of its ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from pydantic import Field

from companion.boards.base import Color
from companion.boards.model import Board
from companion.i18n import N_, NN_
from companion.rules.counters import Counter
from companion.rules.counting import Count, TakingClaim
from companion.rules.extra_actions import Choice
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.tie_breaks import Compared, TieBreak

if TYPE_CHECKING:
    from companion.rules.table import Table

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


NAMES_OF_ONE: Final[Mapping[str, str]] = {
    "red": N_("Red passenger"),
    "orange": N_("Orange passenger"),
    "yellow": N_("Yellow passenger"),
    "green": N_("Green passenger"),
    "blue": N_("Blue passenger"),
    "purple": N_("Purple passenger"),
    "black": N_("Black passenger"),
    "white": N_("White passenger"),
    "gray": N_("Grey passenger"),
}


def passengers_of(player: Compared) -> int:
    """How many passengers a player has, of all colours; 0 if the variant does not pay for them."""
    return next((item.n for item in player.bonuses if item.kind == "passengers"), 0)


class Passengers(Mechanic):
    """`colors` are the colours of the passengers."""

    colors: Annotated[tuple[Color, ...], Field(min_length=1, strict=False)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (Count, TakingClaim)
    tie_breaks: ClassVar[tuple[TieBreak, ...]] = (
        TieBreak(
            "passengers",
            key=passengers_of,
            most=N_("the most passengers, all colours together"),
            decided=N_("{name} has {count}, {others}"),
            count=NN_("{count} passenger", "{count} passengers"),
        ),
    )

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        """The passengers of each colour."""
        return {f"passengers-{color}": Counter(NAMES[color], taken=True) for color in self.colors}

    def choices(self, table: Table, claim: Claim) -> Iterator[Choice]:
        """Taking passengers of each colour, at most one from each end that is a city."""
        cities = sum(table.board.city[end].kind == "city" for end in table.board.route[claim.route].ends)
        for color in self.colors:
            yield Choice("takes", f"passengers-{color}", cities, NAMES_OF_ONE[color])
