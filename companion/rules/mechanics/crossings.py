"""Crossings: track beds that cross. Once one is used the other is closed; breaking this is only a warning."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from companion.boards.base import OneLine
from companion.boards.model import Board
from companion.i18n import N_
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.notices import Notice
from companion.rules.table import Table
from companion.validation import Complaint

# Two pairs of places, each by its name, such as "a--b".
Crossing = Annotated[tuple[Annotated[str, OneLine], Annotated[str, OneLine]], Field(strict=False)]


class Crossings(Mechanic):
    """`pairs` lists crossings: each is two pairs of places whose tracks cross."""

    pairs: Annotated[tuple[Crossing, ...], Field(strict=False)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    heading: ClassVar[str] = N_("Crossings")

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_(
            "Where two tracks cross, only one can be used: "
            "once one is claimed, or has a tile on it, the other is closed."
        )
        yield N_("A track without a printed colour takes the colour of the tile that is laid on it.")

    def wrong(self, board: Board) -> Iterator[Complaint]:
        """Crossings of tracks that the board does not have."""
        for n, crossing in enumerate(self.pairs):
            for m, name in enumerate(crossing):
                if name not in board.pairs:
                    yield Complaint(("pairs", n, m), "wrong-board", {"name": name}, "no-pair")

    def pairs_that_cross(self) -> Iterable[tuple[str, str]]:
        return self.pairs

    def notices(self, table: Table) -> Iterator[Notice]:
        """Claims across a track that was claimed before."""
        for crossing in self.pairs:
            claimed = [_claimed(table, pair) for pair in crossing]
            if not all(claimed):
                continue
            first, later = sorted(claimed, key=min)  # by the first claim of each pair
            for place, route in later.items():
                wording = N_(
                    "{name} claimed a route across another: {routes} can't both be claimed; is one a mistake?"
                )
                asks = N_("Crosses a claimed route. Claim anyway?")
                routes, player = (route, first[min(first)]), table.owners[route]
                yield Notice("crossing-closed", (player,), entry=place, routes=routes, wording=wording, asks=asks)


def _claimed(table: Table, pair: str) -> dict[int, str]:
    """The claimed tracks between two places, by the place in the log where they were claimed."""
    tracks = (route.id for route in table.board.pairs[pair])
    return {table.claimed_at[name]: name for name in tracks if name in table.owners}
