"""A doubled claim scores twice."""

from __future__ import annotations

from companion.prose.display_names import claim_additions
from tests.support.board_games import board, claim, record, refused, table

AFRICA = "heart-of-africa"


def test_a_doubled_claim_scores_twice_and_takes_the_usual_trains():
    played = table(AFRICA, claim("blue", "bangui--douala", doubled=True))
    assert (played.trains["blue"], played.route_points("blue")) == (41, 14)
    six = next(route.id for route in board(AFRICA).route.values() if route.length == 6)
    assert table(AFRICA, claim("blue", six, doubled=True)).route_points("blue") == 30
    assert table(AFRICA, claim("blue", six, doubled=False)).route_points("blue") == 15


def test_it_is_told_with_the_claim():
    one = record(AFRICA, [claim("blue", "bangui--douala", doubled=True), claim("red", "bangui--libreville")])
    assert [claim_additions(one.board, one.setup, entry) for entry in one.log] == [["doubled"], []]


def test_other_boards_do_not_know_it():
    (line,) = refused("legendary-asia", claim("blue", "agra--bombay", doubled=True))
    assert line == "log entry 1: nothing here is called “doubled” (unknown-member)"


def test_it_is_amended_and_struck_like_any_claim():
    log = [claim("blue", "bangui--douala")]
    instead = {"type": "amend", "entry": 1, "with": claim("blue", "bangui--douala", doubled=True)}
    assert table(AFRICA, *log, instead).route_points("blue") == 14
    assert table(AFRICA, *log, instead, {"type": "strike", "entry": 2}).route_points("blue") == 7


def test_borders_end_a_path_and_either_place_of_a_country_meets_its_ticket():
    places = board(AFRICA).places("madagascar")
    assert [board(AFRICA).city[place].kind for place in places] == ["city", "city"]
    assert {board(AFRICA).city[place].kind for place in board(AFRICA).places("nigeria")} == {"border"}
