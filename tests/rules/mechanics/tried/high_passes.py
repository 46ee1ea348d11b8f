"""A rule that no board in the box has: passes cost trains and bring points, and a rest costs a train.

The last round begins at six trains, and everybody has two turns in it. A road in winter can be claimed by nobody.
"""

from typing import ClassVar, Literal

from companion.i18n import N_
from companion.rules.broken_rules import RouteTaken
from companion.rules.log import Claim, Entry, Turn
from companion.rules.mechanics.mechanic import Mechanic


class Rest(Turn):
    """A player rests, and loses trains over it."""

    wording = N_("{player} rests for {n}")

    type: Literal["rest"]
    player: str
    n: int


class ShoutedClaim(Claim):
    """A claim that somebody shouted."""

    loud: bool = False


class HighPasses(Mechanic):
    each: int = 2

    entries: ClassVar[tuple[type[Entry], ...]] = (Rest, ShoutedClaim)

    def broken_rule(self, table, place, claim, broken):
        if "winter" in table.board.route[claim.route].marks:
            return RouteTaken(place, table.board, table.setup, route=claim.route, player=claim.player)
        return broken

    def pieces(self, table, claim, pieces):
        return pieces + table.board.route[claim.route].marks.get("mountain", 0)

    def points(self, table, claim, points):
        mountain = table.board.route[claim.route].marks.get("mountain", 0)
        return {**points, claim.player: points[claim.player] + self.each * mountain}

    def read(self, table, _place, entry):
        if isinstance(entry, Rest):
            rested = table.memory.setdefault("rested", {})
            rested[entry.player] = rested.get(entry.player, 0) + entry.n
            table.trains[entry.player] -= entry.n

    def final_round(self, table, player, _starts):
        return table.trains[player] <= 6
