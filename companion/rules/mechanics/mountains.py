"""Mountains: each cross on a route costs one more train, and scores extra points at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from pydantic import Field

from companion.boards.model import Board
from companion.i18n import N_, NN_, Text
from companion.rules.log import Claim
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.tie_breaks import Compared, TieBreak

if TYPE_CHECKING:
    from companion.rules.table import Table

MARK: Final = "mountain"  # what a track in a board file says: how many crosses are printed on it


def mountain_routes(player: Compared) -> int:
    """How many of a player's routes have mountains."""
    return sum(_mountains_on(player.table.board, route) > 0 for route in player.score.routes)


class Mountains(Mechanic):
    """Each cross costs one more train and scores `points_each`."""

    points_each: Annotated[int, Field(ge=0, le=9)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    marks: ClassVar[frozenset[str]] = frozenset({MARK})

    tie_breaks: ClassVar[tuple[TieBreak, ...]] = (
        TieBreak(
            "mountain-routes",
            key=mountain_routes,
            most=N_("the most mountain routes"),
            decided=N_("{name} has {count}, {others}"),
            count=NN_("{count} mountain route", "{count} mountain routes"),
        ),
    )
    heading: ClassVar[str] = N_("Mountains")

    def in_the_box(self, _board: Board) -> Iterator[tuple[Text, int, str]]:
        yield NN_("{n} point for each cross", "{n} points for each cross"), self.points_each, ""

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_(
            "For every cross on a route, one more of your trains leaves the game. You must have "
            "enough trains for that too."
        )
        yield N_("Each cross scores extra points at once.")

    def pieces(self, table: Table, claim: Claim, pieces: int) -> int:
        return pieces + _mountains_on(table.board, claim.route)

    def points(self, table: Table, claim: Claim, points: Mapping[str, int]) -> Mapping[str, int]:
        more = self.points_each * _mountains_on(table.board, claim.route)
        return {**points, claim.player: points.get(claim.player, 0) + more}

    def of_points(self, board: Board, routes: Iterable[str]) -> Iterator[tuple[Text, int]]:
        crosses = sum(_mountains_on(board, route) for route in routes)
        yield NN_("{n} point from mountains", "{n} points from mountains"), self.points_each * crosses


def _mountains_on(board: Board, route: str) -> int:
    """How many mountains are printed on a route, as crosses."""
    return board.route[route].marks.get(MARK, 0)
