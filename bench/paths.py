"""The longest path: right against a plain search, and how fast beside it and beside networkx."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from statistics import median

import networkx

from bench.networks import SEED, Network, dense, ordinary
from bench.report import Row, at_least, at_most, best_ms, exact, timed_ms, told
from companion.boards.model import Board
from companion.rules.leave_out import Track
from companion.rules.trail import Trail, longest_trail

COMPLETE = {4: 5, 5: 10, 6: 13, 7: 21, 8: 25, 9: 36, 10: 41}


def rows(boards: Sequence[Board]) -> Iterator[Row]:
    """Every figure of the longest path."""
    everyday = [numbered(network) for network in ordinary(boards, 400)]
    looped = [numbered(network) for network in dense(boards, 100)]
    plain = [timed_ms(lambda net=net: memoised(net)) for net in everyday + looped]
    ours = [(best_ms(lambda net=net: longest_trail(net)), longest_trail(net)) for net in everyday + looped]
    right = sum(
        trail.exact and trail.length == length and walks(net, trail)
        for net, (__, length), (__, trail) in zip(everyday + looped, plain, ours, strict=True)
    )
    times = [ms for ms, __ in ours]
    yield told("tracks a network, ordinary and dense", f"{_mean(everyday):.1f} and {_mean(looped):.1f}")
    yield exact("longest path, 400 ordinary and 100 dense networks", right, 500)
    yield at_most("longest path, ordinary, median", median(times[:400]), 0.1)
    yield at_most("longest path, worst of 500", max(times), 3)
    searched = [ms for ms, __ in plain]
    yield told("memoised search, ordinary, times ours", f"{sum(searched[:400]) / sum(times[:400]):.1f}")
    yield at_least("memoised search, dense, times ours", sum(searched[400:]) / sum(times[400:]), 50)
    graphs = [timed_ms(lambda net=net: with_networkx(net))[0] for net in everyday[:40]]
    yield told("networkx and the obvious search, ordinary, times ours", f"{sum(graphs) / sum(times[:40]):.0f}")
    yield from _complete()
    yield from _hardest()


def _complete() -> Iterator[Row]:
    nets = {n: [(a, b, 1) for a, b in combinations(range(n), 2)] for n in COMPLETE}
    yield exact("complete networks K4 to K10", sum(longest_trail(nets[n]).length == COMPLETE[n] for n in nets), 7)
    yield at_most(
        "complete networks, worst", max(best_ms(lambda net=net: longest_trail(net)) for net in nets.values()), 20
    )


def _hardest() -> Iterator[Row]:
    """The most that a board may ask: 60 trains on tracks of length 1, three at each of 40 cities."""
    rng = Random(SEED)
    nets = [_cubic(rng, 40) for _ in range(50)]
    runs = [timed_ms(lambda net=net: longest_trail(net)) for net in nets]
    yield at_most("60 tracks of length 1, three a city, worst of 50", max(ms for ms, __ in runs), 2000)
    yield told("  of these exact within the budget", f"{sum(trail.exact for __, trail in runs)} of 50")


def _cubic(rng: Random, cities: int) -> list[Track]:
    ends = [city for city in range(cities) for _ in range(3)]
    rng.shuffle(ends)
    return [(a, b, 1) for a, b in zip(ends[::2], ends[1::2], strict=True) if a != b]


def _mean(nets: Sequence[Sequence[Track]]) -> float:
    return sum(map(len, nets)) / len(nets)


def numbered(network: Network) -> list[Track]:
    """A network with numbers for cities."""
    number = {city: n for n, city in enumerate(sorted({end for route in network for end in route.ends}))}
    return [(number[route.a], number[route.b], route.length) for route in network]


def walks(net: Sequence[Track], trail: Trail) -> bool:
    """Whether a trail is one: each track once, each from the city where the one before ended, lengths adding up."""
    steps = zip(trail.tracks, trail.cities[:-1], trail.cities[1:], strict=True)
    joined = all({a, b} == set(net[n][:2]) for n, a, b in steps)
    return (
        joined
        and len(set(trail.tracks)) == len(trail.tracks)
        and sum(net[n][2] for n in trail.tracks) == trail.length
    )


def memoised(net: Sequence[Track]) -> int:
    """The plain search: from a city on over every track not yet ridden, remembering what was looked at."""

    @cache
    def onward(city: int, ridden: int) -> int:
        return max(
            (
                length + onward(a + b - city, ridden | 1 << n)
                for n, (a, b, length) in enumerate(net)
                if city in (a, b) and not ridden >> n & 1
            ),
            default=0,
        )

    return max(onward(city, 0) for track in net for city in track[:2])


def with_networkx(net: Sequence[Track]) -> int:
    """What one would write first: a MultiGraph and every walk from every city."""
    graph = networkx.MultiGraph()
    for n, (a, b, length) in enumerate(net):
        graph.add_edge(a, b, key=n, length=length)

    def onward(city: int, ridden: frozenset[int]) -> int:
        edges = graph.edges(city, keys=True, data="length")
        further = [length + onward(end, ridden | {key}) for __, end, key, length in edges if key not in ridden]
        return max(further, default=0)

    return max(onward(city, frozenset()) for city in graph.nodes)
