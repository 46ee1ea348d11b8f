"""A game as it stands: the log read in order by the rules.

Everything about a table is computed here from board and log, each time, by one and the same path.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from companion.boards.model import Board, Ticket
from companion.rules import refusals
from companion.rules.log import AnyEntry, CatchUp, Claim, Draw, Finish, Hidden, Keep, Station, Turn, in_force
from companion.rules.setup import Setup

Phase = Literal["playing", "final-round", "reveal", "finished"]


@dataclass(slots=True)
class FinalRound:
    """Who set the final round off, at which place of the log, and who has had the last turn, where."""

    triggered_by: str
    place: int
    had: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Table:
    """What the log amounts to. To be read only: a change is a new entry and a new table."""

    board: Board
    setup: Setup
    owners: dict[str, str] = field(default_factory=dict)  # route -> player, in the order of the log
    claimed_at: dict[str, int] = field(default_factory=dict)  # route -> place in the log
    stations: dict[str, str] = field(default_factory=dict)  # city -> player
    held: list[tuple[str, Ticket]] = field(default_factory=list)  # player and ticket, in the order of the log
    trains: dict[str, int] = field(default_factory=dict)  # player -> trains left
    last_turn: str | None = None
    final_round: FinalRound | None = None
    turns_too_many: list[tuple[int, str]] = field(default_factory=list)  # place, player
    turns_followed: bool = True
    finished: bool = False
    hidden: bool = False

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
        """Who still has a last turn, in seating order."""
        had = self.final_round.had if self.final_round else self.trains
        return [color for color in self.setup.colors if color not in had]

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
        if reader := READERS.get(type(entry)):
            reader(table, place, entry)
        if isinstance(entry, Turn):
            _end_turn(table, place, entry)
    return table


def take_in(board: Board, setup: Setup, log: Sequence[AnyEntry], entry: AnyEntry) -> Table:
    """The table with one entry more, as a live table takes it: it refuses a turn too many as well."""
    table = replay(board, setup, [*log, entry])
    for place, player in table.turns_too_many:
        if place == len(log) + 1:
            raise refusals.FinalTurnHad(place, board, setup, player=player)
    return table


def _claim(table: Table, place: int, entry: Claim) -> None:
    """A free track, no second one between the same cities, not closed by few players, and trains enough."""
    route = table.board.route[entry.route]

    def refuse(kind: type[refusals.RuleBroken], **data: str | int) -> refusals.RuleBroken:
        return kind(place, table.board, table.setup, route=route.id, **data)

    if route.id in table.owners:
        raise refuse(refusals.RouteTaken, player=table.owners[route.id])
    beside = [table.owners[twin] for twin in route.twins if twin in table.owners]
    if entry.player in beside:
        raise refuse(refusals.OwnTwin, player=entry.player)
    players = len(table.setup.players)
    if beside and players < table.board.double_routes_need_players:
        raise refuse(refusals.TwinClosed, player=beside[0], players=players)
    left = table.trains[entry.player]
    if left < route.length:
        raise refuse(refusals.NotEnoughTrains, player=entry.player, left=left, length=route.length)
    table.owners[route.id] = entry.player
    table.claimed_at[route.id] = place
    table.trains[entry.player] = left - route.length


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
    if (entry.player, ticket) in table.held:
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
    included, has one more turn. What is entered late uses no turn and starts nothing.
    """
    if not table.turns_followed or (not isinstance(entry, Draw) and entry.late):
        return
    table.last_turn = entry.player
    final = table.final_round
    if final is None:
        if table.trains[entry.player] <= table.board.final_round_at:
            table.final_round = FinalRound(entry.player, place)
    elif entry.player in final.had:
        table.turns_too_many.append((place, entry.player))
    else:
        final.had[entry.player] = place


READERS: Final[dict[type, Callable[[Table, int, Any], None]]] = {
    Claim: _claim,
    Station: _station,
    Keep: _keep,
    CatchUp: _catch_up,
    Finish: _finish,
}
