"""A player's own part of the sheet: routes, tickets with their journeys, stations."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.boards.model import Board
from companion.boards.tickets import Ticket
from companion.prose import reasons
from companion.prose.names import route_name, ticket_name
from companion.rules.score import PlayerScore
from companion.rules.tally import Line, Tally
from companion.sheet.figures import figure, in_column, signed, tied
from companion.sheet.marks import NAMES, Mark, everyone, mark, size_of


@dataclass(frozen=True, slots=True)
class RouteLine:
    """A route with its points and trains, as figures of a column."""

    name: str
    trains: str
    points: str


@dataclass(frozen=True, slots=True)
class TicketLine:
    """A ticket as a card: its ends and points, and by which way it was completed."""

    ends: str
    points: str
    done: bool
    way: str


@dataclass(frozen=True, slots=True)
class Part:
    """Everything of one player."""

    mark: Mark
    name: str
    name_size: int
    rank: int
    total: str
    route_points: int
    routes: list[RouteLine]
    ticket_points: str
    tickets: list[TicketLine]
    stations: str
    station_points: int
    path: str


def parts(result: Tally) -> Iterator[Part]:
    """Everybody, best first."""
    looks, board = everyone(result.table), result.table.board
    for line in result.by_rank:
        yield _part(board, line, mark(line.score.color, looks[line.score.color]))


def _part(board: Board, line: Line, sign: Mark) -> Part:
    own = line.score
    return Part(
        mark=sign,
        name=own.name,
        name_size=size_of(own.name, NAMES),
        rank=line.rank,
        total=figure(line.total),
        route_points=own.route_points,
        routes=[_route(board, name) for name in own.routes],
        ticket_points=figure(own.ticket_points),
        tickets=[_ticket(board, own, ticket) for ticket in (*own.completed, *own.failed)],
        stations=reasons.stations(board, own) if board.stations else "",
        station_points=own.station_points,
        path=reasons.longest_path(board, own),
    )


def _route(board: Board, name: str) -> RouteLine:
    route = board.route[name]
    return RouteLine(route_name(board, route), in_column(route.length, 3), in_column(board.worth(route), 2))


def _ticket(board: Board, own: PlayerScore, ticket: Ticket) -> TicketLine:
    done = ticket.id in own.journeys
    points = signed(own.points_of(ticket))
    way = tied(reasons.journey(board, own, ticket.id)) if done else ""
    return TicketLine(ticket_name(board, ticket), points, done, way)
