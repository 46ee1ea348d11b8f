"""What hangs together, and the shortest way through."""

from __future__ import annotations

from companion.boards.tickets import Goal
from companion.rules.network import Joined, Journey, Network
from tests.rules.making import board

SQUARE = board("a b 2", "b c 2", "a d 3", "d c 1", "e f 1")
ROUTE = SQUARE.route


def routes(*names: str):
    return [ROUTE[name] for name in names]


def journey(start, goal, own, borrowed=(), board=SQUARE):
    return Network(board, own, borrowed).way(Goal((start, goal), 1))


def test_cities_are_joined_by_a_way_however_long():
    joined = Joined(routes("a--b", "b--c", "e--f"))
    assert joined.home("a") == joined.home("c")
    assert joined.home("a") != joined.home("e")


def test_a_city_without_routes_stands_for_itself():
    assert Joined().home("z") == "z"


def test_two_parts_are_joined_by_a_later_route():
    joined = Joined(routes("a--b", "c--d", "a--d", "b--c"))
    assert len({joined.home(city) for city in "abcd"}) == 1


def test_the_way_with_the_fewest_trains_is_taken():
    found = journey("a", "d", routes("a--b", "b--c", "c--d"), ())
    assert found == Journey(("a--b", "b--c", "c--d"), ("a", "b", "c", "d"), 5)
    assert journey("a", "d", ROUTE.values()) == Journey(("a--d",), ("a", "d"), 3)


def test_a_way_can_be_read_from_both_ends():
    assert journey("c", "a", routes("a--b", "b--c")) == Journey(("b--c", "a--b"), ("c", "b", "a"), 4)


def test_among_equals_the_way_that_borrows_least_is_taken():
    found = journey("a", "c", routes("a--d", "c--d"), routes("b--c", "a--b"))
    assert found == Journey(("a--d", "c--d"), ("a", "d", "c"), 4)
    found = journey("a", "c", routes("a--b", "b--c"), routes("c--d", "a--d"))
    assert found == Journey(("a--b", "b--c"), ("a", "b", "c"), 4)


def test_among_equals_that_borrow_alike_the_first_by_name_is_taken():
    for order in (["a--b", "b--c", "a--d", "c--d"], ["c--d", "a--d", "b--c", "a--b"]):
        assert journey("a", "c", routes(*order)).cities == ("a", "b", "c")


def test_what_is_borrowed_is_marked():
    found = journey("a", "c", routes("a--b"), routes("b--c"))
    assert found == Journey(("a--b", "b--c"), ("a", "b", "c"), 4, ("b--c",))


def test_a_shorter_borrowed_way_is_better_than_a_longer_own_one():
    small = board("a b 1", "b c 1", "a c 3")
    own, lent = [small.route["a--c"]], [small.route["a--b"], small.route["b--c"]]
    assert journey("a", "c", own, lent, small).borrowed == ("a--b", "b--c")


def test_without_a_way_there_is_no_journey():
    assert journey("a", "e", ROUTE.values()) is None
    assert journey("a", "c", ()) is None


def test_a_city_is_passed_once_though_many_ways_lead_there():
    grid = [f"{a} {b} 1" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    small = board(*grid, *grid, *(f"{a} {b} 2" for a, b in zip("abcdefg", "cdefghi", strict=True)))
    found = journey("a", "i", small.route.values(), (), small)
    assert found.trains == 8
    assert found.cities == tuple("abcdefghi")
