"""Shares: with a claim a player may take a share of a railroad printed on the route, the lowest number left."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from companion.boards.base import Frozen, Id, Line
from companion.boards.model import Board
from companion.i18n import N_
from companion.rules.counters import Counter
from companion.rules.counting import Count, TakingClaim
from companion.rules.extra_actions import Choice
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.table import Table
from companion.validation import Complaint


class Railroad(Frozen):
    """A railroad, and how many shares of it there are."""

    name: Line
    shares: Annotated[int, Field(ge=1, le=99)]


class Shares(Mechanic):
    """With `neutral_with` players, shares are also counted for an imaginary player."""

    railroads: Annotated[Mapping[Id, Railroad], Field(min_length=1)]
    neutral_with: Annotated[int, Field(ge=1, le=9)] = 1

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (Count, TakingClaim)

    def wrong(self, board: Board) -> Iterator[Complaint]:
        """Railroads that are printed on no track of the board."""
        printed = {tag for track in board.routes for tag in track.tags}
        for name in self.railroads.keys() - printed:
            yield Complaint(("railroads", name), "wrong-board", {"name": name}, "no-track-with")

    def choices(self, table: Table, claim: Claim) -> Iterator[Choice]:
        """Taking a share of a railroad printed on the route."""
        for name in self.railroads:
            if name in table.board.route[claim.route].tags:
                yield Choice("takes", name, 1, N_("Share in {thing}"))

    def counters(self, _board: Board, _variant: str, players: int | None) -> Mapping[str, Counter]:
        """For each railroad the number of shares, and the lowest number among them."""
        counters = {}
        neutral = players in (None, self.neutral_with)
        for name, railroad in self.railroads.items():
            counters[name] = Counter(railroad.name, railroad.shares, taken=True, neutral=neutral)
            counters[f"{name}-lowest"] = Counter(railroad.name, neutral=neutral, wording=N_("{name}, lowest number"))
        return counters


def lowest(table: Table, player: str, railroad: str) -> int | None:
    """The lowest number among a player's shares: the typed one, or else by the order in which shares were taken."""
    typed = table.typed.get((player, f"{railroad}-lowest"))
    if typed is not None:
        return typed
    owners = [owner for owner, thing in table.taken if thing == railroad]
    return owners.index(player) + 1 if player in owners else None
