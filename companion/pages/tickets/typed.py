"""Tickets typed off the cards, where a board's tickets are unknown: two places, and the number on the card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.boards.base import joined
from companion.boards.model import Board
from companion.boards.search import typed_ends, typed_pairs, words_of
from companion.boards.tickets import MOST_TYPED, Ticket, typed_id, typed_parts
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.languages import sort_key
from companion.prose.display_names import ends_of_ticket
from companion.rules.network import fewest_trains

AT_ONCE: Final = 6  # pairs, or places, that are offered


@dataclass(frozen=True, slots=True)
class TypedLine:
    """What a typed line may mean: pairs of ends, likeliest first, and the number if it has one."""

    pairs: tuple[str, ...] = ()
    points: int | None = None
    ends: tuple[str, ...] = ()  # if it names a single place: those it may mean


def read_line(board: Board, text: str, first: str | None = None) -> TypedLine:
    """Reads a line such as "ber kie 9": the beginnings of two names and a number, in any order.

    With a `first` end that was chosen before, the line names the other one. Phones read whole names by themselves
    (`static/js/reader.js`) and ask only about such beginnings, or about a line beside a place that was tapped.
    """
    words = words_of(text)
    numbers = [word for word in words if word.isascii() and word.isdigit()]
    names = [word for word in words if word not in numbers]
    points = points_of(numbers[0]) if len(numbers) == 1 else None
    pairs = typed_pairs(board, names, first)
    if first and not pairs:  # the line may name both ends after all
        pairs = typed_pairs(board, names)
    ends = [] if pairs else typed_ends(board, names)
    return TypedLine(tuple(pairs[:AT_ONCE]), points, tuple(ends[:AT_ONCE]))


def points_of(text: str) -> int | None:
    """The number on a card; None if no card has such a number."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return number if 1 <= number <= MOST_TYPED else None


def ends_by_name(board: Board) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The cities that a ticket may name, and the countries: ids and names, sorted by name."""
    country_ids = {country.id for country in board.countries}
    named = sorted(((end, board.end_name(end)) for end in board.typed_ends), key=lambda end: sort_key(end[1]))
    cities = [(end, name) for end, name in named if end not in country_ids]
    countries = [(end, name) for end, name in named if end in country_ids]
    return cities, countries


def typed_ticket_members(board: Board, form: Mapping[str, str]) -> dict[str, Any]:
    """The `ticket` and `points` of the entry for a typed ticket; empty if no card has that pair and number.

    A form has the ticket's whole id; or its pair (or each of its ends) and the number.
    """
    given = form.get("ticket") or joined(form.get("a", ""), form.get("b", ""))
    is_whole_id = typed_parts(given) is not None
    ticket = given if is_whole_id else typed_id(given, points_of(form.get("points", "").strip()) or 0)
    if ticket not in board.ticket:
        return {}
    pair, _dashes, points = ticket.rpartition("--")
    return {"ticket": pair, "points": int(points)}


def advice() -> str:
    """The message if no card can have what was entered."""
    return _(
        "A ticket has two different places, at most one of them a country, and a number from 1 to {most}."
    ).format(most=MOST_TYPED)


def question(board: Board, ticket: Ticket) -> str:
    """What to ask about a ticket that is worth less than its shortest path; empty for any other."""
    spaces = fewest_trains(board, ticket.goals[0])
    if ticket.points >= spaces:
        return ""
    text = ngettext(
        "{ticket}: the shortest path has {n} space. Does the card really say {points}?",
        "{ticket}: the shortest path has {n} spaces. Does the card really say {points}?",
        spaces,
    )
    return text.format(ticket=ends_of_ticket(board, ticket), n=spaces, points=ticket.points)
