"""Province lines: a train more for a claim, and prizes for each line."""

from __future__ import annotations

from companion.prose import reasons
from companion.prose.display_names import claim_additions
from tests.support.board_games import board, claim, count, counted, points, record, refused, table

KOREA = "south-korea"


def line(player: str, colour: str, total: int, highest: int | None = None):
    told = [count(player, f"line-{colour}", total)]
    return told if highest is None else [*told, count(player, f"line-{colour}-highest", highest)]


def paid(*log, players: int) -> list[int]:
    return points(counted(KOREA, *log, players=players), "province-lines")


def test_a_train_on_a_line_leaves_the_stock():
    played = table(KOREA, claim("blue", "andong--pohang", line=True))
    assert (played.trains["blue"], played.route_points("blue")) == (40, 7)
    assert table(KOREA, claim("blue", "andong--pohang", line=False)).trains["blue"] == 41
    assert table(KOREA, *line("blue", "red", 7, 5)).trains["blue"] == 45


def test_the_stock_must_have_it():
    log, left = [], 45
    for route in sorted(board(KOREA).route.values(), key=lambda route: -route.length):
        if not route.twins and left - route.length >= 4:
            log.append(claim("blue", route.id))
            left -= route.length
    assert left == 4
    assert refused(KOREA, *log, claim("blue", "seoul--wonju--1"), tracking="tally") == []
    (wrong,) = refused(KOREA, *log, claim("blue", "seoul--wonju--1", line=True), tracking="tally")
    assert wrong.endswith("needs 5 trains, but Ada has only 4 left (not-enough-trains)")


def test_a_line_pays_by_the_sum_and_of_equals_by_the_higher_space():
    assert paid(*line("blue", "red", 7, 5), *line("red", "red", 7, 7), *line("green", "red", 3, 3), players=3) == [
        6, 10, 0,
    ]  # fmt: skip
    assert paid(*line("blue", "blue", 3), players=2) == [10, 0]
    assert paid(players=2) == [0, 0]


def test_a_highest_space_that_nobody_counted_is_behind_any_and_equals_share():
    assert paid(*line("blue", "red", 7), *line("red", "red", 7, 1), players=3) == [6, 10, 0]
    assert paid(*line("blue", "red", 7), *line("red", "red", 7), *line("green", "red", 2), players=3) == [10, 10, 0]
    assert paid(*line("blue", "red", 0, 8), *line("red", "red", 1), players=2) == [0, 10]


def test_every_line_is_paid_by_itself_and_says_so():
    log = [*line("blue", "red", 7), *line("red", "red", 2), *line("blue", "white", 1), *line("red", "white", 9)]
    assert paid(*log, players=4) == [16, 16, 0, 0]
    result = counted(KOREA, *log, players=4)
    item = result.lines[0].bonuses[0]
    said = [
        (reasons.item_name(result.table.board, part), part.points) for part in result.parts(result.lines[0], item)
    ]
    assert said == [("Red line, total: 7", 10), ("White line, total: 1", 6)]
    assert reasons.reason(result.table.board, item) == "trains on 2 lines"


def test_it_is_told_with_the_claim():
    one = record(KOREA, [claim("blue", "andong--pohang", line=True)])
    assert claim_additions(one.board, one.setup, one.log[0]) == ["with a train on a province line"]
