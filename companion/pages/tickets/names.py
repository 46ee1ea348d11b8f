"""What a phone needs to read tickets from text: all names of their ends, and the cards themselves."""

from typing import Any

from companion.boards.model import Board


def names_to_read(board: Board, variant: str) -> dict[str, Any]:
    """The tickets of a variant and the names of their ends, as `static/js/reader.js` takes them."""
    tickets = board.tickets_of(variant).values()
    ends = dict.fromkeys(end for ticket in tickets for end in ticket.ends)
    return {
        "places": {end: _names(board, end) for end in ends},
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


def _names(board: Board, end: str) -> list[str]:
    """Every name of an end; a country also has those of its places, which are named after it."""
    places = [board.city[place] for place in board.places(end)]
    return list(dict.fromkeys((board.end_name(end), *(name for city in places for name in (city.name, *city.also)))))


def all_names(board: Board) -> dict[str, Any]:
    """The same where a board's tickets are unknown: any two of its places may be one."""
    return {"places": {city.id: _names(board, city.id) for city in board.cities if city.name}}
