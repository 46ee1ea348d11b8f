"""The board as a table: which rows, in which order, and what each says."""

from __future__ import annotations

from companion.pages.route_list.view import RouteFilter, filters, lines, station
from tests.pages.shared.test_strip import claim


def names(found) -> list[str]:
    return [f"{line.start} – {line.goal}" for line in found]


def test_every_track_once_by_its_cities(game, boards):
    found = lines(game(), "blue", RouteFilter())
    assert names(found) == sorted(names(found))
    routes = boards["usa"].route
    assert {routes[line.track.route].pair for line in found} == {route.pair for route in routes.values()}
    assert len({line.track.route for line in found}) == len(found)


def test_a_city_comes_first_in_its_own_rows(game):
    found = lines(game(), "blue", RouteFilter(city="omaha"))
    assert {line.start for line in found} == {"Omaha"}
    assert "Denver" in {line.goal for line in found}


def test_open_and_somebodys(game):
    played = game(claim("blue", "denver--omaha"))
    assert "Denver – Omaha" not in names(lines(played, "red", RouteFilter("open")))
    assert names(lines(played, "red", RouteFilter("blue"))) == ["Denver – Omaha"]
    assert lines(played, "red", RouteFilter("red")) == []


def test_a_row_says_colour_length_points_and_what_is_special(game):
    line = next(line for line in lines(game(), "blue", RouteFilter(city="denver")) if line.goal == "Omaha")
    assert (line.track.colour, line.length, line.points, line.more) == ("purple", "4 trains", "7 points", "")
    found = lines(game(board="europe"), "blue", RouteFilter(city="amsterdam"))
    ferry = next(line for line in found if line.goal == "London")
    assert ferry.more == "ferry, 2 locomotives"
    assert ferry.name == "Amsterdam – London, grey"


def test_why_a_track_is_closed(game):
    played = game(claim("blue", "denver--kansas-city--1"))
    found = [line for line in lines(played, "red", RouteFilter(city="denver")) if line.goal == "Kansas City"]
    assert [line.track.owner for line in found] == ["blue", None]
    assert "only one track" in found[1].track.why_not


def test_the_filters_with_their_counts(game):
    played = game(claim("blue", "denver--omaha"))
    assert list(filters(played, "blue")) == [
        ("", "All: 100"),
        ("open", "Open: 99"),
        ("blue", "Mine: 1"),
        ("red", "Bo: 0"),
        ("green", "Cy: 0"),
    ]


def test_a_station_only_of_a_city_on_a_board_with_stations(game):
    assert station(game(), "blue", RouteFilter(city="omaha")) is None
    assert station(game(board="europe"), "blue", RouteFilter()) is None
    assert station(game(board="europe"), "blue", RouteFilter(city="wien")).name == "Wien"
