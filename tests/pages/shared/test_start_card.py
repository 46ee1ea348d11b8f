"""The card on the empty board: what is left to do, and when there is nothing of it."""

from __future__ import annotations

from dataclasses import replace

from companion.pages.shared.start_card import start_card
from companion.play.game import Game, Viewer
from companion.store.snapshot import Seat

MAKER = Viewer("maker")
ADA = Viewer("maker", frozenset({"blue"}))
ALL = Viewer("maker", frozenset({"blue", "red", "green"}))


def shown(game, viewer=MAKER):
    return start_card(game.seen_by(viewer))


def said(game, *colors):
    """The same with the tickets of some in."""
    seats = {c: replace(seat, tickets_in=c in colors) for c, seat in game.snapshot.seats.items()}
    return Game(replace(game.snapshot, seats=seats), game.board)


def test_an_empty_seat_is_invited_and_a_held_one_is_asked_for_its_tickets(game):
    empty = game(seats=False)
    assert shown(empty).invite
    assert shown(empty).tickets == "no seat"
    assert not shown(game()).invite
    assert (shown(game(), ADA).tickets, shown(game(), ADA).own) == ("own", "blue")


def test_who_said_that_the_tickets_are_in_is_done(game):
    assert shown(said(game(), "red"), ADA).tickets == "own"
    assert shown(said(game(), "blue"), ADA).tickets == "done"


def test_a_phone_of_all_is_done_when_all_are(game):
    assert shown(said(game(), "blue", "red"), ALL).tickets == "several"
    assert shown(said(game(), "blue", "red", "green"), ALL).tickets == "done"


def test_it_goes_with_the_first_turn_and_whoever_only_watches_has_none(game):
    draw = ("blue", {"type": "draw", "player": "blue"})
    assert shown(game(draw)) is None
    assert shown(game(), Viewer("watcher")) is None


def test_a_seat_without_a_phone_is_free(game):
    free = game()
    seats = {**free.snapshot.seats, "red": Seat("red", None)}
    assert shown(Game(replace(free.snapshot, seats=seats), free.board), ADA).invite


def test_a_board_asks_for_what_its_rules_need_before_the_first_turn(game):
    (pieces,) = shown(game(board="world")).board
    assert (pieces.words, pieces.in_setup) == ("Choose how many trains and ships everyone takes", True)
    (home,) = shown(game(board="old-west")).board
    assert (home.words, home.in_setup) == ("Tap each player's home city on the board", False)
    assert shown(game(board="usa")).board == ()
