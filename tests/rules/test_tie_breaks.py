"""What separates equals, and in which words."""

from __future__ import annotations

from companion.rules.tie_breaks import COMMON, tie_breaks


def test_the_rules_of_boards_bring_theirs_beside_the_common_ones():
    there = tie_breaks()
    assert {*there} - {each.id for each in COMMON} == {
        "passengers",
        "mountain-routes",
        "bonus-cards",
        "merchandise",
    }
    assert all(each.most for each in there.values())
    assert all(each.decided for name, each in there.items() if name != "points")


def test_what_equals_have_is_told_as_it_is_counted_or_in_words_of_its_own():
    there = tie_breaks()
    assert there["points"].in_common() == ("{n} point", "{n} points")
    assert there["tickets"].in_common() == ("{n} ticket completed", "{n} tickets completed")
    assert there["longest-path"].in_common() == ""
