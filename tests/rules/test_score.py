"""What one player has, line by line."""

from __future__ import annotations

from itertools import permutations

from companion.rules.network import Journey
from companion.rules.score import Item, Path, items, parts, score
from companion.rules.station_loans import NONE, Loans
from tests.rules.making import THREE, board, table

MAP = board("a b 4", "b c 3", "c d 2", "d e 1", "a e 6", tickets=("a c 8", "a d 5", "c e 3"), stations=THREE)


def test_every_route_scores_by_its_length():
    own = score(table(MAP, "blue claim b--c", "red claim a--e", "blue claim a--b"), "blue")
    assert (own.routes, own.route_points, own.trains_left) == (("b--c", "a--b"), 4 + 7, 13)
    assert (own.color, own.name) == ("blue", "Ada")


def test_a_completed_ticket_adds_its_value_and_a_failed_one_takes_it_away():
    told = ["blue claim a--b", "blue keep a--d", "blue keep a--c", "blue claim b--c", "red keep c--e"]
    own = score(table(MAP, *told), "blue")
    assert [ticket.id for ticket in own.completed] == ["a--c"]
    assert [ticket.id for ticket in own.failed] == ["a--d"]
    assert own.ticket_points == 8 - 5


def test_a_completed_ticket_has_its_shortest_journey():
    own = score(table(MAP, "blue claim a--b", "blue claim b--c", "blue keep a--c", "blue keep c--e"), "blue")
    assert own.journeys == {"a--c": Journey(("a--b", "b--c"), ("a", "b", "c"), 7)}


def test_other_players_routes_complete_nothing():
    own = score(table(MAP, "blue claim a--b", "red claim b--c", "blue keep a--c"), "blue")
    assert (own.completed, own.journeys, own.ticket_points) == ((), {}, -8)


def test_every_station_not_built_scores():
    assert score(table(MAP), "blue").station_points == 12
    own = score(table(MAP, "blue station a", "red station b", "blue station c"), "blue")
    assert (own.station_points, own.stations) == (4, ("a", "c"))


def test_where_there_are_no_stations_they_score_nothing():
    own = score(table(board("a b 4")), "blue")
    assert (own.station_points, own.stations, own.loans) == (0, (), NONE)


def test_a_station_completes_a_ticket_with_somebody_elses_route():
    told = ["blue claim a--b", "red claim b--c", "blue station b", "blue keep a--c", "blue keep a--d"]
    own = score(table(MAP, *told), "blue")
    assert own.loans == Loans({"b": "b--c"}, {"b--c": ("a--c",)})
    assert own.journeys["a--c"].borrowed == ("b--c",)
    assert [ticket.id for ticket in own.failed] == ["a--d"]


def test_what_is_borrowed_does_not_make_the_path_longer():
    told = ["blue claim a--b", "red claim b--c", "blue station b", "blue keep a--c"]
    assert score(table(MAP, *told), "blue").path == Path(4, True, ("a--b",), ("a", "b"))


def test_the_longest_path_is_told_in_walking_order_with_its_cities():
    own = score(table(MAP, "blue claim d--e", "blue claim a--b", "blue claim a--e"), "blue")
    assert own.path == Path(11, True, ("a--b", "a--e", "d--e"), ("b", "a", "e", "d"))


def test_the_order_of_claims_does_not_change_the_path():
    claims = ["blue claim d--e", "blue claim a--b", "blue claim a--e", "blue claim b--c"]
    assert score(table(MAP, *claims), "blue").path == score(table(MAP, *reversed(claims)), "blue").path
    ring = board("a b 2", "b c 2", "a c 2")
    ways = {score(table(ring, *some), "blue").path for some in permutations(f"blue claim {r}" for r in ring.route)}
    assert ways == {Path(6, True, ("a--b", "b--c", "a--c"), ("a", "b", "c", "a"))}


def test_who_has_nothing_has_no_path():
    assert score(table(MAP), "red").path == Path(0, True, (), ())


def test_a_line_is_made_of_its_routes_its_tickets_or_its_stations():
    told = ["blue claim a--b", "red claim b--c", "blue station b", "blue station e", "blue keep a--c"]
    read = table(MAP, *told)
    own = score(read, "blue")
    of = {item.kind: parts(read, own, item) for item in items(MAP, own)}
    assert of["routes"] == (Item("route", 4, 7, routes=("a--b",)),)
    assert [(part.kind, part.n, part.points, part.tickets) for part in of["won"]] == [("ticket", 1, 8, ("a--c",))]
    lent = Item("station", 1, cities=("b",), routes=("b--c",), tickets=("a--c",))
    assert (of["lost"], of["stations"]) == ((), (lent, Item("station", cities=("e",))))
