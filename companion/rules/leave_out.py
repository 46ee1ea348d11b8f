"""Which tracks to leave out so that at most two cities have an odd number of them, at the least weight.

The weighing inside the longest path: see `trail`. Track by track, every way to leave some out is followed.
Ways that agree on which cities in reach are odd so far, and on how many odd ones lie behind, differ only in
weight, and only the lightest goes on. Taking the tracks in a good order keeps few cities in reach at a time.
"""

from collections.abc import Collection, Iterator, Sequence

Track = tuple[int, int, int]  # two cities and a length


def lightest_to_leave_out(
    tracks: Sequence[Track], piece: Sequence[int], required: Collection[int]
) -> tuple[set[int] | None, int]:
    """The lightest tracks to leave out of a piece, none of them `kept`, and the steps it took to find them.

    A way is a number: a bit for each city that is odd so far and, above them, how many odd ones lie behind.
    What it leaves out is one, too: the weight, below it how many tracks, below them a bit for each track.
    Of two ways of one weight that with fewer tracks wins, as what remains then hangs together more often.
    """
    at = _around(tracks, piece)
    if sum([len(there) & 1 for there in at.values()]) <= 2:
        return set(), len(piece)
    behind = 1 << max(at) + 1
    steps = 0
    ways = {0: 0}
    for n, closed in _in_good_order(tracks, at):
        a, b, length = tracks[n]
        steps += len(ways)
        flip = (1 << a) ^ (1 << b)
        further = {way ^ flip: left for way, left in ways.items()}
        if n not in required:
            more = ((length << 8) + 1 << len(tracks)) + (1 << n)
            _keep_lightest(further, ((way, left + more) for way, left in ways.items()))
        ways = further
        for city in closed:
            ways = _close_city(ways, 1 << city, behind)
    if not ways:
        return None, steps
    chosen = min(ways.values())
    return {n for n in piece if chosen >> n & 1}, steps


def _close_city(ways: dict[int, int], city: int, behind: int) -> dict[int, int]:
    """Closes a city to which no more tracks lead: if it is odd it is an end of the walk, and a walk has two."""
    closed: dict[int, int] = {}
    _keep_lightest(closed, ((way - city + behind if way & city else way, left) for way, left in ways.items()))
    return {way: left for way, left in closed.items() if way < 3 * behind}


def _keep_lightest(ways: dict[int, int], more: Iterator[tuple[int, int]]) -> None:
    """Adds ways to those known; of two with the same state the lighter stays."""
    for way, left in more:
        lightest = ways.get(way)
        if lightest is None or left < lightest:
            ways[way] = left


def _around(tracks: Sequence[Track], piece: Sequence[int]) -> dict[int, list[int]]:
    """The tracks at each city."""
    at: dict[int, list[int]] = {}
    for n in piece:
        a, b, __ = tracks[n]
        at.setdefault(a, []).append(n)
        at.setdefault(b, []).append(n)
    return at


def _in_good_order(tracks: Sequence[Track], at: dict[int, list[int]]) -> Iterator[tuple[int, list[int]]]:
    """The tracks in an order that keeps few cities open at a time, each with the cities it is the last one at."""
    remaining = {city: set(there) for city, there in at.items()}
    reached: set[int] = set()

    def brings(city: int) -> tuple[int, int]:
        ends = [tracks[n][0] + tracks[n][1] - city for n in remaining[city]]
        return len([end for end in ends if end not in reached]) - (city in reached), city

    while remaining:
        city = min(remaining, key=brings)
        for n in sorted(remaining[city]):
            a, b, __ = tracks[n]
            reached |= {a, b}
            closed = []
            for end in (a, b):
                remaining[end].discard(n)
                if not remaining[end]:
                    del remaining[end]
                    closed.append(end)
            yield n, closed
