"""A game as it stands: the log read in order by the rules.

Everything about a table is computed here from board and log, each time, by one and the same path. What is printed
is asked of the board; where a rule that only some boards have may change it, the board's mechanics are asked as well.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from companion.boards.model import Board, Route
from companion.boards.tickets import Ticket
from companion.rules import refusals
from companion.rules.log import AnyEntry, CatchUp, Claim, Entry, Finish, Hidden, Keep, Station, Turn, in_force
from companion.rules.mechanics import mechanics_of
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.setup import Setup

Phase = Literal["playing", "final-round", "reveal", "finished"]


@dataclass(slots=True)
class FinalRound:
    """The final round: who started it, at which place of the log, and how many turns everybody has and has had."""

    triggered_by: str
    place: int
    turns: int = 1
    had: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Table:
    """The state of a table, replayed from its log. To be read only: a change is a new entry and a new table."""

    board: Board
    setup: Setup
    owners: dict[str, str] = field(default_factory=dict)  # route -> player, in the order of the log
    claimed_at: dict[str, int] = field(default_factory=dict)  # route -> place in the log
    pieces: dict[str, int] = field(default_factory=dict)  # route -> how many pieces its claim took
    points: dict[str, Mapping[str, int]] = field(default_factory=dict)  # route -> what its claim brought, by player
    stations: dict[str, str] = field(default_factory=dict)  # city -> player
    held: list[tuple[str, Ticket]] = field(default_factory=list)  # player and ticket, in the order of the log
    trains: dict[str, int] = field(default_factory=dict)  # player -> trains left
    last_turn: str | None = None
    final_round: FinalRound | None = None
    turns_too_many: list[tuple[int, str]] = field(default_factory=list)  # place, player
    turns_followed: bool = True
    finished: bool = False
    hidden: bool = False
    memory: dict[str, Any] = field(default_factory=dict)  # what mechanics keep of the log
    mechanics: tuple[Mechanic, ...] = ()

    def __post_init__(self) -> None:
        if self.board.mechanics:
            self.mechanics = mechanics_of(self.board)

    @property
    def phase(self) -> Phase:
        """Playing until the final round, then waiting for last turns, then for tickets, then finished."""
        if self.finished:
            return "finished"
        if self.final_round is None:
            return "playing"
        return "final-round" if self.waiting_for else "reveal"

    @property
    def waiting_for(self) -> list[str]:
        """The players who still have a last turn, in seating order."""
        final = self.final_round
        return [color for color in self.setup.colors if final.had.get(color, 0) < final.turns] if final else []

    @property
    def next_player(self) -> str:
        """Whose turn it likely is: the seat after the last turn, passing over those who have had their last one."""
        seats = self.setup.colors
        if self.last_turn is None:
            return self.setup.starts or seats[0]
        first = seats.index(self.last_turn) + 1
        clockwise = [*seats[first:], *seats[:first]]
        waiting = self.waiting_for
        return next((color for color in clockwise if color in waiting), clockwise[0])

    def routes_of(self, player: str) -> list[str]:
        """The routes a player owns, in the order of the log."""
        return [route for route, owner in self.owners.items() if owner == player]

    def network_of(self, player: str) -> Sequence[Route]:
        """The routes a player may use for tickets, before anything is borrowed."""
        routes: Sequence[Route] = [self.board.route[name] for name in self.routes_of(player)]
        for mechanic in self.mechanics:
            routes = mechanic.network(self, player, routes)
        return routes

    def route_points(self, player: str) -> int:
        """The points that all claims together brought a player."""
        return sum([points.get(player, 0) for points in self.points.values()])

    def pieces_for(self, claim: Claim) -> int:
        """How many pieces a claim takes from its player."""
        pieces = self.board.route[claim.route].length
        for mechanic in self.mechanics:
            pieces = mechanic.pieces(self, claim, pieces)
        return pieces

    def points_for(self, claim: Claim) -> Mapping[str, int]:
        """The points that a claim brings, by player."""
        points: Mapping[str, int] = {claim.player: self.board.worth(self.board.route[claim.route])}
        for mechanic in self.mechanics:
            points = mechanic.points(self, claim, points)
        return points

    def took(self, claim: Claim) -> int:
        """How many pieces a claim took, or would take if it were made now."""
        return self.pieces[claim.route] if self._made(claim) else self.pieces_for(claim)

    def brought(self, claim: Claim) -> int:
        """The points that a claim brought all players together, or would bring if it were made now."""
        return sum((self.points[claim.route] if self._made(claim) else self.points_for(claim)).values())

    def _made(self, claim: Claim) -> bool:
        return self.owners.get(claim.route) == claim.player

    def closed(self, route: Route) -> bool:
        """Whether a free track is closed: tracks beside it are claimed, and the players are too few for more."""
        claimed = [twin for twin in route.twins if twin in self.owners]
        if not claimed or route.id in self.owners:
            return False
        return len(claimed) >= self.board.open_tracks(route, len(self.setup.players), self.setup.variant)

    def free_routes(self) -> list[Route]:
        """The tracks that somebody can still claim."""
        free = (route for route in self.board.route.values() if route.id not in self.owners)
        return [route for route in free if not self.closed(route)]

    def broken_by(self, entry: Entry) -> refusals.RuleBroken | None:
        """The rule that an entry would break, if any; it is tried on a copy, so nothing happens."""
        kept = ("owners", "claimed_at", "pieces", "points", "stations", "held", "trains")
        tried = replace(self, **{name: getattr(self, name).copy() for name in kept}, memory=deepcopy(self.memory))
        try:
            read(tried, 0, entry)
        except refusals.RuleBroken as broken:
            return broken
        return None

    def tickets_of(self, player: str) -> list[Ticket]:
        """The tickets a player holds, in the order of the log."""
        return [ticket for holder, ticket in self.held if holder == player]

    def built_by(self, player: str) -> list[str]:
        """The cities where a player has a station, in the order of the log."""
        return [city for city, owner in self.stations.items() if owner == player]


def replay(board: Board, setup: Setup, log: Sequence[AnyEntry]) -> Table:
    """The table that a log amounts to. Raises RuleBroken at the first entry that the rules do not allow."""
    table = Table(board, setup, turns_followed=setup.tracking == "live")
    table.trains = dict.fromkeys(setup.colors, board.trains_per_player)
    table.hidden = any(isinstance(entry, Hidden) for entry in log)
    for place, entry in in_force(log):
        if table.finished:
            raise refusals.AfterFinish(place, board, setup)
        read(table, place, entry)
        if isinstance(entry, Turn):
            _end_turn(table, place, entry)
    return table


def read(table: Table, place: int, entry: Entry) -> None:
    """Takes one entry in, by the common rules and by those of the board. Raises RuleBroken."""
    if reader := READERS.get(entry.type):
        reader(table, place, entry)
    for mechanic in table.mechanics:
        mechanic.read(table, place, entry)


def take_in(board: Board, setup: Setup, log: Sequence[AnyEntry], entry: AnyEntry) -> Table:
    """The table with one entry more, as a live table takes it: it refuses a turn too many as well."""
    table = replay(board, setup, [*log, entry])
    for place, player in table.turns_too_many:
        if place == len(log) + 1:
            raise refusals.FinalTurnHad(place, board, setup, player=player)
    return table


def _claim(table: Table, place: int, entry: Claim) -> None:
    """Reads a claim: the route gets an owner, its pieces are used and its points scored at once."""
    broken = _against(table, place, entry)
    for mechanic in table.mechanics:
        broken = mechanic.refusal(table, place, entry, broken)
    if broken:
        raise broken
    pieces, points = table.pieces_for(entry), table.points_for(entry)
    table.owners[entry.route] = entry.player
    table.claimed_at[entry.route] = place
    table.pieces[entry.route] = pieces
    table.points[entry.route] = points
    table.trains[entry.player] -= pieces


def _against(table: Table, place: int, entry: Claim) -> refusals.RuleBroken | None:
    """A free track, no second one of its group, none that few players close, and trains enough."""
    route = table.board.route[entry.route]

    def refuse(kind: type[refusals.RuleBroken], **data: str | int) -> refusals.RuleBroken:
        return kind(place, table.board, table.setup, route=route.id, **data)

    if route.id in table.owners:
        return refuse(refusals.RouteTaken, player=table.owners[route.id])
    if route.twins:
        twins = [table.owners[twin] for twin in route.twins if twin in table.owners]
        if entry.player in twins:
            return refuse(refusals.OwnTwin, player=entry.player)
        if table.closed(route):
            return refuse(refusals.TwinClosed, player=twins[0], players=len(table.setup.players), open=len(twins))
    left, pieces = table.trains[entry.player], table.pieces_for(entry)
    if left < pieces:
        return refuse(refusals.NotEnoughTrains, player=entry.player, left=left, length=pieces)
    return None


def _station(table: Table, place: int, entry: Station) -> None:
    """One station a city, and so many a player."""
    stations = table.board.stations
    count = stations.count if stations else 0
    if entry.city in table.stations:
        owner = table.stations[entry.city]
        raise refusals.CityTaken(place, table.board, table.setup, city=entry.city, player=owner)
    if len(table.built_by(entry.player)) >= count:
        raise refusals.NoStationsLeft(place, table.board, table.setup, player=entry.player, count=count)
    table.stations[entry.city] = entry.player


def _keep(table: Table, place: int, entry: Keep) -> None:
    """A player holds a ticket once. That two players hold the same one is for the table to settle."""
    ticket = table.board.tickets_of(table.setup.variant)[entry.ticket]
    if any(player == entry.player and held.id == ticket.id for player, held in table.held):
        raise refusals.TicketHeld(place, table.board, table.setup, player=entry.player, ticket=ticket.id)
    table.held.append((entry.player, ticket))


def _catch_up(table: Table, _place: int, _entry: CatchUp) -> None:
    """The table fell behind: from here on, as after the game, turns and the final round are not followed."""
    table.turns_followed = False
    table.final_round = None
    table.turns_too_many = []


def _finish(table: Table, _place: int, _entry: Finish) -> None:
    table.finished = True


def _end_turn(table: Table, place: int, entry: Turn) -> None:
    """The final round: it starts when a turn leaves its player with few trains; then everybody, that player
    included, has one more turn, or as many as the board gives. What is entered late uses no turn and starts nothing.
    """
    if not table.turns_followed or not entry.in_turn:
        return
    table.last_turn = entry.player
    final = table.final_round
    if final is None:
        if _starts_final_round(table, entry.player):
            table.final_round = FinalRound(entry.player, place, _final_turns(table))
    elif final.had.get(entry.player, 0) == final.turns:
        table.turns_too_many.append((place, entry.player))
    else:
        final.had[entry.player] = final.had.get(entry.player, 0) + 1


def _starts_final_round(table: Table, player: str) -> bool:
    starts = table.trains[player] <= table.board.final_round_at
    for mechanic in table.mechanics:
        starts = mechanic.final_round(table, player, starts)
    return starts


def _final_turns(table: Table) -> int:
    turns = table.board.final_turns
    for mechanic in table.mechanics:
        turns = mechanic.final_turns(table, turns)
    return turns


READERS: Final[dict[str, Callable[[Table, int, Any], None]]] = {
    "claim": _claim,
    "station": _station,
    "keep": _keep,
    "catch-up": _catch_up,
    "finish": _finish,
}
