"""Networks to measure the longest path on: what players own when legal games end, and dense ones."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from companion.boards.base import joined
from companion.boards.model import Board, Route
from companion.boards.tickets import typed_id
from companion.rules.network import Network as Reached

Network = list[Route]
SEED: Final = 20261118
TRIES: Final = 8
LOOP: Final = 1.6  # how much longer a track may be that closes a loop


def ordinary(boards: Sequence[Board], count: int, seed: int = SEED) -> list[Network]:
    """So many networks of players at the end of games played to the final round, boards in turn."""
    rng = Random(seed)
    found: list[Network] = []
    while len(found) < count:
        found += played(boards[len(found) % len(boards)], rng.randint(2, 5), rng)
    return found[:count]


def played(board: Board, players: int, rng: Random) -> list[Network]:
    """What each player owns after a legal game: everybody builds towards tickets, then wherever it goes on."""
    own: list[Network] = [[] for _ in range(players)]
    trains = [board.trains_per_player] * players
    goals = [_goals(board, rng) for _ in range(players)]
    last_turns: int | None = None
    turn = 0
    while last_turns != 0 and turn < 500:
        player = turn % players
        free = list(_free(board, own, player, trains[player]))
        if free:
            route = _chosen(board, free, own[player], goals[player], rng)
            own[player].append(route)
            trains[player] -= route.length
        turn += 1
        if last_turns is not None:
            last_turns -= 1
        elif trains[player] <= board.final_round_at or not free:
            last_turns = players
    return [network for network in own if network]


def _goals(board: Board, rng: Random) -> list[str]:
    """Five tickets; where they are typed, between any two ends."""
    if not board.typed_tickets:
        return rng.sample(sorted(board.tickets_of("base")), 5)
    pairs = [rng.sample(sorted(board.typed_ends), 2) for _ in range(50)]
    return [typed_id(joined(*pair), 1) for pair in pairs if board.may_join(*pair)][:5]


def dense(boards: Sequence[Board], count: int, seed: int = SEED) -> list[Network]:
    """So many networks with as many loops of short tracks as a player's trains allow: the best of some tries each."""
    rng = Random(seed)
    tries = [[_dense(boards[n % len(boards)], rng) for _ in range(TRIES)] for n in range(count)]
    return [max(some, key=_loops) for some in tries]


def _loops(network: Network) -> int:
    return len(network) - len({end for route in network for end in route.ends})


def _free(board: Board, own: Sequence[Network], player: int, trains: int) -> Iterator[Route]:
    """What a player may claim by the rules of double routes and with these trains."""
    owner = {route.id: n for n, network in enumerate(own) for route in network}
    closed_by_any = len(own) < board.double_routes_need_players
    for route in board.route.values():
        beside = [owner[twin] for twin in route.twins if twin in owner]
        closed = player in beside or (beside and closed_by_any)
        if route.id not in owner and route.length <= trains and not closed:
            yield route


def _chosen(board: Board, free: Sequence[Route], own: Network, goals: list[str], rng: Random) -> Route:
    """A route on the way of the first ticket that can still be joined; else one that goes on from what is there."""
    while goals:
        ticket = board.tickets_of("base")[goals[0]]
        way = Reached(board, own, (route for route in free if route not in own)).journey(ticket)
        if way and way.borrowed:
            return board.route[rng.choice(way.borrowed)]
        goals.pop(0)
    here = {end for route in own for end in route.ends}
    near = [route for route in free if here.intersection(route.ends)] or list(free)
    return rng.choices(near, [route.length for route in near])[0]


def _dense(board: Board, rng: Random) -> Network:
    """Grown from a short track: at each step one of the shortest that closes a loop, else of the shortest."""
    pairs = {route.ends: route for route in board.route.values()}
    network = [rng.choice([route for route in pairs.values() if route.length == 1])]
    trains = board.trains_per_player - network[0].length
    while True:
        here = {end for route in network for end in route.ends}
        free = [r for r in pairs.values() if r not in network and r.length <= trains and here.intersection(r.ends)]
        if not free:
            return network
        route = min(free, key=lambda r: (r.length - LOOP * here.issuperset(r.ends), rng.random()))
        network.append(route)
        trains -= route.length
