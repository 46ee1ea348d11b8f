"""Right of way: a player may claim a track that another player has, and both own it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from companion.boards.model import Board
from companion.i18n import N_
from companion.rules.broken_rules import RouteTaken, RuleBroken
from companion.rules.extra_actions import Act
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Mechanic

if TYPE_CHECKING:
    from companion.rules.table import Table


class NotShared(RuleBroken):
    """Only a track that another player has can be claimed with right of way."""

    code = "not-shared"
    wording = N_("nobody has {route} yet; claim it without Right of Way")
    rule = N_("A track can have two owners at most. Claim a free track the usual way.")


class SharedClaim(Claim):
    """A claim that may be of a track another player already has."""

    adds: ClassVar[Mapping[str, str]] = {"shared": N_("with Right of Way")}

    shared: bool = False


class RightOfWay(Mechanic):
    """A track has at most two owners, who are different players."""

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    shares_tracks: ClassVar[bool] = True
    entries: ClassVar[tuple[type[Entry], ...]] = (SharedClaim,)
    broken_rules: ClassVar[tuple[type[RuleBroken], ...]] = (NotShared,)
    table_members: ClassVar[Mapping[str, Any]] = {"shared": dict[str, list[str]]}
    heading: ClassVar[str] = N_("Right of Way")

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_("With Right of Way you claim a track another player has. You both own it, and you both score it.")

    def values_of_table(self, table: Table) -> Mapping[str, Any]:
        owners = {route: table.owners_of(route) for route in table.owners}
        return {"shared": {route: players for route, players in owners.items() if len(players) > 1}}

    def acts(self, table: Table, _player: str, at: str = "") -> Iterator[Act]:
        if at in table.owners:
            yield Act("claim", {"route": at, "shared": True}, N_("Claim for {player} with Right of Way"))

    def broken_rule(self, table: Table, place: int, claim: Claim, broken: RuleBroken | None) -> RuleBroken | None:
        """Lets a claim share a track that somebody else owns; otherwise the common rules hold."""
        if not getattr(claim, "shared", False):
            return broken
        owners = table.owners_of(claim.route)
        if not owners:
            return NotShared(place, table.board, table.setup, route=claim.route)
        if claim.player in owners:
            return RouteTaken(place, table.board, table.setup, route=claim.route, player=claim.player)
        return None if isinstance(broken, RouteTaken) and len(owners) == 1 else broken
