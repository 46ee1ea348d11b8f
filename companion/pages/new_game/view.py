"""What the form of a new game offers: the people of earlier games, and what its button starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.history.circle import Person
from companion.i18n import gettext as _
from companion.pages.shared.draft import Draft, Seat
from companion.pages.shared.player_marks import look_of, marks
from companion.pages.shared.seat_form import Row, seats_of_players
from companion.play.view import View
from companion.prose import counts

MOST_PEOPLE: Final = 12


def known_people(games: Iterable[View], people: Iterable[Person] = ()) -> list[Row]:
    """These people, then the players of these games, each once with the look of their latest game, latest first."""
    found: dict[str, Row] = {}
    for one in people:
        if not one.forgotten:
            seat = Seat("0", one.name, one.color, one.shape, one.letter)
            found.setdefault(one.name, Row(seat, look_of(one.color, one.shape, one.letter)))
    for game in games:
        looks = marks(game)
        for seat in seats_of_players(game.setup.players):
            found.setdefault(seat.name, Row(seat, looks[seat.color].look))
    return [*found.values()][:MOST_PEOPLE]


def seat_or_unseat(draft: Draft, person: Seat) -> Draft:
    """The draft with a person in the first free seat, in their colour if it is free; or without them, if seated."""
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


def start_texts(most: int) -> list[str]:
    """The words of the start button by the number of players, with `{board}` left to be filled in."""
    text = _("Start {board} · {players}")
    some = (text.format(board="{board}", players=counts.players(n)) for n in range(1, most + 1))
    return [_("Start {board}"), *some]
