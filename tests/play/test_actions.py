"""What Undo takes back and Redo brings back: whole actions, each the entries of one request."""

from __future__ import annotations

import pytest

from companion.play.keys import new_id
from tests.support.phones import Phone, refused


def undoes(phone: Phone) -> tuple[int, ...]:
    return phone.tables.on_table(phone.table, phone.device).seen.actions.undo


def redoes(phone: Phone) -> tuple[int, ...]:
    return phone.tables.on_table(phone.table, phone.device).seen.actions.redo


def owners(phone: Phone) -> dict[str, str]:
    return phone.sees().get("owners", {})


def takes_back(phone: Phone) -> None:
    phone.tells("strike", entry=undoes(phone)[0], whole=True)


def brings_back(phone: Phone) -> None:
    phone.tells("strike", entry=redoes(phone)[0], whole=True)


@pytest.fixture
def together(tables):
    """Entries that come in one request, as a late claim with the draws after it does."""

    def tell(phone: Phone, *entries: dict[str, object]) -> None:
        with tables.games.changing(phone.table, phone.device) as (__, ___, change):
            change.entries += [(new_id(), phone.device, entry) for entry in entries]

    return tell


CLAIM = {"type": "claim", "player": "blue", "route": "denver--omaha"}
DRAW = {"type": "draw", "player": "red"}


def test_undo_of_a_gift_gives_it_back(ada, bo):
    ada.claims("blue", "denver--omaha")
    ada.tells("amend", entry=1, **{"with": {"type": "claim", "player": "red", "route": "denver--omaha"}})
    assert owners(bo) == {"denver--omaha": "red"}
    takes_back(ada)
    assert owners(bo) == {"denver--omaha": "blue"}
    assert undoes(ada) == (1,)


def test_undo_of_a_correction_brings_back_what_it_took(ada):
    ada.claims("blue", "denver--omaha")
    ada.claims("red", "helena--omaha")
    ada.tells("strike", entry=1)
    assert undoes(ada) == (3,)
    takes_back(ada)
    assert owners(ada) == {"denver--omaha": "blue", "helena--omaha": "red"}
    assert undoes(ada) == (2,)


def test_undo_takes_back_all_that_came_in_one_request(ada, together):
    ada.claims("red", "helena--omaha")
    together(ada, CLAIM, DRAW, DRAW)
    assert undoes(ada) == (2, 3, 4)
    takes_back(ada)
    assert owners(ada) == {"helena--omaha": "red"}
    assert (undoes(ada), redoes(ada)) == ((1,), (5, 6, 7))
    brings_back(ada)
    assert owners(ada) == {"helena--omaha": "red", "denver--omaha": "blue"}
    assert (undoes(ada), redoes(ada)) == ((2, 3, 4), ())


def test_what_was_taken_back_of_it_already_stays_so(ada, together):
    together(ada, CLAIM, DRAW)
    ada.tells("strike", entry=2)
    assert undoes(ada) == (3,)  # that is a correction, and an action of its own
    ada.tells("strike", entry=1, whole=True)
    assert ada.log() == ["claim", "draw", "strike", "strike"]


def test_undo_again_takes_back_what_was_before(ada):
    for route in ("denver--omaha", "helena--omaha", "duluth--helena"):
        ada.claims("blue", route)
    takes_back(ada)
    takes_back(ada)
    assert undoes(ada) == (1,)
    brings_back(ada)
    assert (undoes(ada), redoes(ada)) == ((2,), ())
    ada.claims("red", "denver--kansas-city--1")
    assert (undoes(ada), redoes(ada)) == ((7,), ())


def test_the_same_undo_again_is_the_same_answer(ada, together):
    together(ada, CLAIM, DRAW)
    first = ada.tells("strike", entry=1, whole=True, id="once")
    assert ada.tells("strike", entry=1, whole=True, id="once") == first
    assert len(ada.log()) == 4


def test_two_who_undo_the_same_at_once_take_it_back_once(ada, bo):
    ada.claims("blue", "denver--omaha")
    first, second = (phone.tells("strike", entry=1, whole=True) for phone in (ada, bo))
    assert (first.entry, second.entry) == (2, 2)
    assert ada.log() == ["claim", "strike"]
    assert redoes(bo) == (2,)


def test_a_game_that_was_brought_along_is_undone_entry_by_entry(tables):
    ada = Phone.opens(tables, "blue", log=(CLAIM, DRAW))
    assert undoes(ada) == (2,)
    takes_back(ada)
    assert undoes(ada) == (1,)


def test_nobody_undoes_a_ticket_of_somebody_else_or_the_end(ada, bo):
    ada.claims("blue", "denver--omaha")
    bo.keeps("red", "los-angeles--new-york")
    assert undoes(ada) == (1,)
    refused(lambda: ada.tells("strike", entry=2, whole=True), "not-your-seat")
    ada.finishes(bo)
    ada.tells("strike", entry=3)
    assert undoes(ada) == (1,)


def test_a_phone_knows_which_actions_are_its_own(ada, bo, tables):
    ada.claims("blue", "denver--omaha")
    seen = [tables.on_table(one.table, one.device) for one in (ada, bo)]
    assert [view.reported_here(view.seen.actions.undo) for view in seen] == [True, False]
