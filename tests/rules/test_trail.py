"""The longest path, against a search that tries everything."""

from __future__ import annotations

from random import Random

import pytest

from bench.networks import dense, ordinary
from companion.rules import trail as module
from companion.rules.leave_out import Track
from companion.rules.trail import Trail, longest_trail, pieces, walk
from tests.rules.nets import any_net, clusters, complete, is_a_walk, numbered
from tests.slow.graph import longest_walk


def agrees(net: list[Track]) -> bool:
    found = longest_trail(net)
    return found.exact and found.length == longest_walk(net) and is_a_walk(net, found)


def test_no_tracks_make_no_path():
    assert longest_trail([]) == Trail(0, (), (), exact=True)


def test_a_single_track_is_walked_from_its_first_city():
    assert longest_trail([(3, 1, 4)]) == Trail(4, (0,), (1, 3), exact=True)


def test_the_heaviest_way_through_a_fork_wins():
    net = [(0, 1, 2), (1, 2, 3), (1, 3, 4)]
    assert longest_trail(net) == Trail(7, (1, 2), (2, 1, 3))


def test_a_city_may_be_passed_again_and_a_track_may_not():
    loop_and_tail = [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 1, 1)]
    assert longest_trail(loop_and_tail) == Trail(4, (0, 1, 2, 3), (0, 1, 2, 3, 1))


def test_two_tracks_between_two_cities_are_ridden_there_and_back():
    assert longest_trail([(0, 1, 3), (0, 1, 2)]).length == 5
    assert longest_trail([(0, 1, 3), (0, 1, 2), (0, 1, 4)]).length == 9


def test_of_pieces_that_do_not_hang_together_the_heaviest_counts():
    star, line = [(0, 1, 5), (0, 2, 5), (0, 3, 5)], [(7, 8, 5), (8, 9, 6)]
    assert longest_trail([*star, *line]) == Trail(11, (3, 4), (7, 8, 9))
    assert longest_trail([*line, *star]) == Trail(11, (0, 1), (7, 8, 9))


def test_the_piece_of_more_trains_may_have_the_shorter_path():
    comb = [(0, 1, 2), (0, 2, 2), (0, 3, 2), (0, 4, 2), (0, 5, 2)]
    assert longest_trail([*comb, (8, 9, 5)]) == Trail(5, (5,), (8, 9))


@pytest.mark.parametrize(("cities", "length"), [(4, 5), (5, 10), (6, 13), (7, 21), (8, 25), (9, 36), (10, 41)])
def test_complete_networks(cities, length):
    found = longest_trail(complete(cities))
    assert (found.length, found.exact) == (length, True)
    assert is_a_walk(complete(cities), found)


@pytest.mark.parametrize("seed", range(10))
def test_any_networks_agree_with_the_plain_search(seed):
    rng = Random(seed)
    nets = [any_net(rng) for _ in range(25)]
    assert [net for net in nets if not agrees(net)] == []


@pytest.mark.parametrize("seed", range(5))
def test_networks_that_fall_apart_agree_with_the_plain_search(seed, monkeypatch):
    branched = []
    branch = module._Search._branch
    monkeypatch.setattr(module._Search, "_branch", lambda *given: (branched.append(1), branch(*given)))
    rng = Random(seed)
    nets = [clusters(rng) for _ in range(12)]
    assert [net for net in nets if not agrees(net)] == []
    assert len(branched) > 10


def rings(link: int) -> list[Track]:
    """Three rings in a row, each hung on the next by one track."""
    first, second, third = ([(n, n + 1, 3), (n + 1, n + 2, 3), (n, n + 2, 3)] for n in (0, 10, 20))
    return [*first, *second, *third, (0, 10, link), (11, 20, link)]


def test_a_ring_that_falls_off_is_given_up_where_reaching_it_costs_more():
    assert agrees(rings(1))
    assert longest_trail(rings(1)).length == 27 + 2 - 3  # a track of the ring in the middle is left out instead
    two = [*rings(1)[:6], (0, 10, 1), (11, 30, 1)]
    assert agrees(two)
    assert longest_trail(two).length == 9 + 9 + 1


@pytest.mark.random
def test_what_players_own_at_the_end_agrees_with_the_plain_search(boards):
    nets = [numbered(network) for network in ordinary(list(boards.values()), 60)]
    assert [net for net in nets if not agrees(net)] == []


def test_dense_networks_agree_with_the_plain_search(boards):
    nets = [numbered(network) for network in dense(list(boards.values()), 2)]
    assert [net for net in nets if not agrees(net)] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_more_networks_agree_with_the_plain_search(seed, boards):
    rng = Random(seed)
    nets = [any_net(rng, 14) for _ in range(100)] + [clusters(rng) for _ in range(25)]
    nets += [numbered(network) for network in ordinary(list(boards.values()), 25, seed)]
    nets += [numbered(network) for network in dense(list(boards.values()), 2, seed)]
    assert [net for net in nets if not agrees(net)] == []


def test_a_spent_budget_gives_a_walk_that_is_at_least_so_long():
    rng, spent = Random(4), 0
    for net in (clusters(rng) for _ in range(20)):
        for steps in (0, 60, 200):
            found = longest_trail(net, steps)
            assert is_a_walk(net, found)
            assert 0 < found.length <= longest_walk(net)
            assert found.length == longest_walk(net) or not found.exact
            spent += not found.exact
    assert spent > 5


def test_the_first_look_is_free_and_the_next_one_is_not():
    net = [(0, 1, 1), (2, 3, 1)]
    assert longest_trail(net, 0).exact  # the second piece is no heavier, so nobody looks
    comb = [(0, 1, 2), (0, 2, 2), (0, 3, 2), (0, 4, 2), (0, 5, 2)]
    assert longest_trail([*comb, (8, 9, 5)], 0) == Trail(4, (3, 4), (4, 0, 5), exact=False)


def test_the_heaviest_piece_is_looked_at_first():
    comb = [(0, 1, 2), (0, 2, 2), (0, 3, 2), (0, 4, 2), (0, 5, 2)]
    assert longest_trail([(8, 9, 5), *comb], 0).length == 4


def test_a_search_looks_only_where_something_longer_may_be():
    """So many steps it took; fewer are welcome."""
    rng, spent = Random(7), 0
    for net in (clusters(rng) for _ in range(60)):
        search = module._Search(net, module.STEPS)
        search.search(range(len(net)), frozenset())
        spent += module.STEPS - search.steps
    assert spent <= 22_169


def test_a_budget_of_just_enough_steps_is_enough():
    comb = [(0, 1, 2), (0, 2, 2), (0, 3, 2), (0, 4, 2), (0, 5, 2)]
    enough = next(steps for steps in range(1000) if longest_trail([*comb, (8, 9, 5)], steps).exact)
    search = module._Search(comb, 1000)
    search.search(range(5), frozenset())
    assert enough == 1000 - search.steps


def test_among_equals_the_answer_is_always_the_same():
    net = complete(6)
    assert longest_trail(net) == longest_trail(net)
    assert longest_trail(complete(4)) == Trail(5, (1, 2, 4, 3, 5), (2, 0, 3, 1, 2, 3))


def test_pieces_hang_together_and_lose_nothing():
    net = [(0, 1, 1), (2, 3, 1), (4, 5, 1), (1, 2, 1), (6, 7, 1), (3, 0, 1)]
    assert sorted(sorted(piece) for piece in pieces(net, range(6))) == [[0, 1, 3, 5], [2], [4]]
    assert sorted(sorted(piece) for piece in pieces(net, [5, 4, 0])) == [[0, 5], [4]]


@pytest.mark.parametrize("seed", range(5))
def test_pieces_of_any_network_are_what_a_flood_reaches(seed):
    rng = Random(seed)
    for _ in range(20):
        net = any_net(rng, 8)
        found = pieces(net, range(len(net)))
        assert sorted(n for piece in found for n in piece) == list(range(len(net)))
        cities = [{city for n in piece for city in net[n][:2]} for piece in found]
        assert sum(map(len, cities)) == len(set().union(*cities))  # no city in two pieces
        assert all(len(pieces(net, piece)) == 1 for piece in found)


def test_a_ring_is_walked_from_its_first_city_and_back():
    ring = [(5, 6, 1), (6, 7, 1), (7, 5, 1)]
    assert walk(ring, [0, 1, 2]) == ((0, 1, 2), (5, 6, 7, 5))


def test_a_line_is_walked_from_the_first_of_its_two_ends():
    assert walk([(0, 9, 1), (0, 4, 1), (9, 7, 1)], [0, 1, 2]) == ((1, 0, 2), (4, 0, 9, 7))
