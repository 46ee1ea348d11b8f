"""The best use of stations, against every use there is."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.station_loans import NONE, Loans, best_loans
from tests.rules.making import board
from tests.slow.graph import best_loans as brute_force
from tests.slow.graph import card, worth_at_once

LINE = board("a b 1", "b c 1", "c d 1", "d e 1", "b d 1", tickets=("a c 5", "a d 9", "c e 9", "b d 3", "a e 4"))
ROUTE, TICKET = LINE.route, LINE.tickets_of("base")


def best(stations: str, tickets: str, own: str = "", others: str = "") -> Loans:
    held, mine, theirs = tickets.split(), own.split(), others.split()
    return best_loans(
        LINE, list(stations), [TICKET[t] for t in held], [ROUTE[r] for r in mine], [ROUTE[r] for r in theirs]
    )


def test_a_station_borrows_the_route_that_completes_a_ticket():
    found = best("b", "a--c", "a--b", "b--c b--d")
    assert found == Loans({"b": "b--c"}, {"b--c": ("a--c",)})


def test_a_station_that_helps_no_ticket_is_left_out():
    assert best("b", "a--e", "a--b", "b--c b--d") == NONE
    assert best("be", "a--c", "a--b", "b--c d--e").uses == {"b": "b--c"}


def test_without_open_tickets_nothing_is_borrowed():
    assert best("b", "a--c", "a--b b--c", "b--d") == NONE
    assert best("b", "", "a--b", "b--c") == NONE


def test_a_station_borrows_only_at_its_own_city():
    assert best("a", "a--c", "a--b", "b--c") == NONE


def test_a_station_lends_one_route():
    assert best("b", "a--c a--d", "a--b", "b--c b--d").uses == {"b": "b--d"}


def test_points_come_before_the_number_of_tickets():
    small = board("a b 1", "b c 1", "b d 1", "d e 1", tickets=("a c 9", "a d 4", "a e 4", "b d 1"))
    held = list(small.tickets_of("base").values())
    own, others = [small.route["a--b"], small.route["d--e"]], [small.route["b--c"], small.route["b--d"]]
    assert best_loans(small, ["b"], held[:3], own, others).uses == {"b": "b--c"}  # 9 against 4 + 4
    assert best_loans(small, ["b"], held, own, others).uses == {"b": "b--d"}  # 9 against 4 + 4 + 1: more tickets


def test_among_equals_fewest_routes_are_borrowed():
    found = best("bc", "b--d", "", "b--c c--d b--d")
    assert found.uses == {"b": "b--d"}


def test_several_stations_work_together():
    found = best("bd", "a--e", "a--b", "b--d d--e")
    assert found == Loans({"b": "b--d", "d": "d--e"}, {"b--d": ("a--e",), "d--e": ("a--e",)})


def test_two_stations_meet_in_a_city_that_is_no_goal():
    small = board("a b 1", "b x 1", "x c 1", "c d 1", tickets=("a d 5",))
    own, others = [small.route["a--b"], small.route["c--d"]], [small.route["b--x"], small.route["c--x"]]
    found = best_loans(small, ["b", "c"], list(small.tickets_of("base").values()), own, others)
    assert found.uses == {"b": "b--x", "c": "c--x"}


def test_three_stations_in_a_row_work_together():
    found = best("bcd", "a--e", "a--b", "b--c c--d d--e")
    assert found.uses == {"b": "b--c", "c": "c--d", "d": "d--e"}


def test_a_loan_may_lead_to_the_city_of_another_station():
    found = best("cd", "a--e", "a--b b--c", "c--d d--e")
    assert found.uses == {"c": "c--d", "d": "d--e"}


def test_a_track_beside_ones_own_may_be_borrowed_and_helps_nothing():
    small = board("a b 1", "a b 1", "b c 1", tickets=("a c 5",))
    routes = small.route
    tickets = list(small.tickets_of("base").values())
    found = best_loans(small, ["b"], tickets, [routes["a--b--1"]], [routes["a--b--2"], routes["b--c"]])
    assert found.uses == {"b": "b--c"}


def test_of_routes_that_bring_the_same_the_first_claimed_is_borrowed():
    small = board("a b 1", "b c 1", "b c 1", tickets=("a c 5",))
    tickets = list(small.tickets_of("base").values())
    twins = [small.route["b--c--2"], small.route["b--c--1"]]
    assert best_loans(small, ["b"], tickets, [small.route["a--b"]], twins).uses == {"b": "b--c--2"}


def test_what_a_loan_saves_are_the_tickets_that_fail_without_it():
    found = best("bd", "a--d a--e b--d", "a--b", "b--d d--e")
    assert found.saved == {"b--d": ("a--d", "a--e", "b--d"), "d--e": ("a--e",)}


def test_a_loan_leads_to_any_place_of_a_country():
    land = board("a b 1", "b c 1", "d e 1", tickets=("a x 5",), countries=("x:c d",))
    own, others = [land.route["a--b"], land.route["d--e"]], [land.route["b--c"]]
    assert best_loans(land, ["b"], land.tickets_of("base").values(), own, others).uses == {"b": "b--c"}


def test_three_built_every_neighbour_claimed_by_others_and_twelve_tickets(boards):
    assert [seed for seed in range(200) if not agrees(boards["europe"], seed)] == []


@pytest.mark.soak
def test_two_thousand_positions_agree_with_every_use_there_is(boards):
    assert [seed for seed in range(200, 2200) if not agrees(boards["europe"], seed)] == []


def agrees(europe, seed: int) -> bool:
    """Whether the loans of a random position are worth as much as the best of all, and are such as are offered."""
    rng = Random(seed)
    routes = list(europe.route.values())
    busy = sorted(europe.city, key=lambda city: -sum(city in route.ends for route in routes))
    built = rng.sample(busy[: rng.choice([12, 47])], 3)
    own = [route for route in rng.sample(routes, rng.randint(0, 18)) if not set(built).intersection(route.ends)]
    if seed % 2:
        own += [route for route in rng.sample(routes, 8) if route not in own]
    others = [route for route in routes if route not in own]
    variant = rng.choice(list(europe.variants))
    tickets = rng.sample(list(europe.tickets_of(variant).values()), 12)
    uses = best_loans(europe, built, tickets, own, others).uses
    assert all(europe.route[route] in others and city in europe.route[route].ends for city, route in uses.items())
    held = [card(europe, variant, ticket.id) for ticket in tickets]
    done = worth_at_once(europe, held, [*own, *(europe.route[name] for name in uses.values())])
    return (*done, -len(uses)) == brute_force(europe, built, held, own, others)
