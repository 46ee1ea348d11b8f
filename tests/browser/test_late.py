"""A claim that arrives late: on every phone it stays the turn of whoever is next at the table."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.play.keys import browser_with, new_id
from tests.browser.bad_network import back, bad, behind, entries, phone, tap
from tests.browser.table.conftest import tables

__all__ = ["bad", "behind", "tables"]


def test_a_claim_that_arrives_late_turns_the_turn_back_on_no_phone(behind, bad, tables):
    """Bo claims without a network, Cy and Dee claim; Bo's claim arrives, and it is Ada's turn."""
    table = behind(players=4, log=[{"type": "claim", "player": "blue", "route": "dallas--houston--1"}])
    cy, bo = phone(table, "green"), phone(table, "red")
    expect(bo.turn).to_have_text("Your turn, Bo")
    bad.turn("down")
    tap(bo, "helena--omaha")
    expect(bo.turn).to_have_text("Cy's turn")
    for player, route in (("green", "denver--omaha"), ("yellow", "calgary--helena")):
        entry = {"type": "claim", "player": player, "route": route, "id": new_id()}
        tables.log.report(table.table, browser_with(table.maker), entry)
    back(bo, bad)
    for finger in (bo, cy):
        finger.has("helena--omaha", "red")
        expect(finger.turn).to_have_text("Ada's turn")
    assert [getattr(entry, "late", False) for entry in entries(table, tables)] == [False, False, False, True]
