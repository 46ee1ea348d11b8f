"""The names of people, places and things as sentences have them."""

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from companion.boards.model import Board, Route
from companion.boards.tickets import Ticket
from companion.i18n import NP_, and_joined, ngettext, pgettext
from companion.i18n import gettext as _
from companion.prose import counts
from companion.rules.counters import NEUTRAL
from companion.rules.game_setup import Setup
from companion.rules.log import AnyEntry, Claim, Entry, Station
from companion.rules.mechanics import counters_of, mechanics_of
from companion.rules.members import MemberKind, members_of

# The classes of letters written from right to left, and of figures that go with them.
RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
ISOLATED: Final = "\u2068{name}\u2069"

COLOURS: Final = {
    "red": NP_("colour", "red"),
    "orange": NP_("colour", "orange"),
    "yellow": NP_("colour", "yellow"),
    "green": NP_("colour", "green"),
    "blue": NP_("colour", "blue"),
    "purple": NP_("colour", "purple"),
    "black": NP_("colour", "black"),
    "white": NP_("colour", "white"),
    "gray": NP_("colour", "grey"),
}


def isolated(name: str) -> str:
    """A name that doesn't reorder the words around it: right-to-left letters are put between Unicode isolates."""
    is_reordered = any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name)
    return ISOLATED.format(name=name) if is_reordered else name


def initial(name: str) -> str:
    """A name shortened to its first letter or digit with a full stop, for what is shared with strangers."""
    start = next((n for n, letter in enumerate(name) if letter.isalnum()), 0)
    end = start + 1
    while end < len(name) and unicodedata.combining(name[end]):  # accents that are characters of their own
        end += 1
    return isolated(f"{name[start:end].upper()}.")


def board_name(board: Board) -> str:
    """A board's name, in the language in use now."""
    return pgettext("board", board.name)


def variant_name(board: Board, variant: str) -> str:
    """A variant's name, in the language in use now."""
    return pgettext("variant", board.variants[variant].name)


def colour_name(colour: str) -> str:
    """The name of a colour."""
    return pgettext(*COLOURS[colour]) if colour in COLOURS else colour


def trains_in_words(length: int, one_token: bool = False) -> str:
    """The trains that a route takes; where one token marks a route, also how many trains go back in the box."""
    trains = ngettext("{n} train", "{n} trains", length).format(n=length)
    if not one_token or length == 1:
        return trains
    back = ngettext("put {n} back in the box", "put {n} back in the box", length - 1).format(n=length - 1)
    # Translators: the trains of a route, and how many go back in the box
    return _("{trains}, {back}").format(trains=trains, back=back)


def pieces_in_words(kind: str, length: int, one_token: bool = False) -> str:
    """The pieces that a route takes, of the kind that is placed on it."""
    return trains_in_words(length, one_token) if kind == "train" else counts.pieces(kind, length)


def pair_name(board: Board, name: str) -> str:
    """The two places of a route, or of a pair of places with routes between them, by their names."""
    route = board.route[name] if name in board.route else board.pairs[name][0]
    return way_name(board, route.ends)


def way_name(board: Board, ends: Iterable[str]) -> str:
    """Places or countries, one after the other."""
    return " – ".join(place_name(board, end) for end in ends)


def place_name(board: Board, place: str) -> str:
    """The name of a place or a country, with a number if it has several entrances; a junction by its nearest city."""
    if name := board.end_name(place):
        number = board.entrance(place)
        return f"{name} {number}" if number else name
    routes = sorted(board.routes_at(place), key=lambda route: route.length)
    ends = [board.city[route.other_end(place)].name for route in routes]
    return _("junction near {city}").format(city=next(filter(None, ends), place))


def ticket_name(board: Board, name: str) -> str:
    """A ticket by its ends, as `ends_of_ticket` has them; a typed one also with its points."""
    ticket = board.ticket[name]
    ends = ends_of_ticket(board, ticket)
    if not board.typed_tickets:
        return ends
    # Translators: a ticket whose card only its owner knows, with the points on it, such as: Berlin – Kiel (9)
    return _("{ticket} ({points})").format(ticket=ends, points=ticket.points)


def ends_of_ticket(board: Board, ticket: Ticket) -> str:
    """A ticket's ends as text: `Paris – Wien`, or `Paris – Wien / Roma` for a choice.

    It takes the ticket itself, since one that is in no variant can't be found by its name.
    """
    if ticket.form != "choice":
        return way_name(board, ticket.ends)
    start, *choices = (board.end_name(end) for end in ticket.ends)
    return f"{start} – {' / '.join(choices)}"


def route_name(board: Board, route: Route) -> str:
    """A route by its two places, and by its colour if a track beside it has another one."""
    name = pair_name(board, route.id)
    if any(board.route[other].color != route.color for other in route.beside):
        # Translators: one of two tracks between the same cities, by its colour
        return _("{route} ({colour})").format(route=name, colour=colour_name(route.color))
    return name


def thing_name(board: Board, thing: str) -> str:
    """The name of something that a rule of the board counts or names by an id."""
    if counter := counters_of(board).get(thing):
        return _(counter.wording).format(name=_(counter.name))
    names = {name: text for mechanic in mechanics_of(board) for name, text in mechanic.names(board).items()}
    return _(names[thing]) if thing in names else thing


def member_in_words(board: Board, setup: Setup, kind: MemberKind, value: object) -> object:
    """The value of an entry's or a refusal's member in words: the names of people, places and things."""
    match kind, value:
        case "player", str():
            return _("Imaginary third player") if value == NEUTRAL else isolated(setup.name(value))
        case "route", str():
            return pair_name(board, value)
        case "ticket", str():
            return ticket_name(board, value)
        case "place", str():
            return board.end_name(value)
        case "thing", str():
            return thing_name(board, value)
    return value


def board_entry_words(board: Board, setup: Setup, entry: Entry) -> str:
    """An entry that only this board has, in the words of its rule."""
    members = members_of(type(entry))
    return _(entry.wording).format(
        **{name: member_in_words(board, setup, members[name], value) for name, value in entry}
    )


def claim_additions(board: Board, setup: Setup, claim: Claim) -> list[str]:
    """What a rule of the board adds to a claim beside its route and player, in words."""
    members = members_of(type(claim))
    added = {name: getattr(claim, name) for name in claim.adds if getattr(claim, name) not in (None, False, [])}
    return [
        _(claim.adds[name]).format(**_addition_words(board, setup, members[name], value))
        for name, value in added.items()
    ]


def _addition_words(board: Board, setup: Setup, kind: MemberKind, value: Any) -> dict[str, object]:
    """What is filled into the text of an addition to a claim: a city, or things with how often each was taken."""
    if not isinstance(value, list):
        return {"city": member_in_words(board, setup, kind, value)}
    counted = {thing: value.count(thing) for thing in value}
    # Translators: a thing and how many of it were taken, such as: Red passengers (2)
    several = _("{thing} ({n})")
    return {"things": and_joined([several.format(thing=thing_name(board, t), n=n) for t, n in counted.items()])}


def entry_name(board: Board, setup: Setup, place: int, entry: AnyEntry | None) -> str:
    """What an entry is about, and its number; only the number where it is no claim or station."""
    match entry:
        case Claim():
            words = _("{player}'s {route} (entry {entry})")
            return words.format(player=setup.name(entry.player), route=pair_name(board, entry.route), entry=place)
        case Station():
            words = _("{player}'s station in {city} (entry {entry})")
            return words.format(player=setup.name(entry.player), city=board.city[entry.city].name, entry=place)
    return _("entry {entry}").format(entry=place)
