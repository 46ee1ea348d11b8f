"""Merchandise: tokens that lie in the cities. A passenger's journey takes the top one of every city on its way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final

from pydantic import Field

from companion.boards.model import Board
from companion.i18n import N_, NN_, Text
from companion.rules.counters import Counter
from companion.rules.counting import Count
from companion.rules.log import Entry
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.tie_breaks import Compared, TieBreak
from companion.validation import Complaint

VALUE: Final = "merchandise"


def value_taken(player: Compared) -> int:
    """The sum of a player's tokens; 0 if the variant does not pay for them."""
    return next((item.n for item in player.bonuses if item.kind == VALUE), 0)


class Merchandise(Mechanic):
    """Each player has so many `passengers`; the variant lists the tokens of each city, from the top.

    Journeys are not recorded: players type the sum of their tokens, after each journey or once at the end.
    """

    passengers: Annotated[int, Field(ge=1, le=9)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (Count,)
    tie_breaks: ClassVar[tuple[TieBreak, ...]] = (
        TieBreak(
            VALUE,
            key=value_taken,
            most=N_("the most valuable merchandise"),
            decided=N_("{name} has {count}, {others}"),
            count=NN_("merchandise worth {count} point", "merchandise worth {count} points"),
        ),
    )

    def in_the_box(self, board: Board) -> Iterator[tuple[Text, int, str]]:
        yield NN_("{n} passenger each", "{n} passengers each"), self.passengers, ""
        tokens = max(sum(map(len, stacks(board, variant).values())) for variant in board.variants)
        yield NN_("{n} merchandise token", "{n} merchandise tokens"), tokens, ""

    def wrong(self, board: Board) -> Iterator[Complaint]:
        """Stacks that lie in no city of the board."""
        cities = {city.id for city in board.cities if city.kind == "city"}
        for variant in board.variants:
            for city in stacks(board, variant).keys() - cities:
                yield Complaint((), "wrong-board", {"name": city}, "no-city")

    def counters(self, board: Board, variant: str, _players: int | None) -> Mapping[str, Counter]:
        """The sum of a player's tokens."""
        total = sum(map(sum, stacks(board, variant).values()))
        return {VALUE: Counter(N_("Points from merchandise"), most=total, each=total)} if total else {}


def stacks(board: Board, variant: str) -> Mapping[str, list[int]]:
    """The tokens of each city in a variant, from the top."""
    found: Mapping[str, list[int]] = board.variants[variant].bonuses.get(VALUE, {})
    return found
