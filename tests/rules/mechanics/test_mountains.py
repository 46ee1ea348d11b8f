"""Mountains cost trains and bring points; the Asian Explorer joins the most cities."""

from __future__ import annotations

from companion.prose import reasons
from companion.prose.verdict import verdict
from companion.rules.log import Claim
from tests.support.board_games import claim, counted, points, refused, table

ASIA = "legendary-asia"


def test_a_cross_takes_a_train_more_and_brings_two_points():
    played = table(ASIA, claim("blue", "shiraz--tehran--1"))
    assert (played.trains["blue"], played.route_points("blue")) == (41, 2 + 4)


def test_a_stock_too_small_for_the_crosses_is_refused():
    printed = sorted(table(ASIA).board.route.values(), key=lambda route: -route.length)
    plain = [route for route in printed if not route.marks and not route.twins]
    log, left = [], 45
    for route in plain:
        if left - route.length >= 3:
            log.append(claim("blue", route.id))
            left -= route.length
    assert left == 3
    (line,) = refused(ASIA, *log, claim("blue", "shiraz--tehran--1"), tracking="tally")
    says = "Shiraz – Tehran needs 4 trains, but Ada has only 3 left (not-enough-trains)"
    assert line == f"log entry {len(log) + 1}: {says}"
    assert refused(ASIA, *log, claim("blue", "agra--rawalpindi"), tracking="tally") == []


def test_the_row_of_a_mountain_says_its_pieces_and_points_like_any_other():
    played = table(ASIA)
    assert played.mechanics
    crossing = Claim(type="claim", player="blue", route="shiraz--tehran--1")
    assert [mechanic.instead(played, crossing) for mechanic in played.mechanics] == [None] * len(played.mechanics)


def test_what_mountains_brought_is_told_with_the_routes_and_with_each_of_them():
    result = counted(ASIA, claim("blue", "shiraz--tehran--1"), claim("blue", "baghdad--tehran--1"))
    board, line = result.table.board, result.lines[0]
    routes = line.items[0]
    assert reasons.reason(board, routes) == "2 routes, 40 trains left, 4 points from mountains"
    told = [reasons.reason(board, part) for part in result.parts(line, routes)]
    assert told == ["4 trains, 4 points from mountains", "1 train"]


def test_everybody_with_the_most_cities_in_one_network_is_the_explorer():
    alone = counted(ASIA, claim("blue", "baghdad--tehran--1"), claim("red", "shiraz--tehran--1"))
    assert points(alone, "asian-explorer") == [10, 10]
    two = [claim("blue", "baghdad--tehran--1"), claim("blue", "samarkand--tehran")]
    more = counted(ASIA, *two, claim("red", "shiraz--tehran--1"))
    assert points(more, "asian-explorer") == [10, 0]
    explorer = next(item for item in more.lines[0].items if item.kind == "asian-explorer")
    assert (explorer.n, explorer.routes) == (3, ("baghdad--tehran--1", "samarkand--tehran"))
    assert points(counted(ASIA), "asian-explorer") == [0, 0]


def test_only_the_largest_network_counts():
    apart = [claim("blue", "baghdad--tehran--1"), claim("blue", "agra--bombay"), claim("blue", "agra--calcutta")]
    result = counted(ASIA, *apart)
    explorer = next(item for item in result.lines[0].items if item.kind == "asian-explorer")
    assert (explorer.n, explorer.routes) == (3, ("agra--bombay", "agra--calcutta"))


def test_equals_are_separated_by_their_mountain_routes():
    result = counted(ASIA, claim("blue", "astrakhan--tehran"), claim("red", "agra--rawalpindi"))
    assert [line.total for line in result.lines] == [14, 14]
    assert (result.winners, result.decided_by) == (("red",), "mountain-routes")
    assert verdict(result) == "Ada and Bo each have 14 points and 0 tickets completed; Bo has 1 mountain route, Ada 0"
