"""What is said where there is none of something: no bare nought, and no colon with nothing behind it."""

from __future__ import annotations

import pytest

from companion.export.chat import chat_text
from companion.prose import counts, reasons
from companion.rules.bonuses import BONUSES
from companion.rules.score import Item
from companion.rules.tally import tally
from tests.support.evenings import read
from tests.support.golden import FOLDER, games_in


@pytest.mark.parametrize(
    ("kind", "none", "one", "two"),
    [
        ("train", "no trains left", "1 train left", "2 trains left"),
        ("taxi", "no taxis left", "1 taxi left", "2 taxis left"),
        ("piece", "no pieces left", "1 piece left", "2 pieces left"),
    ],
)
def test_what_a_player_has_left(kind, none, one, two):
    assert [counts.pieces_left(kind, n) for n in range(3)] == [none, one, two]


def test_stations_and_routes():
    assert [counts.stations_left(n) for n in range(2)] == ["no stations left", "1 station left"]
    assert [counts.routes(n) for n in range(2)] == ["no routes", "1 route"]


@pytest.mark.parametrize("bonus", BONUSES)
def test_a_reason_lists_nothing_where_there_is_nothing(boards, bonus):
    numbers = (("unbuilt", 0),)
    said = reasons.reason(boards["usa"], Item(bonus, 0, numbers=numbers))
    assert not said.rstrip().endswith(":")


def test_what_all_stations_built_are_worth(boards):
    assert reasons.reason(boards["europe"], Item("stations", 3, 0, numbers=(("kept", 0),))) == "all stations built"
    kept = Item("stations", 2, 4, numbers=(("kept", 1),))
    assert reasons.reason(boards["europe"], kept) == "1 station not built, 4 points"


def test_whoever_pays_for_having_nothing_has_no_number_in_the_chat():
    nothing = next(game for game in games_in(FOLDER / "boards" / "japan") if game.name == "nothing")
    assert "Bullet trains: Ada -20, Bo -20" in chat_text(tally(read(nothing.record).replayed())).split("\n")
