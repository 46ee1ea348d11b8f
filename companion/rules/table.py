"""A game as it stands: the log read in order by the rules.

A table is always computed anew from board and log. What is printed comes from the board; where a special rule of
the board may change that, its mechanics are asked as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal

from companion.boards.model import Board, Route
from companion.boards.tickets import Ticket
from companion.i18n import Text
from companion.rules.counters import ROUTE_POINTS, Counter
from companion.rules.game_setup import Setup
from companion.rules.log import Claim
from companion.rules.mechanics import counters_of, mechanics_of, options_of
from companion.rules.mechanics.mechanic import Mechanic

Phase = Literal["playing", "final-round", "reveal", "finished"]


@dataclass(slots=True)
class FinalRound:
    """The final round: who started it and where in the log, how many turns each player gets and has taken."""

    triggered_by: str
    place: int
    turns: int = 1
    had: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Made:
    """A claim that the rules allowed: its place in the log, pieces used, and points by player."""

    place: int
    claim: Claim
    pieces: int
    points: Mapping[str, int]


@dataclass(slots=True)
class Table:
    """The state of a game, replayed from its log. Treat it as read-only: a change is a new entry and a new table."""

    board: Board
    setup: Setup
    claims: dict[tuple[str, str], Made] = field(default_factory=dict)  # route and player, in the order of the log
    owners: dict[str, str] = field(default_factory=dict)  # route -> who claimed it first, in the order of the log
    common: list[str] = field(default_factory=list)  # claimed routes that everybody may use
    stations: dict[str, str] = field(default_factory=dict)  # city -> player
    markers: dict[str, str] = field(default_factory=dict)  # city -> player, of special rules
    held: list[tuple[str, Ticket]] = field(default_factory=list)  # player and ticket, in the order of the log
    trains: dict[str, int] = field(default_factory=dict)  # player -> trains left
    stock: dict[tuple[str, str], int] = field(default_factory=dict)  # player and kind of piece -> left
    bonuses: Mapping[str, Any] = field(default_factory=dict)  # those that this game pays, each with its worth
    own_twins: Mapping[str, Sequence[str]] = field(default_factory=dict)  # track -> twins, if not as printed
    typed: dict[tuple[str, str], int] = field(default_factory=dict)  # player and thing -> how many, as counted
    taken: list[tuple[str, str]] = field(default_factory=list)  # player and thing, in the order of the log
    last_turn: str | None = None
    final_round: FinalRound | None = None
    turns_too_many: list[tuple[int, str]] = field(default_factory=list)  # place, player
    turns_followed: bool = True
    caught_up_at: int | None = None  # from this place of the log on turns are not followed
    finished: bool = False
    hidden: bool = False  # whether the log hides entries
    memory: dict[str, Any] = field(default_factory=dict)  # the state of each mechanic, under a name of its own
    mechanics: tuple[Mechanic, ...] = ()

    def __post_init__(self) -> None:
        if self.board.mechanics:
            self.mechanics = mechanics_of(self.board)

    @property
    def phase(self) -> Phase:
        """The phase: playing, final round (last turns are missing), reveal (tickets are missing), finished."""
        if self.finished:
            return "finished"
        if self.final_round is None:
            return "playing"
        return "final-round" if self.waiting_for else "reveal"

    @property
    def waiting_for(self) -> list[str]:
        """The players who still have a last turn, in seating order."""
        return [color for color in self.setup.colors if self.turns_left(color)]

    def turns_left(self, player: str) -> int:
        """How many turns of the final round a player still has; none before it has begun."""
        final = self.final_round
        return max(0, final.turns - final.had.get(player, 0)) if final else 0

    @property
    def next_player(self) -> str:
        """Whose turn it probably is: the seat after the last turn, skipping players who have had their last turn.

        In the final round turns may be entered late, out of their order. There the last turn is that of the player
        with the most turns; of several, of the one who comes last, counted from the player who started the round.
        """
        seats, last, final = self.setup.colors, self.last_turn, self.final_round
        if last is None:
            return self.setup.starts or seats[0]
        if final:
            last_first = reversed(self.clockwise(final.triggered_by))
            last = max(last_first, key=lambda color: final.had.get(color, 0))
        clockwise, waiting = self.clockwise(last), self.waiting_for
        return next((color for color in clockwise if color in waiting), clockwise[0])

    def clockwise(self, player: str) -> list[str]:
        """All players in clockwise order, from the one after this player, who comes last."""
        seats = self.setup.colors
        first = seats.index(player) + 1
        return [*seats[first:], *seats[:first]]

    @property
    def claimed_at(self) -> dict[str, int]:
        """Where in the log each route was claimed first."""
        return {route: self.claims[route, owner].place for route, owner in self.owners.items()}

    def in_order(self, made: Made) -> bool:
        """Whether a claim was entered when it was made. If not, what depends on the order of claims is a guess."""
        were_turns_followed = self.caught_up_at is None or made.place < self.caught_up_at
        return were_turns_followed and self.setup.tracking == "live" and not made.claim.late

    def routes_of(self, player: str) -> list[str]:
        """The routes a player owns, in the order of the log."""
        return [route for route, owner in self.claims if owner == player]

    def taken_on(self, player: str, thing: str) -> tuple[str, ...]:
        """The routes whose claims brought a player this thing, in the order of the log."""
        made = ((route, made.claim) for (route, owner), made in self.claims.items() if owner == player)
        return tuple(route for route, claim in made if thing in getattr(claim, "takes", ()))

    def owners_of(self, route: str) -> list[str]:
        """The owners of a route in the order of the log: nobody or one player, unless a special rule allows two."""
        return [owner for claimed, owner in self.claims if claimed == route]

    def network_of(self, player: str) -> Sequence[Route]:
        """The routes a player may use for tickets: their own and common ones, without those borrowed by stations."""
        return [self.board.route[name] for name in dict.fromkeys((*self.routes_of(player), *self.common))]

    def marked_by(self, player: str) -> list[str]:
        """The cities where a player has a marker, in the order of the log."""
        return [city for city, owner in self.markers.items() if owner == player]

    def route_points(self, player: str) -> int:
        """A player's points from all claims, or those that were counted and typed in."""
        if (player, ROUTE_POINTS) in self.typed:
            return self.typed[player, ROUTE_POINTS]
        return sum([made.points.get(player, 0) for made in self.claims.values()])

    def pieces_left(self, player: str) -> Mapping[str, int] | None:
        """What a player has left of each kind of piece; None if the box has only one kind."""
        return {kind: n for (owner, kind), n in self.stock.items() if owner == player} or None

    def left(self, player: str) -> Mapping[str, int]:
        """What a player has left of each kind of piece, also if there is only one kind."""
        return self.pieces_left(player) or {self.board.piece_name: self.trains[player]}

    def figures(self, player: str) -> list[tuple[Text, int]]:
        """What a player's label shows because of the board's mechanics: texts, each with its number."""
        return [figure for mechanic in self.mechanics for figure in mechanic.figures(self, player)]

    @property
    def counters(self) -> Mapping[str, Counter]:
        """The things that are counted in this game, by their ids."""
        return counters_of(self.board, self.setup.variant, len(self.setup.players)) if self.mechanics else {}

    def count(self, player: str, thing: str) -> int:
        """How many of a thing a player has: the typed count, or else how many were taken with claims."""
        return self.typed.get((player, thing), self.taken.count((player, thing)))

    def has_count(self, player: str, thing: str) -> bool:
        """Whether anything is known of how many of a thing a player has: a count was typed in, or some were taken."""
        return (player, thing) in self.typed or (player, thing) in self.taken

    def option(self, name: str) -> Any:
        """The value chosen for an option of the board, or its default."""
        chosen = self.setup.options
        return chosen[name] if name in chosen else options_of(self.board)[name].default

    def twins(self, route: Route) -> Sequence[str]:
        """The tracks that make a double or triple route with this one."""
        return self.own_twins.get(route.id, route.twins)

    def open_tracks(self, route: Route) -> int:
        """How many of a route and its twins may be claimed in this game."""
        count = 1 + len(self.twins(route))
        return self.board.open_tracks(route, count, len(self.setup.players), self.setup.variant)

    def pieces_for(self, claim: Claim) -> int:
        """How many pieces a claim takes from its player."""
        pieces = self.board.route[claim.route].length
        for mechanic in self.mechanics:
            pieces = mechanic.pieces(self, claim, pieces)
        return pieces

    def points_for(self, claim: Claim) -> Mapping[str, int]:
        """The points that a claim gives to each player."""
        points: Mapping[str, int] = {claim.player: self.board.worth(self.board.route[claim.route])}
        for mechanic in self.mechanics:
            points = mechanic.points(self, claim, points)
        return points

    def took(self, claim: Claim) -> int:
        """How many pieces a claim used, or would use if it were made now."""
        made = self.claims.get((claim.route, claim.player))
        return made.pieces if made else self.pieces_for(claim)

    def gains(self, claim: Claim) -> Mapping[str, int]:
        """The points that a claim gave to each player, or would give if it were made now."""
        made = self.claims.get((claim.route, claim.player))
        return made.points if made else self.points_for(claim)

    def brought(self, claim: Claim) -> int:
        """The points that a claim gave to all players together, or would give if it were made now."""
        return sum(self.gains(claim).values())

    def closed(self, route: Route) -> bool:
        """Whether an unclaimed track can't be claimed any more because enough of its twins are claimed."""
        claimed = [twin for twin in self.twins(route) if twin in self.owners]
        if not claimed or route.id in self.owners:
            return False
        return len(claimed) >= self.open_tracks(route)

    def free_routes(self) -> list[Route]:
        """The tracks that are neither claimed nor closed."""
        unclaimed = (route for route in self.board.route.values() if route.id not in self.owners)
        return [route for route in unclaimed if not self.closed(route)]

    def copy(self) -> Table:
        """A copy, to try an entry on or to read further entries into."""
        other = copy(self)
        for name in MUTABLE:
            setattr(other, name, getattr(self, name).copy())
        other.memory = deepcopy(self.memory)
        if self.final_round:
            other.final_round = replace(self.final_round, had=self.final_round.had.copy())
        return other

    def tickets_of(self, player: str) -> list[Ticket]:
        """The tickets a player holds, in the order of the log."""
        return [ticket for holder, ticket in self.held if holder == player]

    def built_by(self, player: str) -> list[str]:
        """The cities where a player has a station, in the order of the log."""
        return [city for city, owner in self.stations.items() if owner == player]


# The fields that `copy` copies shallowly; `memory` is nested and copied deeply.
MUTABLE: Final = tuple(
    each.name for each in fields(Table) if each.default_factory in (dict, list) and each.name != "memory"
)
