"""No door opens what lies closed on a phone: not with its cookie, nor with that sent as a token, nor with another's.

Two tables that differ in the closed tickets alone answer every request of everybody the same in every byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.play import keys
from tests.secrecy.doors import HAND, HANDS, KINDS, WAYS, Closed, Door, House
from tests.secrecy.still import stand_still
from tests.support.doses import one_in

Answers = dict[str, list[tuple[Door, tuple[Any, ...]]]]
Twice = tuple[Closed, Answers, Answers]


@pytest.fixture(scope="module", params=one_in(3, KINDS))
def twice(request: pytest.FixtureRequest, tmp_path_factory: Any, empty_sqlite: Path) -> Iterator[Twice]:
    """What everybody gets at every door of two tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "_slow", lambda pin, salt: keys.digest(pin + salt.hex()))
        counted, got = stand_still(patch), []
        for hand in HANDS:
            house = House(tmp_path_factory.mktemp("house"), empty_sqlite, counted)
            closed = Closed(house, request.param, hand)
            doors = list(closed.doors())
            got.append({way: [(door, closed.asks(way, door)) for door in doors] for way in WAYS})
        yield closed, *got


def test_every_route_there_is_was_tried(twice):
    closed, got, __ = twice
    assert {door.endpoint for door, __ in got["none"]} == closed.house.app.view_functions.keys()


@pytest.mark.parametrize("way", WAYS)
def test_closed_tickets_reach_nobody_by_any_route(way, twice):
    __, one, other = twice
    assert [door for (door, here), (__, there) in zip(one[way], other[way], strict=True) if here != there] == []


@pytest.mark.parametrize("way", ["cookie as Bearer", "program's token as cookie"])
def test_a_cookie_is_no_token_and_a_token_no_cookie(way, twice):
    closed, got, __ = twice
    at_table = [(door, answer) for door, answer in got[way] if closed.table in door.address]
    assert [(door, answer[0]) for door, answer in at_table if answer[0] not in (401, 404)] == []


def test_whoever_has_them_open_does_see_other_bytes(twice):
    """A test that finds nothing must be able to."""
    closed, __, there = twice
    page = f"/t/{closed.table}/tickets/{HAND}"
    before = next(answer for door, answer in there["cookie"] if door.address == page)
    closed.opens()
    now = closed.house.asks("GET", page, closed.shows("cookie"))
    assert before[0] == now[0] == 200
    name = b"Los Angeles<span> \xe2\x80\x93 </span>New York"
    assert name in now[2]
    assert name not in before[2]
