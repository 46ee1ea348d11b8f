"""Harbours: built in ports that own routes reach, paid by completed tickets; and tours, which count for them."""

from __future__ import annotations

from companion.prose import reasons
from companion.prose.display_names import board_entry_words
from tests.support.board_games import claim, counted, entry, keep, points, record, refused, table, ways

WORLD, LAKES = "world", "great-lakes"
BRANCH = ("casablanca--marseille", "athina--marseille", "athina--tehran", "al-qahira--athina")


def harbour(player: str, city: str, **more):
    return entry("harbour", player, city=city, **more)


def claims(player: str, *routes: str):
    return [claim(player, route) for route in routes]


def test_each_is_paid_by_its_tickets_and_an_unbuilt_one_costs():
    log = claims("blue", "honolulu--tokyo", "honolulu--lima", "lima--sydney--1", "manila--tokyo", "jakarta--manila")
    log += [harbour("blue", "tokyo"), harbour("blue", "lima")]
    log += [keep("blue", "sydney--tokyo"), keep("blue", "dar-es-salaam--tokyo")]
    result = counted(WORLD, *log)
    assert points(result, "harbours") == [20 + 0 - 4, -12]
    item = next(item for item in result.lines[0].items if item.kind == "harbours")
    said = [
        (reasons.item_name(result.table.board, part), part.points) for part in result.parts(result.lines[0], item)
    ]
    cities = result.table.board.city
    assert said == [(f"{cities['tokyo'].name}: 1 ticket", 20), (f"{cities['lima'].name}: 0 tickets", 0),
                    ("1 harbour not built", -4)]  # fmt: skip


def test_two_tickets_at_one_harbour_none_at_another_and_a_third_not_built():
    log = [*ways(WORLD, "blue", "bangkok--tokyo", "sydney--tokyo"), *claims("blue", "lima--valparaiso--1")]
    result = counted(WORLD, *log, harbour("blue", "tokyo"), harbour("blue", "lima"))
    assert points(result, "harbours")[0] == 30 + 0 - 4


def test_a_ticket_counts_for_each_own_harbour_that_it_names():
    log = ways(LAKES, "blue", "chicago--duluth", "chicago--green-bay", "chicago--detroit")
    result = counted(LAKES, *log, harbour("blue", "chicago"), harbour("blue", "duluth"), tracking="tally")
    assert points(result, "harbours")[0] == 30 + 10 - 4


def test_without_a_harbour_all_of_them_cost():
    assert points(counted(WORLD), "harbours") == [-12, -12]
    assert [line.total for line in counted(WORLD).lines] == [-12, -12]


def test_what_is_refused_in_the_order_of_the_rules():
    name = table(WORLD).board.city["tokyo"].name
    assert refused(WORLD, harbour("blue", "tokyo")) == [
        f"log entry 1: Ada has no route to {name}; claim one first (no-route-there)"
    ]
    log = [*claims("blue", "manila--tokyo"), *claims("red", "hong-kong--tokyo"), harbour("red", "tokyo")]
    assert refused(WORLD, *log, harbour("blue", "tokyo")) == [
        f"log entry 4: Bo already has a harbour in {name}; choose another port (city-taken)"
    ]
    assert "(city-taken)" in refused(WORLD, *log, harbour("red", "tokyo"))[0]
    assert "(no-route-there)" in refused(WORLD, *log, harbour("green", "tokyo"), players=3)[0]
    four = claims("blue", "manila--tokyo", "lima--valparaiso--1", "honolulu--tokyo")
    built = [harbour("blue", city) for city in ("tokyo", "manila", "lima")]
    assert refused(WORLD, *four, *built) == []
    (line,) = refused(WORLD, *four, *built, harbour("blue", "honolulu"))
    assert line == "log entry 7: Ada has already built all 3 of their harbours (no-harbours)"
    assert "(city-taken)" in refused(WORLD, *four, *built, harbour("blue", "tokyo"))[0]
    assert "(no-route-there)" in refused(WORLD, *four, *built, harbour("blue", "sydney"))[0]


def test_a_city_without_a_port_is_an_error_of_names():
    (line,) = refused(WORLD, *claims("blue", "al-qahira--djibouti--1"), harbour("blue", "djibouti"))
    assert line.endswith("isn't a port (no-port)")
    assert "(unknown-city)" in refused(WORLD, harbour("blue", "junction-indian-ocean"))[0]
    assert "(unknown-city)" in refused(WORLD, harbour("blue", "atlantis"))[0]
    assert "(unknown-type)" in refused("japan", harbour("blue", "osaka"))[0]


def test_it_is_a_turn_may_be_late_and_falls_with_its_route():
    log = [*claims("blue", "manila--tokyo"), harbour("blue", "tokyo")]
    assert table(WORLD, *log).next_player == "red"
    assert table(WORLD, *claims("red", "lima--valparaiso--1"), *claims("blue", "manila--tokyo"),
                 harbour("red", "lima", late=True)).last_turn == "blue"  # fmt: skip
    (line,) = refused(WORLD, *log, {"type": "strike", "entry": 1})
    assert line.startswith("log entry 2: ")
    assert line.endswith("(no-route-there)")
    amended = {"type": "amend", "entry": 2, "with": harbour("blue", "manila")}
    assert table(WORLD, *log, amended).markers == {"manila": "blue"}
    one = record(WORLD, log)
    assert (
        board_entry_words(one.board, one.setup, one.log[1])
        == f"Ada built a harbour in {one.board.city['tokyo'].name}"
    )


def test_it_is_no_station_and_lends_nothing():
    result = counted(WORLD, *claims("blue", "manila--tokyo"), harbour("blue", "tokyo"))
    assert (result.table.stations, result.lines[0].score.loans.uses) == ({}, {})
    assert "(unknown-type)" not in refused(WORLD, entry("station", "blue", city="tokyo"))[0]


def test_a_tour_in_order_out_of_order_and_failed():
    tour = keep("blue", "tour--casablanca--tehran")
    first, second = claims("blue", "al-qahira--casablanca", "al-qahira--tehran--1")
    assert counted(WORLD, first, second, tour).lines[0].score.ticket_points == 9
    assert counted(WORLD, first, tour).lines[0].score.ticket_points == -15
    branch = counted(WORLD, *claims("blue", *BRANCH), tour).lines[0].score
    assert (branch.ticket_points, len(branch.completed)) == (6, 1)


def test_every_stop_of_a_completed_tour_counts_for_a_harbour_there():
    ways = claims("blue", "al-qahira--casablanca", "al-qahira--tehran--1")
    log = [
        *ways,
        harbour("blue", "al-qahira"),
        harbour("blue", "casablanca"),
        keep("blue", "tour--casablanca--tehran"),
    ]
    assert points(counted(WORLD, *log), "harbours")[0] == 20 + 20 - 4
