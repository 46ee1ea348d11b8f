"""What the parts of a board file say against one another. Pure; each check yields every place it finds."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.validation import Complaint, Place, bare, complaints, shown

Found = Iterator[Complaint]


def contradictions(board: Board, bonuses: Mapping[str, Any]) -> list[Complaint]:
    """Everything in a board that cannot be right. `bonuses` are those of the rules with the type of their worth."""
    found = [complaint for check in CHECKS for complaint in check(board)]
    return found + list(_bonuses(board, bonuses))


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
    """Routes and tickets join two different cities of this board, and every city is reached."""
    known = {city.id for city in board.cities}
    routes = (("routes", place, track.a, track.b) for place, track in enumerate(board.routes))
    tickets = (("tickets", place, ticket.a, ticket.b) for place, ticket in enumerate(board.tickets))
    for kind, place, a, b in chain(routes, tickets):
        for end, name in (("a", a), ("b", b)):
            if name not in known:
                yield _wrong(kind, place, end, says=_("there is no city “{name}”").format(name=name))
        if a == b:
            yield _wrong(kind, place, "b", says=_("it joins “{name}” with itself").format(name=a))
    reached = {end for track in board.routes for end in (track.a, track.b)}
    for place, city in enumerate(board.cities):
        if city.id not in reached:
            yield _wrong("cities", place, says=_("no route reaches {name}").format(name=city.name))


def _lengths(board: Board) -> Found:
    """Every length of a route has its points, and fits the trains a player has."""
    valued = set()
    for length in board.route_points:
        if length in LENGTHS:
            valued.add(int(length))
        else:
            says = _("lengths of routes are 1 to 9, not {length}")
            yield _wrong("route_points", length, says=says.format(length=shown(length)))
    for place, track in enumerate(board.routes):
        if track.length not in valued:
            says = _("a route of length {length} has no points in route_points")
            yield _wrong("routes", place, "length", says=says.format(length=track.length))
        if track.ferry > track.length:
            yield _wrong("routes", place, "ferry", says=_("more locomotives than the route is long"))


def _ticket_sets(board: Board) -> Found:
    """Variants play with sets that exist, hold a ticket once, and deal what they have."""
    printed = {name for ticket in board.tickets for name in ticket.sets}
    for place, name in enumerate(board.long_sets):
        if name not in printed:
            yield _wrong("long_sets", place, says=_("no ticket is in the set “{name}”").format(name=name))
    for key, variant in board.variants.items():
        for place, name in enumerate(variant.ticket_sets):
            if name not in printed:
                says = _("no ticket is in the set “{name}”").format(name=name)
                yield _wrong("variants", key, "ticket_sets", place, says=says)
        yield from _repeated_tickets(board, key, set(variant.ticket_sets))
        if variant.keep > variant.deal.long + variant.deal.regular:
            yield _wrong("variants", key, "keep", says=_("more tickets must be kept than are dealt"))


def _repeated_tickets(board: Board, variant: str, sets: set[str]) -> Found:
    seen: set[str] = set()
    for place, ticket in enumerate(board.tickets):
        if sets.isdisjoint(ticket.sets):
            continue
        if ticket.id in seen:
            says = _("the variant “{variant}” has the ticket {ticket} twice")
            yield _wrong("tickets", place, says=says.format(variant=variant, ticket=ticket.id))
        seen.add(ticket.id)


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


def _bonuses(board: Board, known: Mapping[str, Any]) -> Found:
    for key, variant in board.variants.items():
        for name, worth in variant.bonuses.items():
            if name in known:
                yield from _worth(key, name, worth, known[name])
            if name not in known:
                says = _("there is no bonus “{name}”; there are: {known}")
                says = says.format(name=name, known=", ".join(sorted(known)))
                yield _wrong("variants", key, "bonuses", name, says=says)
    for name in board.bonus_names:
        if name not in known:
            yield _wrong("bonus_names", name, says=_("there is no bonus “{name}”").format(name=name))


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
