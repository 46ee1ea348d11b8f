"""Borders, junctions, countries, and the forms of tickets: by hand, and against the slow way on any small board."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards.model import Board
from companion.rules.broken_rules import RuleBroken
from companion.rules.named_rules import faults_in
from companion.rules.network import Joined, Network
from companion.rules.replay import replay
from companion.rules.score import score
from companion.rules.station_loans import best_loans
from companion.rules.tally import tally
from tests.rules.making import COLORS, THREE, board, log, remade, setup, table
from tests.slow import figures
from tests.slow.graph import best_loans as every_loan
from tests.slow.graph import borders, card, longest_walk, met, worth

# Germany's south-west: France is two printed places, and at one of them two routes end.
GERMANY = board(
    "freiburg france-south 2",
    "saarbrucken france-south 3",
    "saarbrucken france-north 1",
    "freiburg karlsruhe 2",
    "karlsruhe mannheim 1",
    tickets=("freiburg saarbrucken 4", "france karlsruhe 6", "france swiss 9", "mannheim france-north 3"),
    borders="france-south france-north",
    junctions="karlsruhe",
    countries=("france: france-south france-north", "swiss: mannheim"),
)


def points(on: Board, ticket: str, *routes: str) -> int:
    """What a ticket brings, or costs, with these routes."""
    own = score(table(on, *(f"blue claim {route}" for route in routes), f"blue keep {ticket}"), "blue")
    return own.ticket_points


def test_two_routes_that_end_at_one_border_are_not_joined():  # G1
    assert points(GERMANY, "freiburg--saarbrucken", "france-south--freiburg", "france-south--saarbrucken") == -4


def test_a_country_is_reached_at_any_of_its_places():  # G2
    assert points(GERMANY, "france--karlsruhe", "france-south--freiburg", "freiburg--karlsruhe") == 6
    assert points(GERMANY, "france--karlsruhe", "freiburg--karlsruhe") == -6
    assert points(GERMANY, "france--karlsruhe", "france-south--freiburg") == -6


def test_the_other_ends_of_two_routes_to_one_border_are_apart():  # G3
    joined = Joined(GERMANY.route[name] for name in ("france-south--freiburg", "france-south--saarbrucken"))
    assert joined.home("freiburg") != joined.home("saarbrucken")
    assert joined.homes(["france-south"]) == joined.homes(["freiburg", "saarbrucken"])


def test_a_country_needs_the_network_that_reaches_it():
    apart = ("france-north--saarbrucken", "freiburg--karlsruhe", "karlsruhe--mannheim")
    assert points(GERMANY, "france--swiss", *apart) == -9
    assert points(GERMANY, "france--swiss", "france-south--freiburg", *apart) == 9


def test_a_border_itself_can_be_on_a_ticket():
    assert points(GERMANY, "france-north--mannheim", "karlsruhe--mannheim", "france-north--saarbrucken") == -3


def test_a_junction_is_passed_like_a_city():
    own = score(table(GERMANY, "blue claim freiburg--karlsruhe", "blue claim karlsruhe--mannheim"), "blue")
    assert (own.path.length, own.path.cities) == (3, ("freiburg", "karlsruhe", "mannheim"))


def test_a_border_can_be_the_first_and_the_last_place_of_a_path_and_nothing_between():
    claims = ("france-south--freiburg", "france-south--saarbrucken", "france-north--saarbrucken")
    own = score(table(GERMANY, *(f"blue claim {route}" for route in claims)), "blue")
    assert own.path.length == 4
    assert set(own.path.cities[::2]) == {"france-south", "france-north"}
    ring = board("x a 2", "a b 1", "b x 3", borders="x")
    own = score(table(ring, "blue claim a--x", "blue claim a--b", "blue claim b--x"), "blue")
    assert (own.path.length, own.path.cities[0], own.path.cities[-1]) == (6, "x", "x")


def test_a_journey_to_a_country_ends_at_its_nearest_place():
    network = Network(GERMANY, GERMANY.route.values())
    way = network.journey(GERMANY.tickets_of("base")["france--karlsruhe"])
    assert way
    assert (way.cities, way.trains) == (("france-south", "freiburg", "karlsruhe"), 4)


# Switzerland's cards with a choice.

SWISS = board(
    "f1 a 1",
    "f2 b 1",
    "a b 1",
    "b d1 1",
    "a d2 1",
    "b i1 1",
    "b o1 1",
    "lugano i2 1",
    "lugano a 1",
    tickets=("f d=5 o=14 i=11", "lugano f=14 d=12 o=13 i=2"),
    borders="f1 f2 d1 d2 i1 i2 o1",
    countries=("f: f1 f2", "d: d1 d2", "o: o1", "i: i1 i2"),
)
TWICE = remade(SWISS, tickets=(SWISS.tickets[0].model_copy(update={"copies": 2}),))


def test_of_a_choice_the_dearest_that_is_reached_counts():  # T1a
    assert points(SWISS, "f--choice", "a--f1", "a--b", "b--d1", "b--i1") == 11


def test_a_choice_that_reaches_nothing_costs_its_cheapest():  # T1b
    assert points(SWISS, "f--choice", "a--f1", "a--b") == -5


def test_a_choice_of_a_city():  # T1c
    assert points(SWISS, "lugano--choice", "i2--lugano") == 2
    assert points(SWISS, "lugano--choice", "a--lugano") == -2


def test_two_copies_of_a_choice_are_two_tickets():  # T1d
    network = ["blue claim a--f1", "blue claim a--b", "blue claim b--d1", "blue claim b--i1"]
    own = score(table(TWICE, *network, "blue keep f--choice-1", "blue keep f--choice-2"), "blue")
    assert (own.ticket_points, len(own.completed)) == (22, 2)


# A tour of the world.

WORLD = board(
    "casablanca qahira 3",
    "qahira tehran 2",
    "casablanca x 1",
    "x tehran 1",
    "x qahira 1",
    "x y 1",
    "y tehran 1",
    tickets=("casablanca>qahira>tehran 9 6 15",),
)
TOUR = "tour--casablanca--tehran"


def test_a_tour_in_its_order():  # T2
    assert points(WORLD, TOUR, "casablanca--qahira", "qahira--tehran") == 9


def test_a_tour_whose_stops_are_joined_out_of_order():
    assert points(WORLD, TOUR, "casablanca--x", "tehran--x", "qahira--x") == 6
    assert points(WORLD, TOUR, "casablanca--qahira", "qahira--x", "x--y", "tehran--y") == 9


def test_a_tour_that_misses_a_stop():
    assert points(WORLD, TOUR, "casablanca--x", "tehran--x") == -15


def test_a_tour_has_a_journey_either_way():
    routes = WORLD.route
    ticket = WORLD.tickets_of("base")[TOUR]
    through = Network(WORLD, routes.values()).journey(ticket)
    assert through
    assert (through.cities, through.trains) == (("casablanca", "x", "qahira", "tehran"), 4)
    star = Network(WORLD, [routes["casablanca--x"], routes["tehran--x"], routes["qahira--x"]]).journey(ticket)
    assert star
    assert (star.cities, star.trains) == (("casablanca", "x", "qahira", "x", "tehran"), 3)


# Any small board, against the slow way.

PLACES = "abcdefgh"


@st.composite
def boards(draw: st.DrawFn, tours: bool = True) -> Board:
    """A few places, some of them borders or junctions, two countries, and tickets of every form."""
    count = draw(st.integers(4, 8))
    names = PLACES[:count]
    kinds = draw(st.lists(st.sampled_from(["city", "city", "border", "junction"]), min_size=count, max_size=count))
    pairs = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True)
    routes = draw(st.lists(st.tuples(pairs, st.integers(1, 4)), min_size=3, max_size=10))
    spine = [f"{a} {b} 1" for a, b in pairwise(names)]
    split = draw(st.integers(1, count - 1))
    countries = {
        "x": draw(st.sets(st.sampled_from(names[:split]))),
        "y": draw(st.sets(st.sampled_from(names[split:]))),
    }
    there = {name: places for name, places in countries.items() if places}
    ends = st.sampled_from([*names, *there])
    of_pairs = st.tuples(ends, ends, st.integers(1, 20)).map(lambda t: f"{t[0]} {t[1]} {t[2]}")
    choices = st.tuples(ends, st.lists(st.tuples(ends, st.integers(1, 20)), min_size=2, max_size=3)).map(
        lambda t: " ".join([t[0], *(f"{end}={points}" for end, points in t[1])])
    )
    stops = st.tuples(st.lists(ends, min_size=2, max_size=4, unique=True), st.integers(1, 9), st.integers(1, 20))
    ordered = stops.map(lambda t: f"{'>'.join(t[0])} {10 + t[1]} {t[1]} {t[2]}")
    forms = [of_pairs, choices, ordered] if tours else [of_pairs, choices]
    tickets = draw(st.lists(st.one_of(forms), min_size=1, max_size=5))
    made: dict[str, Any] = {
        "stations": None if tours else THREE,
        "borders": " ".join(n for n, kind in zip(names, kinds, strict=True) if kind == "border"),
        "junctions": " ".join(n for n, kind in zip(names, kinds, strict=True) if kind == "junction"),
        "countries": tuple(f"{name}: {' '.join(sorted(places))}" for name, places in there.items()),
    }
    routed = [*spine, *(f"{a} {b} {length}" for (a, b), length in routes)]
    whole = board(*routed, tickets=(f"{names[0]} {names[-1]} 5", *tickets), **made)
    # Without cards that a board cannot have: with one end twice, or the name of another one.
    wrong = {complaint.where[1] for complaint in faults_in(whole) if complaint.where[0] == "tickets"}
    return remade(whole, tickets=tuple(each for n, each in enumerate(whole.tickets) if n not in wrong))


@given(boards(), st.data())
def test_what_a_network_reaches_agrees_with_the_slow_way(whole, data):
    own = [whole.route[name] for name in data.draw(st.sets(st.sampled_from(sorted(whole.route))))]
    network = Network(whole, own)
    for name, ticket in whole.tickets_of("base").items():
        goal, slow = network.reached(ticket), met(whole, card(whole, "base", name), own)
        assert (goal.points if goal else None) == slow
        if goal:
            way = network.journey(ticket)
            assert way
            assert {*way.routes} <= {route.id for route in own}
            inside = way.cities[1:-1]
            assert not borders(whole).intersection(inside)
            assert all(set(whole.places(end)).intersection(way.cities) for end in goal.ends)
            if goal.in_order:
                assert len({*way.cities}) == len(way.cities)


@given(boards(), st.data())
def test_the_longest_path_agrees_with_every_walk_there_is(whole, data):
    names = data.draw(st.sets(st.sampled_from(sorted(whole.route)), max_size=9))
    taken, claims = set(), []
    for name in sorted(names):
        if whole.route[name].pair not in taken:
            taken.add(whole.route[name].pair)
            claims.append(name)
    played = replay(remade(whole, trains_per_player=60), setup(4), log(*[f"blue claim {name}" for name in claims]))
    own = score(played, "blue")
    routes = [whole.route[name] for name in claims]
    assert own.path.length == longest_walk([(r.a, r.b, r.length) for r in routes], borders(whole))
    assert not borders(whole).intersection(own.path.cities[1:-1])


@given(boards(tours=False), st.data())
def test_stations_agree_with_every_use_there_is(whole, data):
    names = data.draw(st.permutations(sorted(whole.route)))
    cut = data.draw(st.integers(0, len(names)))
    own, others = ([whole.route[name] for name in some] for some in (names[:cut], names[cut:]))
    cities = [city.id for city in whole.cities if city.kind == "city"]
    built = data.draw(st.lists(st.sampled_from(cities), max_size=3, unique=True)) if cities else []
    tickets = list(whole.tickets_of("base").values())
    uses = best_loans(whole, built, tickets, own, others).uses
    cards = [card(whole, "base", ticket.id) for ticket in tickets]
    found = worth(whole, cards, [*own, *(whole.route[name] for name in uses.values())])
    assert (*found, -len(uses)) == every_loan(whole, built, cards, own, others)


@given(boards(), st.data())
def test_a_whole_game_agrees_with_the_slow_way(whole, data):
    told = [f"blue keep {name}" for name in whole.tickets_of("base")]
    names = data.draw(st.permutations(sorted(whole.route)))
    told += [f"{COLORS[n % 4]} claim {name}" for n, name in enumerate(names)]
    entries: list[Any] = []
    for entry in log(*told):
        with suppress(RuleBroken):
            replay(whole, setup(4), [*entries, entry])
            entries.append(entry)
    slow = figures(whole, {"players": [{"color": color} for color in COLORS[:4]], "log": _written(entries)})
    counted = tally(replay(whole, setup(4), entries))
    for line in counted.lines:
        own, player = line.score, slow["players"][line.score.color]
        assert (own.route_points, own.trains_left) == (player["route_points"], player["trains_left"])
        assert (own.ticket_points, len(own.completed)) == (player["ticket_points"], player["tickets_completed"])
        assert (own.path.length, line.total, line.rank) == (player["longest_path"], player["total"], player["rank"])


def _written(entries: list[Any]) -> list[dict[str, Any]]:
    return [entry.model_dump(by_alias=True, exclude_defaults=True) for entry in entries]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"tickets": ("a>x>c 9 6 15",)}, "tour-through-a-border"),
        ({"tickets": ("a>c 9 6 15",), "stations": THREE}, "tour-with-stations"),
        ({"tickets": ("land x 4",), "countries": ("land: x y",)}, "joins-itself"),
        ({"countries": ("land: x nowhere",)}, "no-city"),
        ({"countries": ("a: x",)}, "place-repeated"),
        ({"tracks_open": {"double": {"6": 1}}}, "not-for-so-many"),
        ({"mechanics": {"dragons": {}}}, "no-mechanic"),
        ({"tie_break": ("points", "age")}, "no-such-criterion"),
    ],
)
def test_what_cannot_be_is_refused(changed, reason):
    wrong = board("a x 1", "x c 1", "x y 1", borders="x", **{"tickets": ("a c 5",), **changed})
    assert reason in [complaint.reason for complaint in faults_in(wrong)]
    right = board("a x 1", "x c 1", "x y 1", borders="x", tickets=("a c 5",))
    assert reason not in [complaint.reason for complaint in faults_in(right)]
