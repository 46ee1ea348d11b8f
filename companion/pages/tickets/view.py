"""A seat's tickets as its own page shows them: those it holds, those it may add, and questions before it confirms."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from math import hypot
from typing import Final

from companion.boards.base import joined
from companion.boards.model import Board
from companion.boards.search import search
from companion.boards.tickets import Ticket, typed_id
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.languages import sort_key
from companion.pages.shared.ticket_cards import TicketCard, ticket_names
from companion.pages.tickets import typed
from companion.play.view import View
from companion.prose import counts

NEAR: Final = 3  # as many cities a tap may mean


@dataclass(frozen=True, slots=True)
class TicketChoice:
    """A ticket of the variant, to be added unless it is held already."""

    id: str
    names: tuple[str, str]
    points: int
    long: bool
    held: bool


@dataclass(frozen=True, slots=True)
class Query:
    """A search for tickets: typed words, or a city and those near it."""

    find: str = ""
    cities: tuple[str, ...] = ()
    first: str | None = None  # the city, or end of a typed ticket, that was chosen before


@dataclass(frozen=True, slots=True)
class Results:
    """What a search found: the tickets that fit, likeliest first, and other cities that may have been meant."""

    choices: tuple[TicketChoice, ...] = ()
    city: str | None = None  # whose tickets these are
    others: tuple[tuple[str, str], ...] = ()  # ids and names
    nothing: bool = False  # whether nothing was found
    first: str | None = None  # where tickets are typed, the end that was chosen before
    pairs: tuple[tuple[str, str], ...] = ()  # pairs of ends whose number is still to be typed, and their names
    by_touch: bool = False  # whether they were found by touch, so that the number is next


def all_tickets(game: View, color: str, by_value: bool = False) -> tuple[list[TicketChoice], list[TicketChoice]]:
    """All tickets of the variant, first the long ones and then the others: by name, or the most valuable first."""
    choices = _choices(game, color, game.board.tickets_of(game.setup.variant).values())
    choices.sort(key=lambda choice: [sort_key(name) for name in choice.names])
    if by_value:
        choices.sort(key=lambda choice: -choice.points)  # those of one value stay sorted by name
    return [each for each in choices if each.long], [each for each in choices if not each.long]


def search_results(game: View, color: str, query: Query) -> Results:
    """The tickets that a query may mean."""
    board, tickets = game.board, game.board.tickets_of(game.setup.variant)
    if board.typed_tickets:
        return _typed_results(game, color, query)
    if query.cities:
        return _at_cities(game, color, query)
    if not query.find.strip():
        return Results()
    pairs = _by_pair(board, tickets.values())
    matches = search(board, query.find, pairs)
    cities = set(matches.cities)
    of_both_cities = [ticket for pair in matches.pairs for ticket in pairs[pair]]
    of_one_city = [ticket for ticket in tickets.values() if not cities.isdisjoint(board.places_of(ticket))]
    of_one_city.sort(key=lambda ticket: [sort_key(name) for name in ticket_names(board, ticket)])
    choices = _choices(game, color, dict.fromkeys(of_both_cities + of_one_city))
    return Results(tuple(choices), nothing=not choices)


def near(board: Board, x: float, y: float) -> tuple[str, ...]:
    """The cities that a tap on the picture may mean, nearest first; where tickets are typed, also countries."""
    places = board.layout.cities if board.layout else ()
    nearest = (place.id for place in sorted(places, key=lambda place: hypot(place.x - x, place.y - y)))
    if board.typed_tickets:
        ends = (end for place in nearest for end in _ends_at(board, place))
        return tuple(islice(dict.fromkeys(ends), NEAR))
    return tuple(islice(nearest, NEAR))


def question_about_newest(game: View, held: Sequence[TicketCard]) -> str:
    """What to ask about the ticket that was entered last, if it may be mistyped; empty for no question."""
    if not held or not game.board.typed_tickets:
        return ""
    return typed.question(game.board, game.board.ticket[held[-1].id])


def doubts(game: View, color: str) -> list[str]:
    """Questions before a seat confirms that all its tickets are entered: about too few, or too many long ones.

    There may be good reasons for either, so they are only questions.
    """
    variant = game.board.variants[game.setup.variant]
    held = game.table.tickets_of(color)
    long = sum(game.board.is_long(ticket, game.setup.variant) for ticket in held)
    questions = []
    if not held and variant.keep:
        text = ngettext(
            "You have no tickets yet, but everyone keeps at least {least} at the start. Have you entered yours?",
            "You have no tickets yet, but everyone keeps at least {least} at the start. Have you entered yours?",
            variant.keep,
        )
        questions.append(text.format(least=variant.keep))
    elif len(held) < variant.keep:
        text = ngettext(
            "You have {tickets}, but everyone keeps at least {least} at the start. Is one missing?",
            "You have {tickets}, but everyone keeps at least {least} at the start. Is one missing?",
            variant.keep,
        )
        questions.append(text.format(tickets=counts.tickets(len(held)), least=variant.keep))
    if long > variant.most_long:
        text = ngettext(
            "You have {tickets}, but nobody keeps more than {most}. Is one a mistake?",
            "You have {tickets}, but nobody keeps more than {most}. Is one a mistake?",
            variant.most_long,
        )
        tickets = ngettext("{n} long ticket", "{n} long tickets", long).format(n=long)
        questions.append(text.format(tickets=tickets, most=variant.most_long))
    return questions


def summary(held: Sequence[TicketCard]) -> str:
    """How many tickets, and what they are worth together."""
    if not held:
        return _("No tickets yet")
    points = sum(card.points for card in held)
    return ngettext("{n} ticket, worth {points}", "{n} tickets, worth {points} in all", len(held)).format(
        n=len(held), points=points
    )


def _at_cities(game: View, color: str, query: Query) -> Results:
    """The tickets of the nearest city, first those that lead to the city chosen before."""
    board, tickets = game.board, game.board.tickets_of(game.setup.variant)
    city, *others = query.cities
    here = [ticket for ticket in tickets.values() if city in board.places_of(ticket)]
    here.sort(key=lambda ticket: [sort_key(name) for name in ticket_names(board, ticket)])
    here.sort(key=lambda ticket: query.first not in board.places_of(ticket))  # False comes first
    named = tuple((other, board.city[other].name) for other in others)
    return Results(tuple(_choices(game, color, here)), city, named)


def _typed_results(game: View, color: str, query: Query) -> Results:
    """What to offer on a board whose tickets are not known: what a tapped place or a typed text may mean."""
    if query.cities:
        return _ends_from_tap(game.board, query.first, *query.cities)
    return _tickets_from_text(game, color, query) if query.find else Results()


def _ends_from_tap(board: Board, first: str | None, city: str, *others: str) -> Results:
    """The pair of the first end and the tapped one, if they may be on one ticket, else the tapped one alone.

    `others` are further ends that the tap may mean.
    """
    named = tuple((other, board.end_name(other)) for other in others)
    if not first or not board.may_join(first, city):
        return Results(city=city, others=named, by_touch=True)
    pair = joined(first, city)
    fitting = tuple(each for each in named if board.may_join(first, each[0]))
    return Results(others=fitting, first=first, pairs=((pair, _pair_name(board, pair)),), by_touch=True)


def _tickets_from_text(game: View, color: str, query: Query) -> Results:
    """Whole tickets if the typed line has a number; else the pairs, or the places, that it may mean."""
    board = game.board
    line = typed.read_line(board, query.find, query.first)
    if line.points is not None and line.pairs:
        tickets = [board.ticket[typed_id(pair, line.points)] for pair in line.pairs]
        return Results(tuple(_choices(game, color, tickets)), first=query.first)
    pairs = tuple((pair, _pair_name(board, pair)) for pair in line.pairs)
    ends = tuple((end, board.end_name(end)) for end in line.ends)
    return Results(others=ends, first=query.first, pairs=pairs, nothing=not pairs and not ends)


def _pair_name(board: Board, pair: str) -> str:
    """The names of the two ends of a typed ticket."""
    return " – ".join(board.end_name(end) for end in pair.split("--"))


def _ends_at(board: Board, place: str) -> list[str]:
    """What a typed ticket may name at a place: the city, or the countries that it belongs to."""
    if place in board.typed_ends:
        return [place]
    return [country.id for country in board.countries if place in country.places]


def _choices(game: View, color: str, tickets: Iterable[Ticket]) -> list[TicketChoice]:
    """Tickets as choices, which say of each whether the seat holds it."""
    held = {ticket.id for ticket in game.table.tickets_of(color)}
    board, variant = game.board, game.setup.variant
    return [
        TicketChoice(
            ticket.id, ticket_names(board, ticket), ticket.points, board.is_long(ticket, variant), ticket.id in held
        )
        for ticket in tickets
    ]


def _by_pair(board: Board, tickets: Iterable[Ticket]) -> dict[str, list[Ticket]]:
    """The tickets by each pair of places that are on them; a country on a ticket stands for each of its places."""
    by_pair: dict[str, list[Ticket]] = {}
    for ticket in tickets:
        for end, other_end in combinations(ticket.ends, 2):
            for place, other in product(board.places(end), board.places(other_end)):
                by_pair.setdefault(joined(place, other), []).append(ticket)
    return by_pair
