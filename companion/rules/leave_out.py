"""Which tracks to leave out so that at most two cities have an odd number of them, at the least weight.

A step of the longest path: see `trail`. It is dynamic programming: track by track, each is left out or not. A city is
odd if an odd number of its tracks is kept, and closed once all its tracks have been looked at. Choices that agree on
which open cities are odd so far, and on how many closed cities are odd, differ only in weight, and only the lightest
is kept. A good order of the tracks keeps few cities open at a time.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

Track = tuple[int, int, int]  # two cities and a length


class LeftOut(NamedTuple):
    """The tracks to leave out, None if no choice of them will do; and the steps that it took to find them."""

    tracks: set[int] | None
    steps: int


def lightest_to_leave_out(tracks: Sequence[Track], piece: Sequence[int], required: Collection[int]) -> LeftOut:
    """The lightest tracks to leave out of a connected piece, none of them `required`.

    `lightest` maps each state to what it leaves out. Both are packed into an int, for speed. A state is a bit for
    each open city that is odd so far and, above all of these, the number of closed cities that are odd. What it
    leaves out is the weight, below that the number of tracks, and below that a bit for each track. So of equal
    weights fewer tracks win: what remains is then connected more often.
    """
    at = _tracks_at_cities(tracks, piece)
    if sum([len(there) & 1 for there in at.values()]) <= 2:
        return LeftOut(set(), len(piece))
    one_closed_odd = 1 << max(at) + 1
    steps = 0
    lightest = {0: 0}
    for n, closed in _in_good_order(tracks, at):
        a, b, length = tracks[n]
        steps += len(lightest)
        both_ends = (1 << a) ^ (1 << b)
        following = {state ^ both_ends: left_out for state, left_out in lightest.items()}
        if n not in required:
            this_track = ((length << 8) + 1 << len(tracks)) + (1 << n)
            _keep_lightest(following, ((state, left_out + this_track) for state, left_out in lightest.items()))
        lightest = following
        for city in closed:
            lightest = _close_city(lightest, 1 << city, one_closed_odd)
    if not lightest:
        return LeftOut(None, steps)
    chosen = min(lightest.values())
    return LeftOut({n for n in piece if chosen >> n & 1}, steps)


def _close_city(lightest: dict[int, int], city: int, one_closed_odd: int) -> dict[int, int]:
    """The states after a city, given as its bit, is closed: if it is odd, it counts as one more closed odd city.

    States with more than two of these are dropped: odd cities are ends of the walk, and a walk has only two.
    """
    closed: dict[int, int] = {}
    moved = (
        (state - city + one_closed_odd if state & city else state, left_out) for state, left_out in lightest.items()
    )
    _keep_lightest(closed, moved)
    return {state: left_out for state, left_out in closed.items() if state < 3 * one_closed_odd}


def _keep_lightest(lightest: dict[int, int], more: Iterator[tuple[int, int]]) -> None:
    """Adds states, each with what it leaves out, to `lightest`; of two equal states the lighter stays."""
    for state, left_out in more:
        existing = lightest.get(state)
        if existing is None or left_out < existing:
            lightest[state] = left_out


def _tracks_at_cities(tracks: Sequence[Track], piece: Sequence[int]) -> dict[int, list[int]]:
    """The numbers of the tracks of a piece at each city."""
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
        """How many more cities are open once this one is closed; then its number, so that no two cities are equal."""
        other_ends = [tracks[n][0] + tracks[n][1] - city for n in remaining[city]]
        return len([end for end in other_ends if end not in reached]) - (city in reached), city

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
