"""Which tracks to leave out so that at most two cities have an odd number of them, at the least weight.

A step of the longest path: see `trail`. It is dynamic programming: track by track, each is left out or not. Choices
that agree on which open cities are odd so far, and on how many closed cities are odd, differ only in weight, and only
the lightest is kept. A good order of the tracks keeps few cities open at a time.
"""

from collections.abc import Collection, Iterator, Sequence

Track = tuple[int, int, int]  # two cities and a length


def lightest_to_leave_out(
    tracks: Sequence[Track], piece: Sequence[int], required: Collection[int]
) -> tuple[set[int] | None, int]:
    """The lightest tracks to leave out of a piece, none of them `required`, and the steps that this took.

    A state is packed into an int: a bit for each open city that is odd so far and, above them, the number of closed
    cities that are odd. So is what it leaves out: the weight, below it the number of tracks, below that a bit a
    track. Of equal weights fewer tracks win, because what remains is then connected more often.
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
    """Closes a city that has no further tracks. If it is odd, it is an end of the walk, and a walk has only two."""
    closed: dict[int, int] = {}
    _keep_lightest(closed, ((way - city + behind if way & city else way, left) for way, left in ways.items()))
    return {way: left for way, left in closed.items() if way < 3 * behind}


def _keep_lightest(ways: dict[int, int], more: Iterator[tuple[int, int]]) -> None:
    """Adds states to `ways`; of two equal states the lighter stays."""
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
    """The tracks in an order that keeps few cities open at a time, each with the cities that it closes."""
    remaining = {city: set(there) for city, there in at.items()}
    reached: set[int] = set()

    def newly_open(city: int) -> tuple[int, int]:
        """How many more cities are open once this one is closed; of equals the city with the lower number."""
        ends = [tracks[n][0] + tracks[n][1] - city for n in remaining[city]]
        return len([end for end in ends if end not in reached]) - (city in reached), city

    while remaining:
        city = min(remaining, key=newly_open)
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
