"""What a rule of a board doubts is asked before the entry is made, while it can still be put right."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.prose.warning_clauses import question
from companion.rules.notices import doubts, made_with
from companion.rules.replay import tried
from tests.support.board_games import Entry, claim, entry, record, table

WEST = "old-west"
HOME = entry("home", "blue", city="billings")


def asked(board: str, log: Sequence[Entry], told: Entry, **setup) -> list[str]:
    before, new = table(board, *log, **setup), record(board, [*log, told], **setup).log[-1]
    return [question(before, notice) for notice in doubts(before, tried(before, new, len(log) + 1))]


AWAY = "Doesn't touch Ada's network. Claim anyway?"


@pytest.mark.parametrize(
    ("log", "route", "question"),
    [
        ([], "great-falls--helena", []),
        ([HOME], "billings--great-falls", []),
        ([HOME], "great-falls--helena", [AWAY]),
        ([HOME, claim("blue", "billings--great-falls")], "great-falls--helena", []),
        ([claim("blue", "billings--gillette")], "great-falls--helena", [AWAY]),
    ],
)
def test_a_route_away_from_everything_is_asked_about(log, route, question):
    assert asked(WEST, log, claim("blue", route), players=3) == question


def test_what_was_doubted_before_is_not_asked_of_the_next_claim():
    log = [HOME, claim("blue", "great-falls--helena")]
    assert asked(WEST, log, claim("blue", "billings--great-falls"), players=3) == []
    assert [notice.code for notice in made_with(table(WEST, *log, players=3), 2)] == ["away-from-network"]


def test_nothing_is_asked_where_the_board_is_entered_later():
    assert asked(WEST, [HOME], claim("blue", "great-falls--helena"), players=3, tracking="tally") == []


def test_a_claim_without_its_card_and_a_card_too_many_are_asked_about():
    assert asked("uk", [], claim("blue", "dover--france-east")) == [
        "Ada doesn't have Ireland/France Concession and Propellers. Claim anyway?"
    ]
    bought, again = (entry("buy", player, card="right-of-way") for player in ("blue", "red"))
    assert asked("uk", [bought], again) == ["None left in the box: Right of Way. Buy anyway?"]


def test_a_claim_across_another_is_asked_about():
    log = [claim("blue", "cherbourg--le-mans")]
    assert asked("france", log, claim("red", "rouen--saint-malo"), players=3) == [
        "Crosses a claimed route. Claim anyway?"
    ]
