"""Why the winner won, in one sentence."""

from __future__ import annotations

from companion.prose.verdict import verdict
from companion.rules.tally import tally
from tests.rules.making import THREE, board, counted, variant
from tests.support.evenings import read
from tests.support.golden import FOLDER, games_in

PLAIN = {"base": variant(bonuses={})}
TICKETS = ("a b 4", "e f 4", "a e 2", "b e 2")
MAP = board("a b 3", "e f 3", "c d 1", "g h 2", "i j 1", "k l 1", tickets=TICKETS, variants=PLAIN)
WITH_STATIONS = board("a b 3", "e f 3", "c d 1", tickets=TICKETS, variants=PLAIN, stations=THREE)


def says(small, *told: str, players: int = 2) -> str:
    return verdict(counted(small, *told, players=players))


def test_points_decide():
    assert says(MAP, "blue claim a--b", "red claim c--d") == "Ada wins with 4 points, 3 more than Bo"


def test_a_single_point_more_decides_as_well():
    assert says(MAP, "blue claim g--h", "red claim c--d") == "Ada wins with 2 points, 1 more than Bo"


def test_all_who_come_second_are_named():
    told = ["red claim a--b", "blue claim c--d", "green claim i--j", "yellow claim g--h", "yellow keep e--f"]
    assert says(MAP, *told, players=4) == "Bo wins with 4 points, 3 more than Ada and Cy"


def test_tickets_decide():
    told = ["blue claim a--b", "red claim e--f", "red keep a--b", "red keep e--f", "green claim c--d"]
    assert says(MAP, *told, players=3) == "Ada and Bo each have 4 points; Bo completed 1 ticket, Ada 0"


def test_several_tickets_are_counted_in_words_that_fit():
    small = board("a b 1", "b c 1", "d e 1", "e f 1", tickets=("a b 1", "b c 1", "d e 2", "d f 2"), variants=PLAIN)
    told = ["blue claim a--b", "blue claim b--c", "blue keep a--b", "blue keep b--c"]
    told += ["red claim d--e", "red claim e--f", "red keep d--e"]
    assert says(small, *told) == "Ada and Bo each have 4 points; Ada completed 2 tickets, Bo 1"


def test_fewest_stations_decide():
    small = board("a b 3", "e f 3", tickets=("a b 4",), variants=PLAIN, stations=THREE)
    expected = "Ada and Bo each have 12 points and 0 tickets completed; Bo built 0 stations, Ada 1"
    assert says(small, "blue claim a--b", "blue station a") == expected


def test_one_station_is_counted_in_words_that_fit():
    small = board("a b 3", "e f 3", "e g 3", variants=PLAIN, stations=THREE)
    told = ["red claim a--b", "red station a", "blue claim e--f", "blue claim e--g"]
    told += ["blue station b", "blue station e"]
    expected = "Ada and Bo each have 12 points and 0 tickets completed; Bo built 1 station, Ada 2"
    assert says(small, *told) == expected


def test_the_longest_path_decides():
    told = ["blue claim c--d", "blue claim i--j", "red claim g--h"]
    expected = "Ada and Bo each have 2 points and 0 tickets completed; Bo has the longest path"
    assert says(MAP, *told) == expected


def test_who_was_level_until_then_is_named_and_nobody_else():
    told = ["blue claim c--d", "blue claim i--j", "red claim g--h", "green claim k--l"]
    expected = "Ada and Bo each have 2 points and 0 tickets completed; Bo has the longest path"
    assert says(MAP, *told, players=3) == expected


def test_a_win_may_be_shared():
    told = ["blue claim a--b", "red claim e--f", "green claim c--d"]
    expected = "Ada and Bo share the win: each has 4 points and 0 tickets completed, and no tie-break separates them"
    assert says(MAP, *told, players=3) == expected


def test_a_shared_win_speaks_of_stations_where_there_are_some():
    expected = "Ada and Bo share the win: each has 12 points, 0 tickets completed and 0 stations built, "
    assert says(WITH_STATIONS) == expected + "and no tie-break separates them"


def test_a_single_point_is_one_point():
    told = ["blue claim c--d", "red claim i--j"]
    assert "each has 1 point and" in says(MAP, *told)


def test_all_who_were_level_are_named_with_what_they_have():
    tickets = ("a b 1", "b c 1", "d e 2")
    small = board("a b 1", "b c 1", "d e 1", "e f 1", "g h 3", tickets=tickets, variants=PLAIN)
    told = ["blue claim a--b", "blue claim b--c", "blue keep a--b", "blue keep b--c"]
    told += ["red claim d--e", "red claim e--f", "red keep d--e", "green claim g--h"]
    expected = "Ada, Bo and Cy each have 4 points; Ada completed 2 tickets, Bo 1 and Cy 0"
    assert says(small, *told, players=3) == expected


def test_that_both_or_neither_have_the_longest_path_is_not_said():
    turned = board("a b 3", "e f 3", tickets=TICKETS, variants=PLAIN, tie_break=("points", "longest-path", "tickets"))
    told = ["blue claim a--b", "red claim e--f", "red keep a--b", "red keep e--f"]
    assert says(turned, *told) == "Ada and Bo each have 4 points; Bo completed 1 ticket, Ada 0"


def test_a_board_that_compares_by_points_alone_has_a_sentence_too():
    small = board("a b 3", tie_break=("points",), variants=PLAIN)
    assert says(small) == "Ada and Bo share the win: each has 0 points, and no tie-break separates them"


def test_more_bonus_cards_decide():
    game = next(g for g in games_in(FOLDER / "boards" / "northern-lights") if g.name == "tie-bonus-cards")
    result = tally(read(game.record).replayed())
    assert verdict(result) == (
        "Ada and Dee each have 27 points and 0 tickets completed; Dee scores 3 bonus cards, Ada 2"
    )
