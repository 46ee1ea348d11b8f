"""Tickets beside their shortest paths: a value below is told unless the file says why, and so is the scatter."""

from __future__ import annotations

import pytest

from companion.authoring.check import check_board
from companion.authoring.worth import scatter, too_low
from companion.boards.model import Board
from tests.rules.making import board
from tests.support.further import board as built_in

# From a to c are 3 spaces; x is a border, no way to b.
TRACKS = ("a b 1", "b c 2", "c d 4")


def low(**changed):
    return list(too_low(board(*TRACKS, **changed)))


def test_a_value_below_the_shortest_path_is_told():
    assert low(tickets=("a c 2", "a b 1", "a d 9")) == [
        "A – C is worth 2, but its shortest path has 3 spaces: check both, or say why in “low”."
    ]


def _with(plain: Board, *cards: str, **changed):
    """The board again, with this reason at its cards or with other changes."""
    fields = {name: getattr(plain, name) for name in Board.model_fields if name != "drawing"}
    tickets = tuple(card.model_copy(update={"low": cards[0] if cards else None}) for card in plain.tickets)
    return Board(**fields | {"tickets": tickets} | changed)


def test_a_card_or_a_whole_board_may_be_excused_with_a_reason():
    plain = board(*TRACKS, tickets=("a c 2",))
    assert list(too_low(_with(plain, "Seen on the card."))) == []
    assert list(too_low(_with(plain, low_tickets="So it is printed."))) == []


def test_a_reason_that_nobody_needs_is_told():
    plain = board(*TRACKS, tickets=("a c 3",))
    assert list(too_low(_with(plain, "Seen on the card."))) == [
        "Remove “low” from A – C: its value isn't lower than its shortest path."
    ]


def test_a_ticket_of_a_set_that_no_variant_plays_with_is_told():
    plain = board(*TRACKS, tickets=("a c 3", "a d 7"))
    first, second = plain.tickets
    misspelt = _with(plain, tickets=(first, second.model_copy(update={"sets": ("bas",)})))
    assert check_board(misspelt, "own.toml").lines == (
        "own.toml: tickets: No variant uses A – D: look at its “sets”.",
    )


def test_the_scatter_counts_every_ticket():
    plain = board(*TRACKS, tickets=("a c 2", "a b 1", "a d 9", "b d 6"))
    assert scatter(plain) == f"{plain.id}: tickets compared with their shortest paths: −1 (1), 0 (2), +2 (1)"


def test_a_choice_is_held_against_each_of_its_goals_and_a_border_is_no_way_through():
    assert list(too_low(_with(built_in("switzerland")))) == [
        "Chur – France / Deutschland / Italia / Österreich is worth 12, but its shortest path has 13 spaces: "
        "check both, or say why in “low”."
    ]


@pytest.mark.parametrize("name", ["india", "new-york", "nordic", "poland"])
def test_on_some_boards_every_ticket_is_worth_its_shortest_path(name):
    told = scatter(built_in(name))
    assert told == f"{name}: tickets compared with their shortest paths: 0 ({len(built_in(name).tickets)})"
