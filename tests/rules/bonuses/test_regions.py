"""Regions: the worked examples, and against a count of its own."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules.score import Item
from tests.support.further import board, counted, paid

VALUES = board("italy").variants["base"].bonuses["regions"]
PUGLIA = ("foggia--pescara--1", "bari--foggia--1", "bari--taranto--1", "lecce--taranto--1", "cosenza--taranto--1")


def italy(*routes):
    return counted("italy", *(f"A claim {route}" for route in routes), players=2)


def parts(result):
    (item,) = result.lines[0].bonuses
    return [(part.n, part.points) for part in result.parts(result.lines[0], item)]


def test_a_whole_region_counts_twice_where_it_may():
    assert parts(italy(*PUGLIA)) == [(4, 0)]
    assert parts(italy(*PUGLIA, "foggia--napoli")) == [(5, 1)]
    assert parts(italy(*PUGLIA[:3], PUGLIA[4], "foggia--napoli")) == [(4, 0)]  # without Lecce


def test_each_network_is_counted_by_itself():
    north = ("milano--torino--1", "genova--milano--1", "genova--pisa--1", "bergamo--milano--1", "bergamo--verona--1")
    assert parts(italy(*north)) == [(5, 1)]
    result = italy(*north, *PUGLIA, "foggia--napoli")
    assert parts(result) == [(5, 1), (5, 1)]
    assert paid(result, "regions") == [2, 0]


def test_borders_are_in_no_region_and_join_nothing():
    assert parts(italy("monaco-1--torino", "genova--monaco-1")) == [(1, 0), (1, 0)]
    assert parts(italy("ancona--croazia-2")) == [(1, 0)]


@pytest.mark.parametrize(("n", "points"), [(4, 0), (5, 1), (9, 11), (14, 46), (15, 56), (20, 56)])
def test_the_table(n, points):
    from companion.rules.bonuses.regions import PAY

    item = Item("regions", n, parts=(Item("regions/part", n),))
    assert PAY.share(VALUES, [item])[0].points == points


@given(st.lists(st.sampled_from(sorted(board("italy").pairs)), unique=True, max_size=9))
def test_against_a_count_of_its_own(pairs):
    italian = board("italy")
    routes = [italian.pairs[pair][0] for pair in pairs]
    assume(sum(route.length for route in routes) <= 45)
    networks: list[set[str]] = []
    for route in routes:
        ends = {end if italian.city[end].kind == "city" else f"{end} by {route.id}" for end in route.ends}
        touched = [network for network in networks if network & ends]
        networks = [network for network in networks if not network & ends] + [ends.union(*touched)]
    expected = 0
    for network in networks:
        regions = [italian.city[end].region for end in network if end in italian.city]
        whole = {"Puglia": 4, "Sardegna": 3, "Sicilia": 5}
        n = len({*regions}) + sum(regions.count(name) == size for name, size in whole.items())
        expected += max((points for number, points in VALUES.items() if int(number) <= n), default=0)
    assert paid(italy(*(route.id for route in routes)), "regions") == [expected, 0]
