"""What a phone needs to read tickets from text: all names of the places on them, and the cards if they are known."""

from typing import Any

from companion.boards.base import joined
from companion.boards.model import Board
from companion.boards.tickets import MOST_TYPED
from companion.i18n import gettext as _
from companion.i18n import pgettext, plural_forms, quoted


def names_to_read(board: Board, variant: str) -> dict[str, Any]:
    """The tickets of a variant and the names of all places, as `static/js/reader.js` takes them.

    Places without tickets are among them, so that none of them is taken for another.
    """
    if board.typed_tickets:
        return _typed_names(board)
    tickets = board.tickets_of(variant).values()
    ends = dict.fromkeys(end for ticket in tickets for end in ticket.ends)
    with_tickets = {place for end in ends for place in board.places(end)}
    others = (city.id for city in board.cities if city.name and city.id not in with_tickets)
    return {
        "places": {end: _names(board, end) for end in (*ends, *others)},
        "tickets": [
            {
                "id": ticket.id,
                "form": ticket.form,
                "ends": ticket.ends,
                "points": [goal.points for goal in ticket.goals],
            }
            for ticket in tickets
        ],
    }


def _typed_names(board: Board) -> dict[str, Any]:
    """For typed tickets: all places and countries that a card may name, pairs that no card joins, the most points."""
    ends = sorted(board.typed_ends)
    unjoined = {joined(country.id, end) for country in board.countries for end in ends}
    return {
        "places": {end: _names(board, end) for end in ends},
        "unjoined": sorted(pair for pair in unjoined if not board.may_join(*pair.split("--"))),
        "most": MOST_TYPED,
    }


def reading_words() -> dict[str, Any]:
    """What the phone answers about the text that it read; it puts the text in place of `{text}`."""
    text = quoted("{text}")
    return {
        "found": plural_forms("{n} found.", "{n} found."),
        "none": _("Nothing found."),
        "look": _("Not sure about {text}. Is it one of these?").format(text=text),
        "nothing": _("Nothing found for {text}.").format(text=text),
        "yours": pgettext("ticket", "yours"),
    }


def _names(board: Board, end: str) -> list[str]:
    """Every name of a place or country on a ticket; a country also has the names of its places."""
    names = [board.end_name(end)]
    for place in board.places(end):
        city = board.city[place]
        names += [city.name, *city.also]
    return list(dict.fromkeys(names))
