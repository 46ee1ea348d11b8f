"""What the parts of a board file say against one another. Pure; each check yields every place it finds."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from companion.boards.model import LONGEST, Board
from companion.boards.tickets import Card
from companion.i18n import gettext as _
from companion.validation import Complaint, Place, bare, shown

Found = Iterator[Complaint]


def contradictions(board: Board) -> list[Complaint]:
    """Everything in a board that cannot be right, whatever the rules know."""
    return [complaint for check in CHECKS for complaint in check(board)]


def _wrong(*where: str | int, says: str) -> Complaint:
    return Complaint(where, "wrong-board", says)


def _repeated(board: Board) -> Found:
    """Names that must be unique: city ids, player colours."""
    for n, times in Counter(board.colors).items():
        if times > 1:
            yield _wrong("colors", says=_("the colour “{name}” stands there twice").format(name=n))
    seen: set[str] = set()
    for place, city in enumerate(board.cities):
        if city.id in seen:
            yield _wrong("cities", place, "id", says=_("there are two cities “{name}”").format(name=city.id))
        seen.add(city.id)


def _seats(board: Board) -> Found:
    """Players there can be, and colours for all of them."""
    if board.players.least > board.players.most:
        yield _wrong("players", "least", says=_("the least number of players is above the most"))
    if board.players.most > len(board.colors):
        says = _("{most} may play, but there are only {colors} colours")
        yield _wrong("colors", says=says.format(most=board.players.most, colors=len(board.colors)))
    if board.final_round_at >= board.trains_per_player:
        yield _wrong("final_round_at", says=_("the final round would start before the first train is placed"))


def _ends(board: Board) -> Found:
    """Routes join two different places of this board, tickets places or countries, and every place is reached."""
    known = {city.id for city in board.cities}
    for place, track in enumerate(board.routes):
        for end, name in (("a", track.a), ("b", track.b)):
            if name not in known:
                yield _wrong("routes", place, end, says=_no_city(name))
        if track.a == track.b:
            yield _wrong("routes", place, "b", says=_with_itself(track.a))
    known |= {country.id for country in board.countries}
    for place, card in enumerate(board.tickets):
        for where, name in _named_on(card):
            if name not in known:
                yield _wrong("tickets", place, *where, says=_no_city(name))
    reached = {end for track in board.routes for end in (track.a, track.b)}
    for place, city in enumerate(board.cities):
        if city.id not in reached:
            yield _wrong("cities", place, says=_("no route reaches {name}").format(name=city.name))


def _no_city(name: str) -> str:
    return _("there is no city “{name}”").format(name=name)


def _with_itself(name: str) -> str:
    return _("it joins “{name}” with itself").format(name=name)


def _named_on(card: Card) -> Iterator[tuple[Place, str]]:
    """Every end that a ticket names, with the way to it."""
    yield from ((("stops", n), stop) for n, stop in enumerate(card.stops))
    yield from ((("options", n, "b"), option.b) for n, option in enumerate(card.options))
    yield from (((member,), name) for member, name in (("a", card.a), ("b", card.b)) if name is not None)


def _goals(board: Board) -> Found:
    """A ticket's ends lie apart from one another; a tour passes ordinary places, and needs none borrowed."""
    for place, card in enumerate(board.tickets):
        (ticket, *_copies) = card.tickets()
        for goal in ticket.goals:
            each = [set(board.places(end)) for end in goal.ends]
            if len(set.union(*each)) < sum(map(len, each)):
                yield _wrong("tickets", place, *(["b"] if card.b else []), says=_with_itself(goal.ends[0]))
                break
        for n, stop in list(enumerate(card.stops))[1:-1]:
            if board.places(stop) != (stop,) or (stop in board.city and board.city[stop].kind == "border"):
                says = _("a tour can only begin or end at a border or in a country, not pass “{name}”")
                yield _wrong("tickets", place, "stops", n, says=says.format(name=stop))
        if card.stops and board.stations:
            yield _wrong("tickets", place, says=_("there are no tours on a board with stations"))


def _countries(board: Board) -> Found:
    """A country has a name of its own, and places of this board."""
    seen = {city.id for city in board.cities}
    for place, country in enumerate(board.countries):
        if country.id in seen:
            says = _("there are two places or countries “{name}”").format(name=country.id)
            yield _wrong("countries", place, "id", says=says)
        seen.add(country.id)
        for n, name in enumerate(country.places):
            if name not in board.city:
                yield _wrong("countries", place, "places", n, says=_no_city(name))


def _tracks_open(board: Board) -> Found:
    """What is said of groups of tracks is said for numbers of players that the board is for."""
    seats = {str(n) for n in range(board.players.least, board.players.most + 1)}
    for group, table in board.tracks_open.items():
        for players in table:
            if players not in seats:
                says = _("the board is not for {players} players").format(players=shown(players))
                yield _wrong("tracks_open", group, players, says=says)


def _lengths(board: Board) -> Found:
    """Every length of a route has its points, and fits the trains a player has."""
    valued = set()
    for length in board.route_points:
        if length in LENGTHS:
            valued.add(int(length))
        else:
            says = _("lengths of routes are 1 to {longest}, not {length}")
            yield _wrong("route_points", length, says=says.format(longest=LONGEST, length=shown(length)))
    for place, track in enumerate(board.routes):
        if track.length not in valued:
            says = _("a route of length {length} has no points in route_points")
            yield _wrong("routes", place, "length", says=says.format(length=track.length))
        if track.ferry > track.length:
            yield _wrong("routes", place, "ferry", says=_("more locomotives than the route is long"))


def _ticket_sets(board: Board) -> Found:
    """Variants play with sets that exist, hold a ticket once, and deal what they have."""
    printed = {name for card in board.tickets for name in card.sets}
    for place, name in enumerate(board.long_sets):
        if name not in printed:
            yield _wrong("long_sets", place, says=_("no ticket is in the set “{name}”").format(name=name))
    for key, variant in board.variants.items():
        for place, name in enumerate(variant.ticket_sets):
            if name not in printed:
                says = _("no ticket is in the set “{name}”").format(name=name)
                yield _wrong("variants", key, "ticket_sets", place, says=says)
        yield from _repeated_tickets(board, key, set(variant.ticket_sets))
        if variant.keep > variant.deal.all:
            yield _wrong("variants", key, "keep", says=_("more tickets must be kept than are dealt"))


def _repeated_tickets(board: Board, variant: str, sets: set[str]) -> Found:
    seen: set[str] = set()
    for place, card in enumerate(board.tickets):
        if sets.isdisjoint(card.sets):
            continue
        ids = {ticket.id for ticket in card.tickets()}
        for name in sorted(ids & seen):
            says = _("the variant “{variant}” has the ticket {ticket} twice")
            yield _wrong("tickets", place, says=says.format(variant=variant, ticket=name))
        seen |= ids


def _big_cities(board: Board) -> Found:
    known = {city.id for city in board.cities}
    for key, variant in board.variants.items():
        for place, name in enumerate(variant.big_cities):
            if name not in known:
                says = _("there is no city “{name}”").format(name=name)
                yield _wrong("variants", key, "big_cities", place, says=says)


def _tie_break(board: Board) -> Found:
    """Points come first; stations can only separate players who have some."""
    if board.tie_break[0] != "points":
        yield _wrong("tie_break", 0, says=_("points come first"))
    for place, name in enumerate(board.tie_break):
        if name in board.tie_break[:place]:
            yield _wrong("tie_break", place, says=_("“{name}” stands there twice").format(name=name))
    if "stations" in board.tie_break and board.stations is None:
        place = board.tie_break.index("stations")
        yield _wrong("tie_break", place, says=_("this board has no stations"))


LENGTHS: Final = {str(length) for length in range(1, LONGEST + 1)}

CHECKS: Final[tuple[Callable[[Board], Found], ...]] = (
    _repeated, _seats, _ends, _countries, _goals, _tracks_open, _lengths, _ticket_sets, _big_cities, _tie_break,
)  # fmt: skip


def where_in_words(where: Place, document: object) -> str:
    """The way to a place in a board file: entries are named by number and by what they join."""
    words: list[str] = []
    for step in where:
        inside: object = None
        if isinstance(document, dict):
            inside = document.get(step)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            inside = document[step]
        words.append(f"{step + 1}{_called(inside)}" if isinstance(step, int) else bare(step))
        document = inside
    return " ".join(words)


def _called(entry: object) -> str:
    if not isinstance(entry, dict):
        return ""
    names = [bare(entry[key]) for key in ("a", "b", "id") if isinstance(entry.get(key), str)]
    return f" ({' – '.join(names)})" if names else ""
