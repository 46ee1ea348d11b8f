"""Numbers that several processes count together."""

from __future__ import annotations

import multiprocessing
import os

import pytest

from companion.host.metrics import NAMES, Measures

FORK = multiprocessing.get_context("fork")


def test_what_was_counted_is_told_line_by_line():
    measures = Measures()
    measures.add("taps")
    measures.put("streams", 4)
    measures.took("request", 0.02)
    measures.took("request", 60)
    measures.refused(404)
    measures.refused(418)
    text = measures.text(tables=3)
    for line in (
        "trackside_tables 3",
        "trackside_streams 4",
        "trackside_taps_total 1",
        'trackside_refusals_total{status="404"} 1',
        'trackside_refusals_total{status="other"} 1',
        'trackside_request_seconds_bucket{le="0.01"} 0',
        'trackside_request_seconds_bucket{le="0.025"} 1',
        'trackside_request_seconds_bucket{le="5.0"} 1',
        'trackside_request_seconds_bucket{le="+Inf"} 2',
        "trackside_request_seconds_sum 60.020000",
        "trackside_request_seconds_count 2",
    ):
        assert line in text.splitlines()


def test_every_number_is_told_under_a_help_and_a_type():
    lines = Measures().text(0).splitlines()
    named = {line.split("{")[0].split(" ")[0] for line in lines if not line.startswith("#")}
    described = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    bare = {name.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") for name in named}
    assert bare == described
    assert len(lines) > len(NAMES)


def test_without_a_store_nothing_is_said_of_tables():
    assert "trackside_tables" not in Measures().text()


def count(measures, place, times):
    measures.use_place(place)
    measures.put("streams", 5)
    for _ in range(times):
        measures.add("taps")


def test_processes_add_up_and_the_next_in_a_place_goes_on():
    measures = Measures(3)
    workers = [FORK.Process(target=count, args=(measures, place, 1000)) for place in (1, 2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert measures.total("taps") == 2000
    assert measures.total("streams") == 10
    again = FORK.Process(target=count, args=(measures, 2, 1))
    again.start()
    again.join()
    assert measures.total("taps") == 2001
    assert measures.total("streams") == 10  # those of the one that is gone are not counted any more


@pytest.mark.parametrize("_again", range(3))
def test_a_process_that_is_killed_takes_no_lock_along(_again):
    measures = Measures(2)
    worker = FORK.Process(target=count, args=(measures, 1, 10**9))
    worker.start()
    while not measures.total("taps"):
        os.sched_yield()
    worker.kill()
    worker.join()
    measures.add("taps")
    measures.use_place(1)
    assert measures.total("taps") > 1
