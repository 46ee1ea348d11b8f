"""Reading a long log, counting a table of five, and the best use of stations."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from random import Random

from bench.networks import SEED, played
from bench.report import Row, at_most, best_ms, exact, timed_ms
from companion.boards.model import Board, Route
from companion.boards.tickets import Ticket
from companion.rules.game_setup import Player, Setup
from companion.rules.log import ENTRY, AnyEntry
from companion.rules.network import Network
from companion.rules.replay import replay
from companion.rules.station_loans import Loans, best_loans
from companion.rules.tally import tally

ENTRIES = 250
POSITIONS = 200


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Every figure of a whole game."""
    for board in boards.values():
        game = (board, *long_game(board, Random(SEED)))
        table = replay(*game)
        read, counted = best_ms(partial(replay, *game)), best_ms(partial(tally, table))
        yield at_most(f"{board.name}: replay of {len(game[2])} entries", read, 2)
        yield at_most(f"{board.name}: whole tally of five players", counted, 5)
    yield from _stations(boards["europe"])


def long_game(board: Board, rng: Random) -> tuple[Setup, list[AnyEntry]]:
    """A game of five with 250 entries: tickets, turns without trains, routes, one entry taken back."""
    colors = board.colors[:5]
    setup = Setup(map=board.id, players=[Player(color=color, name=color.title()) for color in colors])
    tickets = sorted(board.tickets_of("base"))
    rng.shuffle(tickets)
    told: list[dict[str, object]] = [
        {"type": "keep", "player": color, "ticket": tickets.pop()} for _ in range(4) for color in colors
    ]
    networks = played(board, 5, rng)
    claims = [
        {"type": "claim", "player": colors[n], "route": network[turn].id}
        for turn in range(max(map(len, networks)))
        for n, network in enumerate(networks)
        if turn < len(network)
    ]
    spare = ENTRIES - len(told) - len(claims) - 2
    told += [{"type": "draw", "player": colors[n % 5]} for n in range(spare)] + claims
    told += [{"type": "strike", "entry": 30}, {"type": "finish"}]
    return setup, [ENTRY.validate_python(entry) for entry in told]


def _stations(board: Board) -> Iterator[Row]:
    rng = Random(SEED)
    positions = [_position(board, rng) for _ in range(POSITIONS)]
    runs = [timed_ms(lambda p=p: best_loans(*p)) for p in positions]
    best = [min(ms, best_ms(lambda p=p: best_loans(*p))) for (ms, __), p in zip(runs, positions, strict=True)]
    right = sum(_worth(p, loans) == _brute_force(p) for p, (__, loans) in zip(positions, runs, strict=True))
    yield exact("stations against brute force", right, POSITIONS)
    yield at_most("stations, worst of 200", max(best), 10)


Position = tuple[Board, list[str], list[Ticket], list[Route], list[Route]]


def _position(board: Board, rng: Random) -> Position:
    """Three stations where every neighbour is claimed by others, twelve tickets, and a network of one's own."""
    busy = sorted(board.city, key=lambda city: -sum(city in route.ends for route in board.route.values()))
    built = rng.sample(busy[:12], 3)
    routes = list(board.route.values())
    own = [route for route in rng.sample(routes, 14) if not set(built).intersection(route.ends)]
    others = [route for route in routes if route not in own]
    tickets = rng.sample(list(board.tickets_of("base").values()), 12)
    return board, built, tickets, own, others


def _brute_force(position: Position) -> tuple[int, int, int]:
    __, built, __, __, others = position
    choices = [[None, *(route.id for route in others if city in route.ends)] for city in built]
    uses = ({city: route for city, route in zip(built, some, strict=True) if route} for some in product(*choices))
    return max(_worth(position, Loans(chosen)) for chosen in uses)


def _worth(position: Position, loans: Loans) -> tuple[int, int, int]:
    """Points and number of completed tickets, and how few routes are borrowed."""
    board, __, tickets, own, others = position
    network = Network(board, own, (route for route in others if route.id in loans.uses.values()))
    done = [ticket.points for ticket in tickets if network.reached(ticket)]
    return sum(done), len(done), -len(loans.uses)
