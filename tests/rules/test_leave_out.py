"""The lightest tracks to leave out, against every choice there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from companion.rules.leave_out import Track, lightest_to_leave_out
from companion.rules.trail import pieces
from tests.rules.nets import any_net, complete


def odd(net: Sequence[Track], left_out: set[int]) -> int:
    """How many cities have an odd number of the tracks that stay."""
    times = Counter(city for n, track in enumerate(net) if n not in left_out for city in track[:2])
    return sum(count % 2 for count in times.values())


def lightest(net: Sequence[Track], kept: set[int]) -> tuple[int, int] | None:
    """The least weight and then number of tracks, by trying every choice."""
    free = [n for n in range(len(net)) if n not in kept]
    choices = (set(some) for count in range(len(free) + 1) for some in combinations(free, count))
    fitting = [(sum(net[n][2] for n in some), len(some)) for some in choices if odd(net, some) <= 2]
    return min(fitting, default=None)


def found(net: Sequence[Track], kept: set[int] = frozenset()) -> tuple[int, int] | None:
    left_out, steps = lightest_to_leave_out(net, range(len(net)), kept)
    assert steps >= 0
    if left_out is None:
        return None
    assert odd(net, left_out) <= 2
    assert not left_out & set(kept)
    return sum(net[n][2] for n in left_out), len(left_out)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_left_out_is_the_lightest_there_is(seed):
    rng = Random(seed)
    for _ in range(20):
        net = any_net(rng, 9)
        kept = set(rng.sample(range(len(net)), rng.randrange(len(net))))
        for some in (set(), kept):
            assert found(net, some) == lightest(net, some)


def test_where_two_cities_are_odd_nothing_is_left_out_and_a_look_costs_a_step_a_track():
    assert lightest_to_leave_out([(0, 1, 1), (1, 2, 1)], [0, 1], ()) == (set(), 2)
    assert lightest_to_leave_out([(0, 1, 1), (1, 2, 1), (2, 0, 1)], [0, 1, 2], ()) == (set(), 3)


def test_where_too_much_must_be_kept_there_is_no_way():
    star = [(0, 1, 1), (0, 2, 1), (0, 3, 1)]
    assert lightest_to_leave_out(star, [0, 1, 2], {0, 1, 2}) == (None, 3)  # one way, for three tracks


def test_of_one_weight_fewer_tracks_are_left_out():
    around = [(0, 1, 2), (0, 4, 1), (4, 1, 1), (0, 2, 9), (1, 3, 9)]
    assert lightest_to_leave_out(around, range(5), ())[0] == {0}
    assert lightest_to_leave_out(around, range(5), {0})[0] == {1, 2}


def test_only_the_tracks_of_the_piece_are_weighed():
    net = [(0, 1, 1), (0, 2, 1), (0, 3, 1), (8, 9, 1), (8, 7, 1)]
    assert len(pieces(net, range(5))) == 2
    assert lightest_to_leave_out(net, [0, 1, 2], ())[0] in ({0}, {1}, {2})


def test_few_ways_are_followed_at_a_time():
    """The order of the tracks is only for speed. So many steps it took; fewer are welcome."""
    ladder = [(n, n + 1, 1) for n in range(40) if n % 2 == 0] + [(n, n + 2, 1) for n in range(38)]
    across = [(6 * row + n, 6 * row + n + 1, 1) for row in range(6) for n in range(5)]
    down = [(n, n + 6, 1) for n in range(30)]
    for net, most in ((ladder, 337), (complete(10), 9221), ([*across, *down], 3531)):
        assert lightest_to_leave_out(net, range(len(net)), ())[1] <= most
