"""What the form of a new game offers: the people of earlier games, and what its button starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.i18n import gettext as _
from companion.pages.shared.draft import Draft, Seat
from companion.pages.shared.people import marks
from companion.pages.shared.seat_form import Row, seats_of
from companion.play.view import View
from companion.prose import counts

MOST_PEOPLE: Final = 12


def people_known(games: Iterable[View]) -> list[Row]:
    """Who played at these tables, each once with the look of their latest game; the latest first."""
    found: dict[str, Row] = {}
    for game in games:
        looks = marks(game)
        for seat in seats_of(game.setup.players):
            found.setdefault(seat.name, Row(seat, looks[seat.color].look))
    return [*found.values()][:MOST_PEOPLE]


def with_person(draft: Draft, person: Seat) -> Draft:
    """The draft with somebody in the first free seat, in their colour where nobody has it; or without them again."""
    seats = list(draft.seats)
    if person.name in [seat.name for seat in seats]:
        return replace(draft, seats=tuple(replace(s, name="") if s.name == person.name else s for s in seats))
    free = next((place for place, seat in enumerate(seats) if not seat.name), None)
    if free is None:
        return draft
    here = seats[free]
    there = next((place for place, seat in enumerate(seats) if seat.color == person.color), free)
    color = here.color if seats[there].name else person.color
    if color != here.color:
        seats[there] = replace(seats[there], color=here.color)
    seats[free] = replace(here, name=person.name, color=color, shape=person.shape, letter=person.letter)
    return replace(draft, seats=tuple(seats))


def starts(most: int) -> list[str]:
    """What the button says by the number of players, with the board's name left open."""
    text = _("Start {board} · {players}")
    some = (text.format(board="{board}", players=counts.players(n)) for n in range(1, most + 1))
    return [_("Start {board}"), *some]
