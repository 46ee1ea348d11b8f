"""Who is paid for a bonus: one prize, prizes by rank, a table by number, or so much for each."""

from __future__ import annotations

import pytest

from companion.rules.bonuses import BONUSES
from companion.rules.bonuses.pay import BY_NUMBER, BY_RANK, FOR_EACH, TO_THE_MOST, Paid, places, prizes
from companion.rules.score import Item
from tests.rules.making import THREE, board


def points(pay, worth, *counts: int) -> list[int]:
    return [paid.points for paid in pay.share(worth, [Item("some-bonus", n) for n in counts])]


@pytest.mark.parametrize(
    ("counts", "paid"), [((3, 1), [7, 0]), ((3, 3, 1), [7, 7, 0]), ((0, 0), [0, 0]), ((0, 1), [0, 7])]
)
def test_all_tied_for_the_most_get_the_prize_and_nobody_gets_it_with_nothing(counts, paid):
    assert points(TO_THE_MOST, 7, *counts) == paid


@pytest.mark.parametrize(
    ("counts", "paid"),
    [
        ((3, 3, 2), [20, 20, 0]),
        ((4, 2, 2), [20, 10, 10]),
        ((1, 0, 0), [20, 0, 0]),
        ((2, 1, 0, 0, 0), [20, 10, 0, 0, 0]),
        ((1, 2, 3), [0, 10, 20]),
    ],
)
def test_those_who_share_a_place_all_get_its_prize_and_the_next_is_skipped(counts, paid):
    assert points(BY_RANK, [20, 10], *counts) == paid


def test_a_prize_may_cost_something():
    assert points(BY_RANK, [15, 5, -10], 14, 9, 3) == [15, 5, -10]


@pytest.mark.parametrize(("n", "worth"), [(0, 0), (1, 5), (2, 10), (4, 30), (5, 40), (6, 40), (99, 40)])
def test_a_table_gives_a_value_for_a_number_and_its_last_for_more(n, worth):
    assert points(BY_NUMBER, {"1": 5, "2": 10, "3": 20, "4": 30, "5": 40}, n) == [worth]


def test_between_two_numbers_of_a_table_the_lower_one_counts():
    assert points(BY_NUMBER, {"5": 1, "8": 7}, 4, 5, 7, 8) == [0, 1, 1, 7]


def test_each_one_is_worth_the_same_also_below_nothing():
    assert points(FOR_EACH, 2, 0, 1, 4) == [0, 2, 8]
    assert points(FOR_EACH, -5, 0, 3) == [0, -15]


def test_places_are_taken_by_whatever_is_compared_and_may_be_left_out():
    assert places([(7, 5), (7, 7), (3, 3)]) == [2, 1, 3]
    assert places([12, 9, 9, 4, None]) == [1, 2, 2, 4, None]
    assert prizes([55, 35, 20], [1, 2, 2, 4, None]) == [Paid(55, 1), Paid(35, 2), Paid(35, 2), Paid(0), Paid(0)]


def test_the_rules_of_the_longest_path_speak_of_stations_where_there_are_some():
    rules = BONUSES["longest-path"].rules
    plain, with_stations = [*rules(board("a b 2"))], [*rules(board("a b 2", stations=THREE))]
    assert with_stations[:-1] == plain
    assert "Stations" in with_stations[-1]
