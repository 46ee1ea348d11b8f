"""No page of a table takes more than its share of a processor, or of a line, however long the log is.

Seconds are for `make bench ARGS=large`. Here the lines of Python that an answer takes are counted, which is the same
on every machine.
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

from bench.large import MOST_KB, addresses, answers, change_seats, imported, large_record
from companion.app import create_app
from companion.play.seats import MOST_SEAT_CHANGES
from companion.record.record_checks import MOST_ENTRIES


def lines_of(client: Any, address: str) -> int:
    """How many lines of Python are run to answer, at the second time of asking."""
    client.get(address)
    count = 0

    def trace(_frame: Any, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        client.get(address)
    finally:
        sys.settrace(None)
    return count


@pytest.mark.parametrize("finished", [False, True])
def test_four_times_the_log_is_at_most_five_times_the_work(boards, tables, finished):
    app = create_app(boards, tables)
    client = app.test_client()
    small, large = (imported(client, large_record(boards["europe"], size, finished)) for size in (300, 1200))
    both = [*zip(addresses(app, small), addresses(app, large), strict=True)]
    assert both
    for one, other in both:
        assert lines_of(client, other) <= 5 * lines_of(client, one), other


@pytest.mark.parametrize("finished", [False, True])
def test_of_the_longest_table_there_may_be_every_answer_is_small(boards, tables, store, finished):
    """But for the record and the exports, which carry the whole game."""
    app = create_app(boards, tables)
    client = app.test_client()
    table = imported(client, large_record(boards["europe"], MOST_ENTRIES, finished))
    change_seats(store, table, MOST_SEAT_CHANGES)
    small = [one for one in answers(app, client, table) if not one.whole]
    assert len(small) > 20
    assert [one.page for one in small if one.bytes > MOST_KB * 1000] == []
