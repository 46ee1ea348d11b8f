"""Entries that arrive late: what is stored, what is answered, and that a repeat is answered the same."""

from __future__ import annotations

import pytest

from companion.play.tables import Tables
from tests.support.phones import Phone, refused

ROUTES = ["denver--omaha", "helena--omaha", "calgary--helena"]


@pytest.fixture
def phones(tables: Tables) -> list[Phone]:
    """Three phones with a seat each; Ada's turn is over."""
    ada = Phone.opens(tables, "blue", players=3)
    others = [ada.invites("red"), ada.invites("green")]
    ada.claims("blue", "dallas--houston--1")
    return [ada, *others]


def test_a_claim_that_others_went_past_moves_nobodys_turn(phones):
    ada, bo, cy = phones
    since = ada.version
    cy.claims("green", ROUTES[1])
    late = bo.claims("red", ROUTES[0], id="away", since=since)
    assert late.late
    assert (ada.game.log[-1].late, ada.game.table.next_player) == (True, "blue")
    version = ada.version
    assert bo.claims("red", ROUTES[0], id="away", since=since) == late
    assert ada.version == version
    assert not bo.claims("red", ROUTES[2], since=since).late
    assert ada.game.table.next_player == "green"


def test_a_draw_that_somebody_told_for_it_is_amended_and_a_repeat_is_answered_the_same(phones):
    ada, bo, cy = phones
    since = ada.version
    cy.tells("draw", player="red")
    cy.claims("green", ROUTES[1])
    late = bo.claims("red", ROUTES[0], id="away", since=since)
    assert [entry.type for entry in ada.game.log[-2:]] == ["claim", "amend"]
    assert ada.game.table.owners[ROUTES[0]] == "red"
    assert ada.game.table.next_player == "blue"
    assert bo.claims("red", ROUTES[0], id="away", since=since) == late
    refused(lambda: bo.claims("red", ROUTES[2], id="away", since=since), "id-used")


def test_a_late_draw_is_told_without_a_turn(phones):
    ada, bo, cy = phones
    since = ada.version
    cy.claims("green", ROUTES[1])
    late = bo.tells("draw", player="red", id="away", since=since)
    assert [entry.type for entry in ada.game.log[-2:]] == ["draw", "strike"]
    assert (late.entry, late.late, ada.game.table.next_player) == (3, True, "blue")
    assert bo.tells("draw", player="red", id="away", since=since) == late


def test_without_a_version_nothing_is_late(phones):
    ada, bo, cy = phones
    cy.claims("green", ROUTES[1])
    assert not bo.claims("red", ROUTES[0]).late
    assert ada.game.table.next_player == "green"
