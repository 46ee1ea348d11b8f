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
    """These people, then the players of these games, which come latest first: each name once, as it looked last."""
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
    """The draft without a person who has a seat; with anybody else in the first free seat.

    They get their usual colour unless somebody has it. If another free seat has it, the two seats swap colours.
    """
    seats = list(draft.seats)
    if person.name in [seat.name for seat in seats]:
        return _without(draft, person.name)
    free = next((place for place, seat in enumerate(seats) if not seat.name), None)
    if free is None:
        return draft
    old, color = seats[free], person.color
    with_color = next((place for place, seat in enumerate(seats) if seat.color == person.color), None)
    if with_color is not None and seats[with_color].name:  # somebody has the colour
        color = old.color
    elif with_color is not None:  # a free seat has it, if not this one
        seats[with_color] = replace(seats[with_color], color=old.color)
    seats[free] = replace(old, name=person.name, color=color, shape=person.shape, letter=person.letter)
    return replace(draft, seats=tuple(seats))


def _without(draft: Draft, name: str) -> Draft:
    """The draft with the seat of this name free again; the seat keeps its colour."""
    seats = (replace(seat, name="") if seat.name == name else seat for seat in draft.seats)
    return replace(draft, seats=tuple(seats))


def start_texts(most: int) -> list[str]:
    """The words of the start button for 0, 1, 2 players and so on, with `{board}` left to be filled in."""
    text = _("Start {board} · {players}")
    with_players = (text.format(board="{board}", players=counts.players(n)) for n in range(1, most + 1))
    return [_("Start {board}"), *with_players]
