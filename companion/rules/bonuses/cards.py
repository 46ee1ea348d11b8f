"""What many bonus cards measure: the routes or the completed tickets of a player that are of some kind."""

from collections.abc import Callable

from companion.boards.model import Board, City, Route
from companion.boards.tickets import Ticket
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

Measure = Callable[[Table, PlayerScore], Item]


def routes_that(bonus: str, fits: Callable[[Board, Route], bool]) -> Measure:
    """How many own routes fit, and which."""

    def measure(table: Table, player: PlayerScore) -> Item:
        routes = tuple(name for name in player.routes if fits(table.board, table.board.route[name]))
        return Item(bonus, len(routes), routes=routes)

    return measure


def tickets_that(bonus: str, fits: Callable[[Board, PlayerScore, Ticket], bool]) -> Measure:
    """How many completed tickets fit, and which; each counts once."""

    def measure(table: Table, player: PlayerScore) -> Item:
        tickets = tuple(ticket.id for ticket in player.completed if fits(table.board, player, ticket))
        return Item(bonus, len(tickets), tickets=tickets)

    return measure


def touches(board: Board, route: Route, fits: Callable[[City], bool]) -> bool:
    """Whether one of a route's ends is a place that fits."""
    return any(fits(board.city[end]) for end in route.ends)


def names(board: Board, ticket: Ticket, tag: str) -> bool:
    """Whether a ticket names a place with this tag."""
    return any(tag in board.city[end].tags for end in ticket.ends if end in board.city)
