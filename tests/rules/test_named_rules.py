"""The rules that a board names: each has to be one there is, and worth what its way to pay wants."""

from __future__ import annotations

import pytest

from companion.boards import files
from companion.rules.bonuses import BONUSES
from companion.rules.mechanics import all_mechanics
from companion.rules.named_rules import faults_in, schema
from companion.rules.tie_breaks import tie_breaks
from tests.rules.making import board, variant


def told(**changed):
    """What is wrong beside that a board so small has few kinds of tickets."""
    plain = faults_in(board("a b 2"))
    found = (complaint for complaint in faults_in(board("a b 2", **changed)) if complaint not in plain)
    return [(complaint.reason or complaint.code, complaint.where) for complaint in found]


def test_a_bonus_has_to_be_one_there_is():
    where = ("variants", "base", "bonuses", "most-goats")
    assert told(variants={"base": variant(bonuses={"most-goats": 10})}) == [("no-such-bonus", where)]
    assert told(bonus_names={"most-goats": "Goats"}) == [
        ("no-bonus", ("bonus_names", "most-goats")),
    ]


@pytest.mark.parametrize("worth", [0, "10", [10], {"3": 10}, True])
def test_a_bonus_is_worth_what_its_way_to_pay_wants(worth):
    wrong = told(variants={"base": variant(bonuses={"longest-path": worth})})
    assert [where[:4] for _, where in wrong] == [("variants", "base", "bonuses", "longest-path")]
    assert told(variants={"base": variant(bonuses={"longest-path": 10})}) == []


def test_the_schema_of_a_board_lists_the_rules_there_are():
    whole = schema(files.schema())
    assert whole["properties"]["tie_break"]["items"] == {"enum": list(tie_breaks())}
    assert whole["properties"]["mechanics"]["propertyNames"] == {"enum": list(all_mechanics())}
    assert whole["properties"]["bonus_names"]["propertyNames"] == {"enum": list(BONUSES)}
    assert whole["$defs"]["Variant"]["properties"]["bonuses"]["propertyNames"] == {"enum": list(BONUSES)}
