"""Bullet routes: claimed with a train from a common supply. Everybody may use them; the claimer moves up a track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from pydantic import Field

from companion.boards.model import Board
from companion.i18n import N_, NN_, Text
from companion.rules.broken_rules import RouteTaken, RuleBroken
from companion.rules.claim_order import order_unknown
from companion.rules.counters import Counter
from companion.rules.counting import Count
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Ending, Mechanic

if TYPE_CHECKING:
    from companion.rules.notices import Notice
    from companion.rules.table import Table

BULLET: Final = "bullet"  # the tag of a track in a board file
TRACK: Final = "bullet-track"  # what a table counts: a player's place on the side track


class Everybodys(RouteTaken):
    """A route that belongs to everybody cannot be claimed."""

    wording = N_("{route} belongs to everyone; you can use it for your tickets")


class BulletRoutes(Mechanic):
    """While the `supply` lasts, a bullet route costs the claimer no trains and scores no points.

    Once it is empty, bullet routes are ordinary routes.
    """

    supply: Annotated[int, Field(ge=1, le=99)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset({"figures", "final-when-few"})
    entries: ClassVar[tuple[type[Entry], ...]] = (Count,)
    table_members: ClassVar[Mapping[str, Any]] = {"common": list[str], "bullet_trains_left": int}
    heading: ClassVar[str] = N_("Bullet trains")
    ending: ClassVar[Ending | None] = Ending(
        rule=NN_(
            "When someone has {n} train or fewer and {n} bullet train or fewer is left, the final round begins.",
            "When someone has {n} trains or fewer and {n} bullet trains or fewer are left, the final round begins.",
        ),
        begun=NN_(
            "The bullet trains are nearly gone, and {name} has {n} train left: the final round begins.",
            "The bullet trains are nearly gone, and {name} has {n} trains left: the final round begins.",
        ),
        begun_with_none=N_(
            "The bullet trains are nearly gone, and {name} has no trains left: the final round begins."
        ),
    )

    def in_the_box(self, _board: Board) -> Iterator[tuple[Text, int, str]]:
        yield NN_("{n} bullet train in the supply", "{n} bullet trains in the supply"), self.supply, ""

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_(
            "A bullet route takes one bullet train from the supply and none of your own trains. It "
            "scores no points itself."
        )
        yield N_("Everyone can use a bullet route for tickets, and nobody can claim it again.")
        yield N_("You move up the side track by the route's length.")
        yield N_("When the supply is empty, bullet routes are ordinary grey routes.")

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        return {TRACK: Counter(N_("Spaces up the side track"))}

    def figures(self, table: Table, player: str) -> Iterator[tuple[Text, int]]:
        yield NN_("space {n}", "space {n}"), position(table, player)

    def instead(self, table: Table, claim: Claim) -> tuple[Text, int] | None:
        if claim.route not in table.common and not self._takes_bullet_train(table, claim):
            return None
        words = NN_("for everyone, moves you {n} space", "for everyone, moves you {n} spaces")
        return words, table.board.route[claim.route].length

    def values_of_table(self, table: Table) -> Mapping[str, Any]:
        return {"common": list(table.common), "bullet_trains_left": self.left(table)}

    def left(self, table: Table) -> int:
        """How many bullet trains are left in the supply."""
        return self.supply - len(table.common)

    def broken_rule(self, table: Table, place: int, claim: Claim, broken: RuleBroken | None) -> RuleBroken | None:
        if claim.route in table.common:
            return Everybodys(place, table.board, table.setup, route=claim.route)
        return broken

    def pieces(self, table: Table, claim: Claim, pieces: int) -> int:
        return 0 if self._takes_bullet_train(table, claim) else pieces

    def points(self, table: Table, claim: Claim, points: Mapping[str, int]) -> Mapping[str, int]:
        return {claim.player: 0} if self._takes_bullet_train(table, claim) else points

    def read(self, table: Table, _place: int, entry: Entry) -> None:
        if isinstance(entry, Claim) and self._takes_bullet_train(table, entry):
            table.common.append(entry.route)

    def final_round(self, table: Table, _player: str, _starts: bool) -> bool:
        """The final round starts when both a player's trains and the bullet trains are nearly gone."""
        few = table.board.final_round_at
        return min(table.trains.values()) <= few and self.left(table) <= few

    def notices(self, table: Table) -> Iterator[Notice]:
        """If there are more bullet routes than supply, who got the last ones depends on the order of claims."""
        bullets = [made for made in table.claims.values() if _is_bullet(table, made.claim)]
        if len(bullets) > self.supply and not all(map(table.in_order, bullets)):
            yield from order_unknown(table, {made.claim.player for made in bullets}, counted_thing=TRACK)

    def _takes_bullet_train(self, table: Table, claim: Claim) -> bool:
        """Whether a claim is made with a bullet train: of a bullet route, while the supply lasts."""
        return _is_bullet(table, claim) and self.left(table) > 0


def _is_bullet(table: Table, claim: Claim) -> bool:
    """Whether the claimed track is a bullet route."""
    return BULLET in table.board.route[claim.route].tags


def position(table: Table, player: str) -> int:
    """How far up the side track a player's bullet routes lead."""
    own = (route for route in table.common if table.owners[route] == player)
    return sum(table.board.route[route].length for route in own)
