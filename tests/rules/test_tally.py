"""Bonuses, ranks, and what decided."""

from __future__ import annotations

import pytest

from tests.rules.making import THREE, board, counted, variant

LINE = ("a b 3", "b c 3", "c d 3", "e f 3", "f g 3", "g h 3", "i j 1", "k l 1")
TICKETS = ("a b 4", "e f 4", "a e 9", "c d 1", "g h 1", "a c 2", "e g 3")
BOTH = {"base": variant(bonuses={"longest-path": 10, "globetrotter": 15})}
PLAIN = {"base": variant(bonuses={})}


def ranks(result) -> dict[str, int]:
    return {line.score.color: line.rank for line in result.lines}


def paid(result, bonus: str) -> list[tuple[int, int | None]]:
    """Points and places of everybody for a bonus."""
    return [(item.points, item.place) for line in result.lines for item in line.bonuses if item.kind == bonus]


def totals(result) -> list[int]:
    return [line.total for line in result.lines]


def test_a_total_is_routes_tickets_stations_and_bonuses():
    small = board(*LINE, tickets=TICKETS, stations=THREE, variants=BOTH)
    result = counted(small, "blue claim a--b", "blue keep a--b", "blue keep a--e", "red station a")
    assert totals(result) == [4 + (4 - 9) + 12 + 10 + 15, 8]
    assert paid(result, "longest-path") == [(10, 1), (0, None)]
    assert paid(result, "globetrotter") == [(15, 1), (0, None)]


def test_a_variant_pays_its_own_bonuses():
    result = counted(board(*LINE, variants=PLAIN), "blue claim a--b")
    assert (result.bonuses, result.line("blue").bonuses, result.longest) == ((), (), ("blue",))


def test_all_who_share_the_best_are_paid():
    small = board(*LINE, variants=BOTH, tickets=TICKETS)
    result = counted(small, "blue claim a--b", "red claim e--f", "green claim i--j", players=3)
    assert paid(result, "longest-path") == [(10, 1), (10, 1), (0, None)]
    assert paid(result, "globetrotter") == [(0, None)] * 3
    assert result.longest == ("blue", "red")


def test_nothing_wins_no_bonus():
    result = counted(board(*LINE, variants=BOTH), "blue keep a--b")
    assert [item.place for line in result.lines for item in line.bonuses] == [None] * 4
    assert result.longest == ()


def test_the_globetrotter_counts_tickets_and_not_their_value():
    small = board(*LINE, tickets=TICKETS, variants=BOTH)
    told = ["blue claim a--b", "blue keep a--b", "red claim c--d", "red claim g--h", "red keep c--d", "red keep g--h"]
    result = counted(small, *told)
    assert paid(result, "globetrotter") == [(0, None), (15, 1)]
    assert [item.n for line in result.lines for item in line.bonuses if item.kind == "globetrotter"] == [1, 2]


def test_bonuses_are_told_in_the_order_of_their_list():
    turned = {"base": variant(bonuses={"globetrotter": 15, "longest-path": 10})}
    assert counted(board(*LINE, variants=turned)).bonuses == ("longest-path", "globetrotter")


def test_the_longest_path_can_be_had_without_being_paid():
    longest = [line.longest for line in counted(board(*LINE, variants=PLAIN), "blue claim a--b").lines]
    assert [(item.n, item.points, item.place) for item in longest] == [(3, 0, 1), (0, 0, None)]


def test_most_points_win():
    result = counted(board(*LINE), "red claim a--b", "blue claim i--j")
    assert (ranks(result), result.winners, result.decided_by) == ({"blue": 2, "red": 1}, ("red",), "points")


def test_equal_points_are_decided_by_completed_tickets():
    small = board(*LINE, tickets=TICKETS, variants=PLAIN)
    level = counted(small, "blue claim a--b", "red claim e--f", "red keep a--b", "red keep e--f")
    assert totals(level) == [4, 4]
    assert (level.winners, level.decided_by, ranks(level)) == (("red",), "tickets", {"blue": 2, "red": 1})


def test_equal_tickets_are_decided_by_fewest_stations():
    small = board("a b 3", "c d 1", "c e 3", tickets=("a b 4",), stations=THREE, variants=PLAIN)
    # blue builds one and has 4 + 8, red builds none and has 12
    level = counted(small, "blue claim a--b", "blue station a")
    assert totals(level) == [12, 12]
    assert (level.winners, level.decided_by) == (("red",), "stations")


def test_equal_stations_are_decided_by_the_longest_path_also_where_it_pays_nothing():
    small = board("a b 2", "c d 1", "e f 1", variants=PLAIN)
    level = counted(small, "blue claim c--d", "blue claim e--f", "red claim a--b")
    assert totals(level) == [2, 2]
    assert (level.winners, level.decided_by) == (("red",), "longest-path")


def test_only_the_longest_path_of_the_table_decides():
    small = board("a b 2", "c d 1", "e f 1", "g h 3", "i j 4", variants=PLAIN, tickets=("a d 4",))
    # green has the longest path and fewer points; blue's path of 1 and red's of 2 are nothing to it
    told = ["blue claim c--d", "blue claim e--f", "red claim a--b", "green claim g--h", "green keep a--d"]
    level = counted(small, *told, players=3)
    assert totals(level) == [2, 2, 0]
    assert (level.winners, level.decided_by) == (("blue", "red"), "shared")


def test_who_cannot_be_separated_shares_a_rank_and_the_next_is_skipped():
    result = counted(board(*LINE), "red claim a--b", "green claim e--f", "yellow claim i--j", players=5)
    assert ranks(result) == {"blue": 4, "red": 1, "green": 1, "yellow": 3, "black": 4}
    assert (result.winners, result.decided_by) == (("red", "green"), "shared")


def test_nobody_has_a_path_of_nothing():
    result = counted(board(*LINE))
    assert (result.winners, result.decided_by) == (("blue", "red"), "shared")
    assert [line.key for line in result.lines] == [(0, 0, 0), (0, 0, 0)]


def test_the_board_says_what_players_are_compared_by():
    turned = board("a b 2", "c d 1", "e f 1", tie_break=("points", "longest-path", "tickets"), variants=PLAIN)
    level = counted(turned, "blue claim c--d", "blue claim e--f", "red claim a--b")
    assert level.decided_by == "longest-path"
    assert [line.key for line in level.lines] == [(2, 0, 0), (2, 1, 0)]


def test_equal_in_rank_are_told_in_seating_order():
    result = counted(board(*LINE), "green claim e--f", "red claim a--b", players=4)
    assert [line.score.color for line in result.by_rank] == ["red", "green", "blue", "yellow"]


@pytest.mark.parametrize("finish", [(), ("finish",)])
def test_the_tally_is_as_if_the_game_ended_now(finish):
    result = counted(board(*LINE, tickets=TICKETS, stations=THREE), "blue claim a--b", "blue keep a--e", *finish)
    assert totals(result) == [4 - 9 + 12 + 10, 12]


def test_a_tally_keeps_the_table_and_its_warnings():
    result = counted(board(*LINE, tickets=TICKETS), "blue keep a--b", "red keep a--b")
    assert [notice.code for notice in result.warnings] == ["ticket-held-twice"]
    assert result.table.held[0][0] == "blue"
