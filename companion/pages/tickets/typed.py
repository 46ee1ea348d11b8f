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

AT_ONCE: Final = 6  # pairs that are offered


@dataclass(frozen=True, slots=True)
class TypedLine:
    """What a typed line says: the pairs of ends that it may mean, likeliest first, and the number if it has one."""

    pairs: tuple[str, ...] = ()
    points: int | None = None
    ends: tuple[str, ...] = ()  # where it names one place only: which that may be


def read_line(board: Board, text: str, first: str | None = None) -> TypedLine:
    """Reads a line such as "ber kie 9": the beginnings of two names and a number, in any order.

    With a `first` end that was chosen before, the line names the other one. Phones read whole names by themselves
    (`static/js/reader.js`) and ask only about such beginnings, or about a line beside a place that was tapped.
    """
    words = words_of(text)
    numbers = [word for word in words if word.isascii() and word.isdigit()]
    names = [word for word in words if word not in numbers]
    points = points_of(numbers[0]) if len(numbers) == 1 else None
    pairs = typed_pairs(board, names, first) or (typed_pairs(board, names) if first else [])
    return TypedLine(tuple(pairs[:AT_ONCE]), points, () if pairs else tuple(typed_ends(board, names)[:AT_ONCE]))


def points_of(text: str) -> int | None:
    """The number on a card; None if no card has such a number."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return number if 1 <= number <= MOST_TYPED else None


def ends_by_name(board: Board) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The cities and the countries that a ticket may name, each by name."""
    countries = {country.id for country in board.countries}
    named = sorted(((end, board.end_name(end)) for end in board.typed_ends), key=lambda each: sort_key(each[1]))
    return [each for each in named if each[0] not in countries], [each for each in named if each[0] in countries]


def typed_ticket_members(board: Board, form: Mapping[str, str]) -> dict[str, Any]:
    """The `ticket` and `points` of the entry for a typed ticket; empty if no card has that pair and number.

    A form has the ticket's whole id; or its pair, or both ends apart, and the number.
    """
    ticket = form.get("ticket") or joined(form.get("a", ""), form.get("b", ""))
    if typed_parts(ticket) is None:
        ticket = typed_id(ticket, points_of(form.get("points", "").strip()) or 0)
    if ticket not in board.ticket:
        return {}
    pair, _dashes, points = ticket.rpartition("--")
    return {"ticket": pair, "points": int(points)}


def advice() -> str:
    """What is told where no card can say what was entered."""
    return _(
        "A ticket has two different places, at most one of them a country, and a number from 1 to {most}."
    ).format(most=MOST_TYPED)


def question(board: Board, ticket: Ticket) -> str:
    """What is asked once about a ticket that is worth less than its shortest path; empty where nothing is."""
    spaces = fewest_trains(board, ticket.goals[0])
    if ticket.points >= spaces:
        return ""
    text = ngettext(
        "{ticket}: the shortest path has {n} space. Does the card really say {points}?",
        "{ticket}: the shortest path has {n} spaces. Does the card really say {points}?",
        spaces,
    )
    return text.format(ticket=ends_of_ticket(board, ticket), n=spaces, points=ticket.points)
