"""Two separate ways: the worked examples, and against every pair of ways of small networks."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules.bonuses.mandala import two_ways
from tests.rules.making import board as small
from tests.support.further import counted, paid

OWN = ["ahmadabad--jodhpur--1", "ahmadabad--khandwa", "jaipur--jodhpur", "jaipur--ratiam--1", "khandwa--ratiam"]


def india(*routes, tickets=("jodhpur--khandwa",)):
    return counted("india", *(f"A claim {r}" for r in routes), *(f"A keep {t}" for t in tickets), players=2)


def test_a_ticket_with_two_separate_ways_brings_five():
    result = india(*OWN)
    (item,) = [item for item in result.lines[0].bonuses if item.kind == "mandala"]
    assert (item.points, item.n, item.tickets) == (5, 1, ("jodhpur--khandwa",))
    (part,) = result.parts(result.lines[0], item)
    assert [(walk.cities, walk.trains) for walk in part.walks] == [
        (("jodhpur", "ahmadabad", "khandwa"), 5),
        (("jodhpur", "jaipur", "ratiam", "khandwa"), 5),
    ]
    assert result.lines[0].score.ticket_points == 5


def test_a_ticket_that_hangs_on_by_one_route_does_not_count():
    result = india(*OWN, "bhatinda--jodhpur", "khandwa--manmad", tickets=("jodhpur--khandwa", "chittagong--khandwa"))
    assert paid(result, "mandala") == [5, 0]
    assert paid(india(*OWN[:3]), "mandala") == [0, 0]


def test_a_ticket_that_is_not_completed_does_not_count():
    assert paid(india(tickets=("jodhpur--khandwa",)), "mandala") == [0, 0]


@pytest.mark.parametrize(("n", "points"), [(1, 5), (2, 10), (3, 20), (4, 30), (5, 40), (6, 40)])
def test_the_number_of_tickets_is_paid_once(n, points):
    from companion.rules.bonuses.mandala import BONUS
    from companion.rules.score import Item

    worth = {"1": 5, "2": 10, "3": 20, "4": 30, "5": 40}
    assert [share.points for share in BONUS.pay.share(worth, [Item("mandala", n)])] == [points]


def test_the_cheapest_way_may_be_none_of_the_two():
    routes = small("a c 1", "c d 1", "b d 1", "a d 3", "b c 3").route.values()
    assert [way.cities for way in two_ways(routes, "a", "b")] == [("a", "c", "b"), ("a", "d", "b")]


def ways(routes, start, end):
    """Every way that uses no route twice, as the set of its routes."""
    found = []

    def walk(here, used):
        if here == end:
            found.append(frozenset(used))
            return
        for route in routes:
            if route.id not in used and here in route.ends:
                walk(route.other_end(here), (*used, route.id))

    walk(start, ())
    return found


@given(
    st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"), st.integers(1, 4)), min_size=1, max_size=9)
)
def test_against_every_pair_of_ways(tracks):
    told = [f"{min(a, b)} {max(a, b)} {n}" for a, b, n in tracks if a != b]
    assume({"a", "b"} <= {end for track in told for end in track.split()[:2]})
    own = list(small(*told).route.values())
    length = {route.id: route.length for route in own}
    pairs = [one | other for one, other in combinations(ways(own, "a", "b"), 2) if not one & other]
    found = two_ways(own, "a", "b")
    assert (found is None) == (not pairs)
    if found:
        first, second = found
        assert not {*first.routes} & {*second.routes}
        assert first.trains + second.trains == min(sum(length[name] for name in pair) for pair in pairs)
        for way in found:
            assert (way.cities[0], way.cities[-1], len(way.cities)) == ("a", "b", len(way.routes) + 1)
            assert way.trains == sum(length[name] for name in way.routes)
