"""Northern Lights' eleven cards and New York's attractions: examples, and against plain counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.boards.model import Route
from tests.support.further import board, counted, paid

LIGHTS = board("northern-lights")
WORTH = LIGHTS.variants["base"].bonuses
ONES = [r.id for r in LIGHTS.route.values() if r.length == 1 and not r.id.endswith(("--2", "--3"))]


def lights(card, *told, players=3, **options):
    four = [card, *(name for name in WORTH if name != card)][:4]
    return paid(counted("northern-lights", *told, players=players, options={"bonus-cards": four, **options}), card)


def claims(player, *routes):
    return [f"{player} claim {route}" for route in routes]


def test_all_who_have_most_get_the_card():
    told = [*claims("A", *ONES[:4]), *claims("B", *ONES[4:8]), *claims("C", *ONES[8:10])]
    assert lights("small-steps", *told) == [10, 10, 0]
    assert lights("small-steps") == [0, 0, 0]


def test_trains_left():
    told = claims("A", "karlstad--oslo--1")
    assert lights("cost-efficiency", *told) == [0, 7, 7]


def test_only_the_cards_that_are_laid_out_pay():
    result = counted(
        "northern-lights", options={"bonus-cards": ["snowplow", "wild-west", "ferry-master", "small-steps"]}
    )
    assert {item.kind for item in result.lines[0].bonuses} == {"snowplow", "wild-west", "ferry-master", "small-steps"}


def test_locomotives_are_counted_at_the_table():
    assert lights("call-of-the-wild", "A count locomotives 2", "B count locomotives 3") == [0, 5, 0]


FITS: dict[str, Callable[[Route], bool]] = {
    "small-steps": lambda route: route.length == 1,
    "ferry-master": lambda route: route.ferry > 0,
    "snowplow": lambda route: any("polar" in LIGHTS.city[end].tags for end in route.ends),
    "wild-west": lambda route: any(LIGHTS.city[end].region == "Norway" for end in route.ends),
    "capital-investment": lambda route: bool({"oslo", "stockholm", "helsinki", "kobenhavn"} & {*route.ends}),
}
HANDS = st.lists(st.sampled_from(sorted(LIGHTS.pairs)), unique=True, max_size=12)


@pytest.mark.parametrize("card", FITS)
@given(pairs=HANDS, cut=st.integers(0, 12))
def test_routes_of_a_kind_against_a_plain_count(card, pairs, cut):
    routes = [LIGHTS.pairs[pair][0] for pair in pairs]
    told = [*claims("A", *(r.id for r in routes[:cut])), *claims("B", *(r.id for r in routes[cut:]))]
    assume(max(sum(r.length for r in half) for half in (routes[:cut], routes[cut:])) <= 40)
    n = [sum(map(FITS[card], half)) for half in (routes[:cut], routes[cut:], [])]
    options = {"capital-counts": "routes"} if card == "capital-investment" else {}
    assert lights(card, *told, **options) == [WORTH[card] if k and k == max(n) else 0 for k in n]


@given(pairs=HANDS)
def test_countries_against_a_plain_count(pairs):
    routes = [LIGHTS.pairs[pair][0] for pair in pairs]
    assume(sum(r.length for r in routes) <= 40)
    options = {"bonus-cards": ["international-tycoon", "snowplow", "wild-west", "ferry-master"]}
    result = counted("northern-lights", *claims("A", *(r.id for r in routes)), options=options)
    item = next(item for item in result.lines[0].bonuses if item.kind == "international-tycoon")
    assert item.n == len({LIGHTS.city[end].region for r in routes for end in r.ends}) == len(item.cities)


@pytest.mark.parametrize(
    ("card", "fits"),
    [
        ("local-network", lambda ticket: ticket.points <= 5),
        ("polar-express", lambda ticket: any("polar" in LIGHTS.city[end].tags for end in ticket.ends)),
        ("capital-investment", lambda t: bool({"oslo", "stockholm", "helsinki", "kobenhavn"} & {*t.ends})),
    ],
)
def test_completed_tickets_of_a_kind(card, fits):
    own = claims("A", "karlstad--oslo--1", "karlstad--stockholm--1", "stockholm--turku--1", "helsinki--turku")
    own += claims("A", "helsinki--lahti", "bergen--oslo--1", "kristiansand--oslo--1")
    known = [route.split()[-1] for route in own if route.split()[-1] in LIGHTS.route]
    keeps = [f"A keep {name}" for name in LIGHTS.tickets_of("base")]
    told = [*claims("A", *known), *keeps]
    result = counted("northern-lights", *told, options={"bonus-cards": [card, *(n for n in WORTH if n != card)][:4]})
    item = next(item for item in result.lines[0].bonuses if item.kind == card)
    completed = result.lines[0].score.completed
    assert completed
    assert item.tickets == tuple(ticket.id for ticket in completed if fits(ticket))


def test_the_longest_path():
    told = [*claims("A", "narvik--tromso--1", "kiruna--narvik--1"), *claims("B", "bergen--oslo--1")]
    assert lights("nordic-express", *told) == [10, 10, 0]


def test_a_junction_counts_with_its_country_and_its_place_on_the_earth():
    assert lights("snowplow", "A claim rovaniemi--sweden-north", "B claim kiruna--sweden-middle") == [12, 12, 0]


def test_attractions_need_not_be_joined():
    own = claims("A", "central-park--times-square--1", "brooklyn--chinatown--1")
    assert paid(counted("new-york", *own), "attractions") == [4, 0, 0]


@given(st.lists(st.sampled_from(sorted(board("new-york").pairs)), unique=True, max_size=5))
def test_attractions_against_a_plain_count(pairs):
    york = board("new-york")
    routes = [york.pairs[pair][0] for pair in pairs]
    assume(sum(route.length for route in routes) <= 15)
    ends = {end for route in routes for end in route.ends if york.city[end].tags}
    assert paid(counted("new-york", *claims("A", *(r.id for r in routes))), "attractions") == [len(ends), 0, 0]
