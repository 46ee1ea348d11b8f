"""Days as people write them."""

from __future__ import annotations

from datetime import date, datetime

from companion.prose.dates_in_words import day_in_words


def test_a_day_has_its_month_in_words():
    assert day_in_words(date(2026, 11, 18)) == "18 November 2026"
    assert day_in_words(datetime(2026, 1, 2)) == "2 January 2026"
