"""One phone for five people: each claims for whose turn it is, with a network and without."""

from __future__ import annotations

import pytest

from companion.play.keys import browser_with
from tests.browser.bad_network import bad, behind, entries, phone
from tests.browser.table.conftest import tables
from tests.support.evening_taps import COUNTED, DRAW, HURRY, POINT, PRESS, QUIET, SENT
from tests.support.evenings import Evening
from tests.support.housing import until

__all__ = ["bad", "behind", "tables"]

OFFERED = "([...names]) => names.find((name) => document.querySelector(`button.take[value='${name}']`))"
STRETCH = 5  # turns with a network, and then as many without


@pytest.mark.parametrize("turns", [10, pytest.param(400, marks=pytest.mark.soak)])
def test_a_phone_that_goes_round_claims_for_whose_turn_it_is(behind, bad, tables, turns):
    evening = Evening(7, "usa", 5)
    log = [entry for entry in evening.log if entry["type"] in ("claim", "draw")][:turns]
    table = behind(players=5)
    page = phone(table, evening.colors[-1]).page  # who opened it first
    tables.tickets.set_shared(table.table, browser_with(table.maker), True)
    page.reload()
    page.evaluate(HURRY)
    page.evaluate(COUNTED)
    wrong = []
    for turn, entry in enumerate(log):
        bad.turn("down" if turn // STRETCH % 2 else "up")
        until(page, QUIET)
        if entry["type"] == "draw":
            page.locator(".turn form").wait_for()
            player = page.evaluate(DRAW)
        else:
            route = evening.board.route[entry["route"]]
            page.evaluate(POINT, route.id)
            names = [route.id, *route.twins]
            until(page, f"names => Boolean(({OFFERED})(names))", names)
            player = page.evaluate(PRESS, page.evaluate(OFFERED, names))
        wrong += [(turn, entry["player"], player)] if player != entry["player"] else []
    bad.turn("up")
    until(page, SENT, seconds=40)
    assert wrong == []
    assert [entry.player for entry in entries(table, tables)] == [entry["player"] for entry in log]
