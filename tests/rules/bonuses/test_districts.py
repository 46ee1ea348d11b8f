"""Districts of London: the worked examples, and against a count of its own."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.support.further import board, counted, paid

FOUR = ("piccadilly-circus--trafalgar-square--1", "big-ben--trafalgar-square", "buckingham-palace--piccadilly-circus")


def london(*routes, players=3):
    return counted("london", *(f"A claim {route}" for route in routes), players=players)


def parts(result):
    (item,) = result.lines[0].bonuses
    return [(dict(part.numbers)["district"], part.points) for part in result.parts(result.lines[0], item)]


def test_a_district_of_two_is_whole_with_one_route():
    assert parts(london("british-museum--covent-garden--1")) == [(1, 1)]


def test_all_four_locations_of_a_district_in_one_network():
    assert parts(london(*FOUR)) == [(2, 2)]
    assert parts(london(*FOUR[:2])) == []


def test_a_location_reached_by_another_network_does_not_count():
    assert parts(london(*FOUR[:2], "buckingham-palace--hyde-park--1")) == []


def test_other_locations_may_lie_between():
    assert parts(london("british-museum--piccadilly-circus", "covent-garden--piccadilly-circus--1")) == [(1, 1)]


def test_several_players_score_the_same_district():
    result = counted(
        "london", "A claim british-museum--covent-garden--1", "B claim british-museum--covent-garden--2", players=3
    )
    assert paid(result, "districts") == [1, 1, 0]


@given(st.lists(st.sampled_from(sorted(board("london").pairs)), unique=True, max_size=9))
def test_against_a_count_of_its_own(pairs):
    printed = board("london")
    routes = [printed.pairs[pair][0] for pair in pairs]
    assume(sum(route.length for route in routes) <= printed.trains_per_player)
    networks: list[set[str]] = []
    for route in routes:
        joined = [network for network in networks if network & set(route.ends)]
        networks = [network for network in networks if network not in joined]
        networks.append(set(route.ends).union(*joined))
    whole = {number: {city.id for city in printed.cities if city.region == str(number)} for number in range(1, 6)}
    expected = sum(number for number, cities in whole.items() if any(cities <= network for network in networks))
    assert paid(london(*(route.id for route in routes)), "districts")[0] == expected
