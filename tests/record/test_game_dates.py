"""When a game was played, by the times that its entries tell."""

from __future__ import annotations

from datetime import date

import pytest

from companion.record import game_dates
from companion.rules.log import ENTRY


def told(*times: str) -> list:
    return [ENTRY.validate_python({"type": "draw", "player": "red"} | ({"at": at} if at else {})) for at in times]


def test_the_first_and_the_last_whatever_their_order():
    found = game_dates.span(told("2026-11-18T21:00:00Z", "", "2026-11-18T20:30:00+01:00", "2026-11-18T20:00:00.25z"))
    assert found
    assert [moment.isoformat() for moment in found] == ["2026-11-18T20:30:00+01:00", "2026-11-18T21:00:00+00:00"]


def test_the_day_is_that_of_the_clock_on_the_wall():
    assert game_dates.day(told("2026-11-18T00:30:00+02:00")) == date(2026, 11, 18)


@pytest.mark.parametrize("times", [(), ("",), ("0000-02-29T10:00:00Z",), ("2016-12-31T23:59:60Z",)])
def test_where_none_can_be_told_there_is_none(times):
    assert game_dates.span(told(*times)) is None
    assert game_dates.day(told(*times)) is None
