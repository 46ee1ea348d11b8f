"""Finds contradictions between the parts of a board file. Pure.

Each check below is about one part of the file, and yields a complaint for each contradiction.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from companion.boards.base import LONGEST
from companion.boards.model import Board
from companion.boards.tickets import Card
from companion.validation import Complaint, Place

Complaints = Iterator[Complaint]


def contradictions(board: Board) -> list[Complaint]:
    """All contradictions in a board, without looking at the rules that it names."""
    return [complaint for check in CHECKS for complaint in check(board)]


def _wrong(reason: str, *where: str | int, **data: object) -> Complaint:
    """A complaint about a place in the board file."""
    return Complaint(where, "wrong-board", data, reason)


def _repeated(board: Board) -> Complaints:
    """Player colours and city ids are unique, and every place except a junction has a name."""
    for n, times in Counter(board.colors).items():
        if times > 1:
            yield _wrong("colour-repeated", "colors", name=n)
    seen: set[str] = set()
    for place, city in enumerate(board.cities):
        if city.id in seen:
            yield _wrong("city-repeated", "cities", place, "id", name=city.id)
        seen.add(city.id)
        if not city.name and city.kind != "junction":
            yield _wrong("city-without-name", "cities", place, "name")


def _seats(board: Board) -> Complaints:
    """The numbers of players make sense, there are colours for all, and the final round does not begin at once."""
    if board.players.least > board.players.most:
        yield _wrong("least-above-most", "players", "least")
    if board.players.most > len(board.colors):
        yield _wrong("too-few-colours", "colors", players=board.players.most, colours=len(board.colors))
    if board.final_round_at >= board.trains_per_player:
        yield _wrong("final-round-at-once", "final_round_at")


def _ends(board: Board) -> Complaints:
    """Routes join two different places of this board, tickets places or countries, and every place is reached."""
    ids = {city.id for city in board.cities}
    for place, track in enumerate(board.routes):
        for end, name in (("a", track.a), ("b", track.b)):
            if name not in ids:
                yield _wrong("no-city", "routes", place, end, name=name)
        if track.a == track.b:
            yield _wrong("joins-itself", "routes", place, "b", name=track.a)
    ids |= {country.id for country in board.countries}
    for place, card in enumerate(board.tickets):
        for where, name in _named_on(card):
            if name not in ids:
                yield _wrong("no-city", "tickets", place, *where, name=name)
    reached = {end for track in board.routes for end in (track.a, track.b)}
    for place, city in enumerate(board.cities):
        if city.id not in reached:
            yield _wrong("city-unreached", "cities", place, city=city.name)


def _named_on(card: Card) -> Iterator[tuple[Place, str]]:
    """Every end that a ticket card names, with its place in the file."""
    yield from ((("stops", n), stop) for n, stop in enumerate(card.stops))
    yield from ((("options", n, "b"), option.b) for n, option in enumerate(card.options))
    yield from (((member,), name) for member, name in (("a", card.a), ("b", card.b)) if name is not None)


def _goals(board: Board) -> Complaints:
    """The ends of a ticket share no place; tours pass no borders or countries, and boards with stations have none."""
    for place, card in enumerate(board.tickets):
        (ticket, *_copies) = card.tickets()
        for goal in ticket.goals:
            each = [set(board.places(end)) for end in goal.ends]
            if len(set.union(*each)) < sum(map(len, each)):
                yield _wrong("joins-itself", "tickets", place, *(["b"] if card.b else []), name=goal.ends[0])
                break
        for n, stop in list(enumerate(card.stops))[1:-1]:
            if board.places(stop) != (stop,) or (stop in board.city and board.city[stop].kind == "border"):
                yield _wrong("tour-through-a-border", "tickets", place, "stops", n, name=stop)
        if card.stops and board.stations:
            yield _wrong("tour-with-stations", "tickets", place)


def _countries(board: Board) -> Complaints:
    """A country has an id of its own, and places of this board."""
    seen = {city.id for city in board.cities}
    for place, country in enumerate(board.countries):
        if country.id in seen:
            yield _wrong("place-repeated", "countries", place, "id", name=country.id)
        seen.add(country.id)
        for n, name in enumerate(country.places):
            if name not in board.city:
                yield _wrong("no-city", "countries", place, "places", n, name=name)


def _tracks_open(board: Board) -> Complaints:
    """The numbers of players in `tracks_open` are those that the board is for."""
    seats = {str(n) for n in range(board.players.least, board.players.most + 1)}
    for group, table in board.tracks_open.items():
        for players in table:
            if players not in seats:
                yield _wrong("not-for-so-many", "tracks_open", group, players, given=players)


def _lengths(board: Board) -> Complaints:
    """Points are given for lengths that exist and for every route; a ferry has no more locomotives than spaces."""
    valued = set()
    for length in board.route_points:
        if length in LENGTHS:
            valued.add(int(length))
        else:
            yield _wrong("no-length", "route_points", length, length=length, longest=LONGEST)
    for place, track in enumerate(board.routes):
        if track.length not in valued:
            yield _wrong("length-without-points", "routes", place, "length", length=track.length)
        if track.ferry > track.length:
            yield _wrong("too-many-locomotives", "routes", place, "ferry")


def _ticket_sets(board: Board) -> Complaints:
    """Variants play with sets that exist and share no ticket, and players keep no more tickets than are dealt."""
    printed = {name for card in board.tickets for name in card.sets}
    for place, name in enumerate(board.long_sets):
        if name not in printed:
            yield _wrong("empty-set", "long_sets", place, name=name)
    for key, variant in board.variants.items():
        if printed and not variant.ticket_sets:
            yield _wrong("no-ticket-sets", "variants", key, "ticket_sets")
        for place, name in enumerate(variant.ticket_sets):
            if name not in printed:
                yield _wrong("empty-set", "variants", key, "ticket_sets", place, name=name)
        yield from _repeated_tickets(board, key, set(variant.ticket_sets))
        if variant.keep > variant.deal.all:
            yield _wrong("keeps-more-than-dealt", "variants", key, "keep")


def _repeated_tickets(board: Board, variant: str, sets: set[str]) -> Complaints:
    """Tickets of a variant that have the same name as an earlier one."""
    seen: set[str] = set()
    for place, card in enumerate(board.tickets):
        if sets.isdisjoint(card.sets):
            continue
        ids = {ticket.id for ticket in card.tickets()}
        for name in sorted(ids & seen):
            yield _wrong("ticket-repeated", "tickets", place, variant=variant, ticket=name)
        seen |= ids


def _big_cities(board: Board) -> Complaints:
    """The big cities of variants are cities of the board."""
    ids = {city.id for city in board.cities if city.kind != "junction"}
    for key, variant in board.variants.items():
        for place, name in enumerate(variant.big_cities):
            if name not in ids:
                yield _wrong("no-city", "variants", key, "big_cities", place, name=name)


def _undecided(board: Board) -> Complaints:
    """Doubtful facts are about tracks and tickets of the board."""
    for place, reading in enumerate(board.undecided.tracks):
        if reading.pair not in board.pairs:
            yield _wrong("no-pair", "undecided", "tracks", place, name=reading.pair)
    for place, name in enumerate(board.undecided.cards):
        if name not in board.ticket:
            yield _wrong("no-ticket", "undecided", "cards", place, name=name)


def _tie_break(board: Board) -> Complaints:
    """Points come first, no tie-break is repeated, and stations are only compared on boards that have them."""
    if board.tie_break[0] != "points":
        yield _wrong("points-first", "tie_break", 0)
    for place, name in enumerate(board.tie_break):
        if name in board.tie_break[:place]:
            yield _wrong("criterion-repeated", "tie_break", place, name=name)
    if "stations" in board.tie_break and board.stations is None:
        place = board.tie_break.index("stations")
        yield _wrong("without-stations", "tie_break", place)


LENGTHS: Final = {str(length) for length in range(1, LONGEST + 1)}

CHECKS: Final[tuple[Callable[[Board], Complaints], ...]] = (
    _repeated, _seats, _ends, _countries, _goals, _tracks_open, _lengths, _ticket_sets, _big_cities, _undecided,
    _tie_break,
)  # fmt: skip
