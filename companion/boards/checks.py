"""Contradictions between the parts of a board file. Pure; each check yields every place it finds."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from companion.boards.model import Board
from companion.validation import Complaint, complaints

Found = Iterator[Complaint]


def contradictions(board: Board, bonuses: Mapping[str, Any]) -> list[Complaint]:
    """Everything in a board that cannot be right. `bonuses` are those of the rules with the type of their worth."""
    found = [complaint for check in CHECKS for complaint in check(board)]
    return found + list(_bonuses(board, bonuses))


def _wrong(reason: str, *where: str | int, **data: object) -> Complaint:
    return Complaint(where, "wrong-board", data, reason)


def _repeated(board: Board) -> Found:
    """Names that must be unique: city ids, player colours."""
    for n, times in Counter(board.colors).items():
        if times > 1:
            yield _wrong("colour-repeated", "colors", name=n)
    seen: set[str] = set()
    for place, city in enumerate(board.cities):
        if city.id in seen:
            yield _wrong("city-repeated", "cities", place, "id", name=city.id)
        seen.add(city.id)


def _seats(board: Board) -> Found:
    """Players there can be, and colours for all of them."""
    if board.players.least > board.players.most:
        yield _wrong("least-above-most", "players", "least")
    if board.players.most > len(board.colors):
        yield _wrong("too-few-colours", "colors", players=board.players.most, colours=len(board.colors))
    if board.final_round_at >= board.trains_per_player:
        yield _wrong("final-round-at-once", "final_round_at")


def _ends(board: Board) -> Found:
    """Routes and tickets join two different cities of this board, and every city is reached."""
    known = {city.id for city in board.cities}
    routes = (("routes", place, track.a, track.b) for place, track in enumerate(board.routes))
    tickets = (("tickets", place, ticket.a, ticket.b) for place, ticket in enumerate(board.tickets))
    for kind, place, a, b in chain(routes, tickets):
        for end, name in (("a", a), ("b", b)):
            if name not in known:
                yield _wrong("no-city", kind, place, end, name=name)
        if a == b:
            yield _wrong("joins-itself", kind, place, "b", name=a)
    reached = {end for track in board.routes for end in (track.a, track.b)}
    for place, city in enumerate(board.cities):
        if city.id not in reached:
            yield _wrong("city-unreached", "cities", place, city=city.name)


def _lengths(board: Board) -> Found:
    """Every length of a route has its points, and fits the trains a player has."""
    valued = set()
    for length in board.route_points:
        if length in LENGTHS:
            valued.add(int(length))
        else:
            yield _wrong("no-length", "route_points", length, length=length)
    for place, track in enumerate(board.routes):
        if track.length not in valued:
            yield _wrong("length-without-points", "routes", place, "length", length=track.length)
        if track.ferry > track.length:
            yield _wrong("too-many-locomotives", "routes", place, "ferry")


def _ticket_sets(board: Board) -> Found:
    """Variants play with sets that exist, hold a ticket once, and deal what they have."""
    printed = {name for ticket in board.tickets for name in ticket.sets}
    for place, name in enumerate(board.long_sets):
        if name not in printed:
            yield _wrong("empty-set", "long_sets", place, name=name)
    for key, variant in board.variants.items():
        for place, name in enumerate(variant.ticket_sets):
            if name not in printed:
                yield _wrong("empty-set", "variants", key, "ticket_sets", place, name=name)
        yield from _repeated_tickets(board, key, set(variant.ticket_sets))
        if variant.keep > variant.deal.long + variant.deal.regular:
            yield _wrong("keeps-more-than-dealt", "variants", key, "keep")


def _repeated_tickets(board: Board, variant: str, sets: set[str]) -> Found:
    seen: set[str] = set()
    for place, ticket in enumerate(board.tickets):
        if sets.isdisjoint(ticket.sets):
            continue
        if ticket.id in seen:
            yield _wrong("ticket-repeated", "tickets", place, variant=variant, ticket=ticket.id)
        seen.add(ticket.id)


def _big_cities(board: Board) -> Found:
    known = {city.id for city in board.cities}
    for key, variant in board.variants.items():
        for place, name in enumerate(variant.big_cities):
            if name not in known:
                yield _wrong("no-city", "variants", key, "big_cities", place, name=name)


def _tie_break(board: Board) -> Found:
    """Points come first; stations can only separate players who have some."""
    if board.tie_break[0] != "points":
        yield _wrong("points-first", "tie_break", 0)
    for place, name in enumerate(board.tie_break):
        if name in board.tie_break[:place]:
            yield _wrong("criterion-repeated", "tie_break", place, name=name)
    if "stations" in board.tie_break and board.stations is None:
        place = board.tie_break.index("stations")
        yield _wrong("without-stations", "tie_break", place)


def _bonuses(board: Board, known: Mapping[str, Any]) -> Found:
    for key, variant in board.variants.items():
        for name, worth in variant.bonuses.items():
            if name in known:
                yield from _worth(key, name, worth, known[name])
            else:
                yield _wrong("no-such-bonus", "variants", key, "bonuses", name, name=name, known=sorted(known))
    for name in board.bonus_names:
        if name not in known:
            yield _wrong("no-bonus", "bonus_names", name, name=name)


def _worth(variant: str, bonus: str, worth: object, wanted: Any) -> Found:
    """What a bonus is worth, as its own way to pay wants it."""
    file = {"variants": {variant: {"bonuses": {bonus: worth}}}}
    try:
        TypeAdapter(dict[str, dict[str, dict[str, dict[str, wanted]]]]).validate_python(file, strict=True)
    except ValidationError as error:
        yield from complaints(error, file)


LENGTHS: Final = {str(length) for length in range(1, 10)}

CHECKS: Final[tuple[Callable[[Board], Found], ...]] = (
    _repeated, _seats, _ends, _lengths, _ticket_sets, _big_cities, _tie_break,
)  # fmt: skip
