"""Networks, paths and tickets, found the long way: by flood, and by trying everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tests.slow.boards.sheet import Sheet, Ticket, Track
from tests.slow.graph import longest_walk


def reached_from(sheet: Sheet, start: str, tracks: Sequence[Track]) -> Iterator[set[str]]:
    """What can be reached from a place; from a border, where nothing is joined, by each of its tracks apart."""
    border = sheet.kind(start) == "border"
    begin = [{start, *track.ends} for track in tracks if start in track.ends] if border else [{start}]
    for found in begin:
        size = 0
        while len(found) > size:
            size = len(found)
            for track in tracks:
                for here, there in (track.ends, track.ends[::-1]):
                    if here in found and sheet.kind(here) != "border":
                        found.add(there)
        yield found


def joined(sheet: Sheet, ends: Sequence[str], tracks: Sequence[Track]) -> bool:
    """Whether one network meets all of these ends, each a place or a country."""
    return any(
        all(any(place in found for place in sheet.ends(end)) for end in ends)
        for start in sheet.ends(ends[0])
        for found in reached_from(sheet, start, tracks)
    )


def in_order(sheet: Sheet, stops: Sequence[str], tracks: Sequence[Track]) -> bool:
    """Whether a path passes the stops one after another, and no place twice: every path is tried."""

    def on(way: list[str], left: list[str]) -> bool:
        if not left:
            return True
        here = way[-1]
        if len(way) > 1 and sheet.kind(here) == "border":
            return False
        near = {place for track in tracks if here in track.ends for place in track.ends} - set(way)
        near -= set(left[1:])
        return any(on([*way, place], left[1:] if place == left[0] else left) for place in sorted(near))

    # Without the way being open at all there is nothing to try.
    return joined(sheet, stops, tracks) and on([stops[0]], list(stops[1:]))


def worth(sheet: Sheet, ticket: Ticket, tracks: Sequence[Track]) -> int | None:
    """What a ticket brings with these tracks; None where it fails."""
    if ticket.stops:
        if not joined(sheet, ticket.stops, tracks):
            return None
        return ticket.points if in_order(sheet, ticket.stops, tracks) else ticket.unordered
    return max((points for a, b, points in ticket.goals if joined(sheet, (a, b), tracks)), default=None)


def cost(ticket: Ticket) -> int:
    """What a ticket costs that fails."""
    return ticket.penalty if ticket.stops else min(points for _a, _b, points in ticket.goals)


def networks(sheet: Sheet, tracks: Sequence[Track]) -> list[set[str]]:
    """Each separate network, as the places in it that are no borders."""
    inner = {place for track in tracks for place in track.ends if sheet.kind(place) != "border"}
    found: list[set[str]] = []
    for place in sorted(inner):
        if not any(place in one for one in found):
            found += [reached & inner for reached in reached_from(sheet, place, tracks)]
    return found


def doubly_joined(sheet: Sheet, a: str, b: str, tracks: Sequence[Track]) -> bool:
    """Whether two paths that share no track join two places: so they do if no single track can cut them apart."""
    return joined(sheet, (a, b), tracks) and all(
        joined(sheet, (a, b), [track for track in tracks if track is not cut]) for cut in tracks
    )


def longest_path(sheet: Sheet, tracks: Iterable[Track]) -> int:
    """The most trains in one path: through places again, over no track twice, and through no border."""
    ends = [place.id for place in sheet.places.values() if place.kind == "border"]
    return longest_walk([(track.a, track.b, track.length) for track in tracks], ends)
