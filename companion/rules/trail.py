"""The longest path: the longest walk through a player's own tracks that uses no track twice; cities may be repeated.

The method is exact. A set of tracks is a walk if it is connected and at most two of its cities have an odd number
of tracks (Euler). So for each connected piece of the network we leave out the lightest tracks such that at most two
odd cities remain. This gives an upper bound, and the answer if what remains is connected, which is nearly always so.
If it is not, the walk either uses one of the left-out tracks at the border of the separated part, or stays on one
side of that border: each case is searched (branch and bound) and dropped once its bound is no better than the best
walk so far. Hierholzer's algorithm then puts the tracks in walking order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.rules.leave_out import Track, lightest_to_leave_out

STEPS: Final = 1_000_000  # of one search; not in time, so that all machines give the same answer


@dataclass(frozen=True, slots=True)
class Trail:
    """A walk: its tracks by number in walking order, and its cities, one more than tracks.

    `exact` is false if the search ran out of steps; the walk is then perhaps not the longest.
    """

    length: int
    tracks: tuple[int, ...]
    cities: tuple[int, ...]
    exact: bool = True


def longest_trail(tracks: Sequence[Track], steps: int = STEPS) -> Trail:
    """The longest walk that uses no track twice; of several always the same one."""
    if not tracks:
        return Trail(0, (), ())
    search = _Search(tracks, steps)
    search.search(range(len(tracks)), frozenset())
    order, cities = walk(tracks, search.best)
    return Trail(search.length, order, cities, search.exact)


class _Search:
    """Branch and bound over sets of tracks; `best` is the heaviest set so far that is one walk."""

    def __init__(self, tracks: Sequence[Track], steps: int) -> None:
        self.tracks = tracks
        self.steps = steps
        self.exact = True
        self.length = 0
        self.best: Sequence[int] = ()

    def search(self, among: Iterable[int], required: frozenset[int]) -> None:
        """Searches these tracks for a walk heavier than the best, using all of the `required` tracks."""
        weighed = [(self._weight(piece), piece) for piece in pieces(self.tracks, among)]
        for weight, piece in sorted(weighed, reverse=True):
            if weight > self.length and required.issubset(piece):
                self._search_piece(piece, weight, required)

    def _search_piece(self, piece: list[int], weight: int, required: frozenset[int]) -> None:
        """Searches a connected piece of this weight for a walk longer than the best.

        Its longest walk is all of it but the lightest tracks that must be left out. If what remains falls into parts,
        each part is a candidate, and the search branches.
        """
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
        """Splits the search: the walk uses one of the left-out tracks at the border of a separated part, or none.

        `piece` is a connected piece of the network, `left_out` are the lightest tracks to leave out of it, and `part`
        is one of the parts into which the rest falls. Each track of the border is required in one search, and left
        out of those that follow.
        """
        inside = {city for n in part for city in self.tracks[n][:2]}
        border = [n for n in left_out if (self.tracks[n][0] in inside) != (self.tracks[n][1] in inside)]
        remaining = set(piece)
        for track in sorted(border):
            self.search(sorted(remaining), required | {track})
            remaining.discard(track)
        self.search(sorted(remaining), required)

    def _weight(self, some: Iterable[int]) -> int:
        """The length of these tracks together."""
        return sum([self.tracks[n][2] for n in some])


def pieces(tracks: Sequence[Track], among: Iterable[int]) -> list[list[int]]:
    """These tracks, split into connected pieces."""
    piece_at: dict[int, list[int]] = {}
    connected: list[list[int]] = []
    for n in among:
        a, b, __ = tracks[n]
        one, other = piece_at.get(a), piece_at.get(b)
        if one is None and other is None:
            piece: list[int] = []
            connected.append(piece)
        else:
            piece = one or other or []
        if one is not None and other is not None and one is not other:  # the track joins two pieces
            connected = [each for each in connected if each is not other]
            piece.extend(other)
            for m in other:
                piece_at[tracks[m][0]] = piece_at[tracks[m][1]] = piece
        piece.append(n)
        piece_at[a] = piece_at[b] = piece
    return connected


def walk(tracks: Sequence[Track], chosen: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The chosen tracks, which are one walk, in walking order; and the cities on the way (Hierholzer)."""
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
