"""The numbers that only one board's rules have, as people find them in its box."""

from __future__ import annotations

import pytest

from companion.rules.mechanics import mechanics_of

NUMBERS = {
    "great-lakes": [3],
    "japan": [16],
    "legendary-asia": [2],
    "marklin": [3, 74],
    "nederland": [30],
    "northern-lights": [4],
    "old-west": [3],
    "south-korea": [8],
    "world": [3],
}


@pytest.mark.parametrize("board", NUMBERS)
def test_the_numbers_of_a_board_can_be_checked_in_its_box(boards, board):
    every = [n for mechanic in mechanics_of(boards[board]) for _text, n, _thing in mechanic.in_the_box(boards[board])]
    assert every == NUMBERS[board]


def test_each_technology_is_there_with_its_price_in_the_ways_to_play_that_have_it(boards):
    uk = boards["uk"]
    base = uk.model_copy(update={"variants": {"base": uk.variants["base"]}})
    told = {
        name: {thing: n for mechanic in mechanics_of(uk) for _text, n, thing in mechanic.in_the_box(board)}
        for name, board in (("all", uk), ("base", base))
    }
    assert told["base"]["booster"] == told["all"]["booster"] == 2
    assert len(told["base"]) < len(told["all"])
