"""The longest path: the heaviest walk through a player's tracks that rides no track twice.

The rule: cities may be passed again, tracks may not; only one's own tracks count; lengths add up.

How it is found, exactly. A set of tracks can be ridden in one go when it hangs together and at most two
of its cities have an odd number of tracks (Euler). So in each connected piece of the network the lightest
tracks are left out that leave at most two odd cities. That is an upper bound, and the answer whenever what
remains hangs together, which is nearly always. Where it fell apart, the walk either uses one of the tracks
left out around the part that fell off, or stays on one side of them: each case is looked at by itself, and
dropped as soon as its bound is no better than the best walk known. Hierholzer's way gives the walk.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.rules.leave_out import Track, lightest_to_leave_out

STEPS: Final = 1_000_000  # what one search may take; counted, so that every machine gives the same answer


@dataclass(frozen=True, slots=True)
class Trail:
    """A walk: the tracks by their number, in walking order, and the cities passed, one more than tracks.

    `exact` is false where the search spent its steps; the walk is then a good one, perhaps not the longest.
    """

    length: int
    tracks: tuple[int, ...]
    cities: tuple[int, ...]
    exact: bool = True


def longest_trail(tracks: Sequence[Track], steps: int = STEPS) -> Trail:
    """The longest walk that rides no track twice. Among equals always the same one."""
    if not tracks:
        return Trail(0, (), ())
    search = _Search(tracks, steps)
    search.look(range(len(tracks)), frozenset())
    order, cities = walk(tracks, search.best)
    return Trail(search.length, order, cities, search.exact)


class _Search:
    """Branch and bound over sets of tracks; `best` is the heaviest one found that can be ridden in one go."""

    def __init__(self, tracks: Sequence[Track], steps: int) -> None:
        self.tracks = tracks
        self.steps = steps
        self.exact = True
        self.length = 0
        self.best: Sequence[int] = ()

    def look(self, among: Iterable[int], required: frozenset[int]) -> None:
        """Looks for a heavier walk among these tracks that rides all of `kept`."""
        weighed = [(self._weight(piece), piece) for piece in pieces(self.tracks, among)]
        for weight, piece in sorted(weighed, reverse=True):
            if weight > self.length and required.issubset(piece):
                self._look_in_piece(piece, weight, required)

    def _look_in_piece(self, piece: list[int], weight: int, required: frozenset[int]) -> None:
        if self.steps < 0:
            self.exact = False
            return
        left_out, steps = lightest_to_leave_out(self.tracks, piece, required)
        self.steps -= steps
        if left_out is None or weight - self._weight(left_out) <= self.length:
            return
        parts = pieces(self.tracks, (n for n in piece if n not in left_out))
        for part in parts:
            if self._weight(part) > self.length:
                self.length, self.best = self._weight(part), part
        if len(parts) > 1:
            self._branch(piece, min(parts, key=len), left_out, required)

    def _branch(self, piece: list[int], part: list[int], left_out: set[int], required: frozenset[int]) -> None:
        """The walk rides a track on the border of the part that fell off, or stays on one side of it."""
        inside = {city for n in part for city in self.tracks[n][:2]}
        border = [n for n in left_out if (self.tracks[n][0] in inside) != (self.tracks[n][1] in inside)]
        remaining = set(piece)
        for track in sorted(border):
            self.look(sorted(remaining), required | {track})
            remaining.discard(track)
        self.look(sorted(remaining), required)

    def _weight(self, some: Iterable[int]) -> int:
        return sum([self.tracks[n][2] for n in some])


def pieces(tracks: Sequence[Track], among: Iterable[int]) -> list[list[int]]:
    """These tracks, split into connected pieces."""
    at: dict[int, list[int]] = {}
    connected: list[list[int]] = []
    for n in among:
        a, b, __ = tracks[n]
        one, other = at.get(a), at.get(b)
        if one is None and other is None:
            home: list[int] = []
            connected.append(home)
        else:
            home = one or other or []
        if one is not None and other is not None and one is not other:
            connected = [piece for piece in connected if piece is not other]
            home.extend(other)
            for m in other:
                at[tracks[m][0]] = at[tracks[m][1]] = home
        home.append(n)
        at[a] = at[b] = home
    return connected


def walk(tracks: Sequence[Track], chosen: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Puts tracks that can be ridden in one go into such an order, with the cities on the way."""
    at: dict[int, list[int]] = {}
    for n in sorted(chosen, reverse=True):
        for city in tracks[n][:2]:
            at.setdefault(city, []).append(n)
    start = min((city for city, there in at.items() if len(there) % 2), default=min(at))
    ridden: set[int] = set()
    way = [(start, -1)]
    order: list[int] = []
    cities: list[int] = []
    while way:
        city, came_by = way[-1]
        there = at[city]
        while there and there[-1] in ridden:
            there.pop()
        if there:
            n = there.pop()
            ridden.add(n)
            a, b, __ = tracks[n]
            way.append((b if a == city else a, n))
        else:
            way.pop()
            cities.append(city)
            if came_by >= 0:
                order.append(came_by)
    return tuple(reversed(order)), tuple(reversed(cities))
