"""Networks of numbered cities, and whether a walk through one is a walk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

from companion.boards.model import Board, Route
from companion.rules.leave_out import Track
from companion.rules.trail import Trail


def complete(cities: int, length: int = 1, first: int = 0) -> list[Track]:
    return [(a, b, length) for a, b in combinations(range(first, first + cities), 2)]


def numbered(network: Sequence[Route]) -> list[Track]:
    cities = sorted({end for route in network for end in route.ends})
    return [(cities.index(route.a), cities.index(route.b), route.length) for route in network]


def any_net(rng: Random, most: int = 11) -> list[Track]:
    """A few cities, tracks between any two of them, some beside others, some cities left alone."""
    cities = rng.randint(2, 9)
    return [(*rng.sample(range(cities), 2), rng.randint(1, 6)) for _ in range(rng.randint(1, most))]


def clusters(rng: Random) -> list[Track]:
    """Heavy rings hung on one another by light links: the lightest to leave out are links, and rings fall off."""
    net: list[Track] = []
    for ring in range(rng.randint(3, 5)):
        cities = [4 * ring + n for n in range(rng.choice([3, 3, 4]))]
        ends = zip(cities, [*cities[1:], cities[0]], strict=True)
        net += [(a, b, rng.randint(2, 6)) for a, b in ends]
        for _ in range(rng.choice([1, 1, 1, 2]) if ring else 0):
            net.append((rng.choice(cities), 4 * rng.randrange(ring) + rng.randrange(3), rng.randint(1, 2)))
    return net


def is_a_walk(net: Sequence[Track], trail: Trail) -> bool:
    """Each track once, each from the city where the one before ended, and the lengths add up."""
    if not trail.tracks:
        return trail.length == 0
    steps = zip(trail.tracks, pairwise(trail.cities), strict=True)
    return (
        all(set(step) == set(net[n][:2]) for n, step in steps)
        and len(set(trail.tracks)) == len(trail.tracks)
        and sum(net[n][2] for n in trail.tracks) == trail.length
    )


def is_a_path(board: Board, routes: Sequence[str], cities: Sequence[str], length: int) -> bool:
    """The same, of a way through a board told by names."""
    number = {city: n for n, city in enumerate(board.city)}
    net = [(number[route.a], number[route.b], route.length) for route in board.route.values()]
    places = {name: n for n, name in enumerate(board.route)}
    return is_a_walk(net, Trail(length, tuple(places[r] for r in routes), tuple(number[c] for c in cities)))
