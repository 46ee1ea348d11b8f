"""The tickets of a hand as cards: their ends, what they are worth, and whether they are connected."""

from dataclasses import dataclass

from companion.boards.model import Board
from companion.boards.tickets import Ticket
from companion.play.view import View
from companion.rules.log import Keep, in_force
from companion.rules.network import Network


@dataclass(frozen=True, slots=True)
class TicketCard:
    """A ticket that is held."""

    place: int  # of its entry in the log
    id: str
    names: tuple[str, str]  # of its start, and of the ends it can lead to
    points: int
    long: bool
    connected: bool | None  # whether its cities are; None if the table wants no hints
    line: str = ""  # on the small map: the path of an SVG line, and the points to mark
    ends: tuple[tuple[float, float], ...] = ()


def held_cards(game: View, color: str) -> list[TicketCard]:
    """The tickets that a seat holds, in the order in which they were entered."""
    with_hints = game.options.ticket_hint or game.table.finished
    network = Network(game.board, game.table.network_of(color)) if with_hints else None
    tickets = game.board.tickets_of(game.setup.variant)
    return [
        _card(game, place, tickets[entry.ticket_id], network)
        for place, entry in in_force(game.log)
        if isinstance(entry, Keep) and entry.player == color
    ]


def _card(game: View, place: int, ticket: Ticket, network: Network | None) -> TicketCard:
    """A ticket as a card. Its line on the small map is the path that completes it, or else joins its ends."""
    board = game.board
    journey = network.journey(ticket) if network else None
    connected = None if network is None else journey is not None
    long = board.is_long(ticket, game.setup.variant)
    names = ticket_names(board, ticket)
    if board.layout is None:
        return TicketCard(place, ticket.id, names, ticket.points, long, connected)
    cities = journey.cities if journey else _end_places(board, ticket)
    spots = [board.layout.place[city] for city in cities]
    line = "M" + "L".join(f"{spot.x:.0f} {spot.y:.0f}" for spot in spots)
    has_several_ends = journey is None and ticket.form != "pair"
    end_spots = spots if has_several_ends else (spots[0], spots[-1])
    ends = tuple((spot.x, spot.y) for spot in end_spots)
    return TicketCard(place, ticket.id, names, ticket.points, long, connected, line, ends)


def _end_places(board: Board, ticket: Ticket) -> list[str]:
    """The places between which a ticket's line is drawn: the first of each end."""
    return [board.places(end)[0] for end in ticket.ends]


def ticket_names(board: Board, ticket: Ticket) -> tuple[str, str]:
    """The names of a ticket's start and of the ends it can lead to."""
    start, *others = (board.end_name(end) for end in ticket.ends)
    return start, (" / " if ticket.form == "choice" else " – ").join(others)
