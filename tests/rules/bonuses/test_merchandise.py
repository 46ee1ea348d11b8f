"""Merchandise of Märklin: the worked rules of its tokens, its Globetrotter and its ties."""

from __future__ import annotations

import pytest

from companion.prose.records import lines
from companion.record.read import RecordWrong
from companion.rules.mechanics import mechanics_of
from companion.rules.mechanics.merchandise import stacks
from tests.support.further import board, counted, paid, record


def test_there_are_74_tokens_of_180_points():
    tokens = [value for stack in stacks(board("marklin"), "base").values() for value in stack]
    assert (len(tokens), sum(tokens)) == (74, 180)


def test_what_was_typed_last_counts_and_0_where_nothing_was():
    result = counted("marklin", "A count merchandise 3", "B count merchandise 7", "A count merchandise 12")
    assert paid(result, "merchandise") == [12, 7, 0]
    assert [line.total for line in result.lines] == [12, 7, 0]


def test_it_is_from_0_to_180():
    assert paid(counted("marklin", "A count merchandise 180"), "merchandise") == [180, 0, 0]
    with pytest.raises(RecordWrong) as found:
        record("marklin", "A count merchandise 181")
    assert lines(found.value.complaints)[0].endswith("(wrong-value)")


def test_more_than_all_tokens_together_is_warned_about():
    told = ("A count merchandise 100", "B count merchandise 80")
    assert [notice.code for notice in counted("marklin", *told).warnings] == []
    over = counted("marklin", *told, "C count merchandise 1")
    assert [(n.code, n.players, n.things) for n in over.warnings] == [
        ("counted-too-many", ("white", "red", "purple"), ("merchandise",))
    ]


def test_everybody_sees_it():
    (rule,) = mechanics_of(board("marklin"))
    assert not any(counter.hidden for counter in rule.counters(board("marklin"), "base", 3).values())


def test_globetrotter_is_10_for_all_with_the_most():
    result = counted(
        "marklin",
        "A claim berlin--schwerin",
        "A keep berlin--schwerin 4",
        "B claim bremen--bremerhaven",
        "B keep bremen--bremerhaven 1",
    )
    assert paid(result, "globetrotter") == [10, 10, 0]


def test_ties_go_by_tickets_and_then_by_merchandise():
    # Both have 1 point: by a route, or by a token.
    result = counted("marklin", "A claim bremen--bremerhaven", "B count merchandise 1")
    assert (result.winners, result.decided_by) == (("red",), "merchandise")
    assert counted("marklin", "A count merchandise 1", "B count merchandise 1").decided_by == "shared"


def test_a_ticket_goes_before_merchandise():
    result = counted(
        "marklin",
        "A claim bremen--bremerhaven",
        "A keep bremen--bremerhaven 1",
        "B count merchandise 12",
    )
    assert [line.total for line in result.lines][:2] == [12, 12]
    assert (result.winners, result.decided_by) == (("white",), "tickets")


def test_tokens_lie_only_in_cities_that_the_board_has():
    marklin = board("marklin")
    (rule,) = mechanics_of(marklin)
    base = marklin.variants["base"]
    moved = base.model_copy(update={"bonuses": {"merchandise": {"atlantis": [3, 2]}}})
    wrong = marklin.model_copy(update={"variants": {"base": moved}})
    assert [(found.reason, found.data) for found in rule.wrong(wrong)] == [("no-city", {"name": "atlantis"})]
    assert [*rule.wrong(marklin)] == []
