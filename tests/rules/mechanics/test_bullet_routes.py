"""Bullet routes: they belong to everybody, and their claimer moves up the side track."""

from __future__ import annotations

import pytest

from companion.rules.log import Claim
from companion.rules.table import Table
from tests.support.board_games import board, claim, codes, count, counted, entry, keep, points, refused, table

JAPAN = "japan"
BULLETS = [route.id for route in board(JAPAN).route.values() if "bullet" in route.tags]


def on_the_track(*counts: int) -> list[int]:
    colors = ("blue", "red", "green", "yellow", "black")
    log = [count(color, "bullet-track", n) for color, n in zip(colors, counts, strict=False)]
    return points(counted(JAPAN, *log, players=len(counts)), "bullet-train")


def test_a_bullet_route_is_everybodys_and_takes_and_brings_nothing():
    log = [claim("blue", "kyoto--osaka"), claim("red", "kyoto--nagoya"), keep("green", "nagano--osaka")]
    played = table(JAPAN, *log, players=3)
    assert played.trains == dict.fromkeys(("blue", "red", "green"), 20)
    assert played.common == ["kyoto--osaka", "kyoto--nagoya"]
    assert [played.route_points(color) for color in played.setup.colors] == [0, 0, 0]
    assert played.routes_of("blue") == ["kyoto--osaka"]
    (line,) = refused(JAPAN, *log, claim("green", "kyoto--osaka"), players=3)
    assert "(route-taken)" in line
    assert [item.n for line in counted(JAPAN, *log, players=3).lines for item in line.bonuses] == [1, 2, 0]


def test_everybody_completes_tickets_with_it():
    log = [claim("blue", name) for name in ("kyoto--osaka", "kyoto--nagoya", "hamamatsu--nagoya")]
    log += [claim("red", name) for name in ("hamamatsu--odawara", "odawara--tokyo")]
    result = counted(JAPAN, *log, keep("green", "osaka--tokyo"), players=3)
    assert [ticket.id for ticket in result.lines[2].score.completed] == ["osaka--tokyo"]
    assert result.lines[2].score.routes == ()


@pytest.mark.parametrize(
    ("counts", "paid"),
    [
        ((14, 14, 0), [15, 15, -20]),
        ((14, 9, 3), [15, 5, -10]),
        ((9, 6, 6, 2), [20, 10, 10, -10]),
        ((3, 0), [10, -20]),
        ((0, 0), [-20, -20]),
        ((5, 4, 3, 2, 1), [25, 15, 5, -5, -10]),
        ((30, 45), [10, 10]),
    ],
)
def test_the_side_track_pays_by_place_and_costs_who_never_moved(counts, paid):
    assert on_the_track(*counts) == paid


def told(played: Table, route: str) -> int:
    """How many spaces a route's row says it moves its claimer; none where it is an ordinary one."""
    said = played.mechanics[0].instead(played, Claim(type="claim", player="red", route=route))
    return said[1] if said else 0


def test_a_row_tells_of_a_bullet_route_as_long_as_it_is_one():
    fresh = table(JAPAN)
    assert (told(fresh, "hamamatsu--odawara"), told(fresh, "matsumoto--odawara")) == (3, 0)
    used_up = table(JAPAN, *(claim("blue", name) for name in BULLETS[:16]), tracking="tally")
    assert [told(used_up, name) > 0 for name in BULLETS] == [True] * 16 + [False] * 8


def test_the_track_follows_the_log_until_it_is_counted():
    log = [claim("blue", "hiroshima--kokura"), claim("red", "kyoto--osaka")]
    assert points(counted(JAPAN, *log), "bullet-train") == [10, -10]
    assert points(counted(JAPAN, *log, count("red", "bullet-track", 9)), "bullet-train") == [-10, 10]


def test_when_the_supply_is_empty_they_are_ordinary_routes():
    log = [claim("blue", name) for name in BULLETS[:16]]
    played = table(JAPAN, *log, claim("red", BULLETS[16]), tracking="tally")
    length = board(JAPAN).route[BULLETS[16]].length
    assert (played.trains["red"], len(played.common)) == (20 - length, 16)
    assert played.route_points("red") == board(JAPAN).points_for[length]
    struck = table(JAPAN, *log, claim("red", BULLETS[16]), {"type": "strike", "entry": 1}, tracking="tally")
    assert (struck.trains["red"], BULLETS[16] in struck.common) == (20, True)


def test_two_single_routes_lie_between_aomori_and_hakodate():
    both = [claim("blue", "aomori--hakodate--1"), claim("blue", "aomori--hakodate--2")]
    assert refused(JAPAN, *both) == []
    assert table(JAPAN, *both).trains["blue"] == 17


def test_the_last_round_begins_when_trains_and_bullet_trains_are_nearly_gone():
    long = [route for route in board(JAPAN).route.values() if not route.tags and not route.twins]
    spent, left = [], 20
    for route in sorted(long, key=lambda route: -route.length):
        if left - route.length >= 2:
            spent.append(claim("blue", route.id))
            left -= route.length
    assert left == 2
    few = [claim("red", name) for name in BULLETS[:13]]
    started = table(JAPAN, *spent, *few)
    assert started.final_round is None
    now = table(JAPAN, *spent, *few, claim("red", BULLETS[13]))
    assert (now.final_round.triggered_by, now.waiting_for) == ("red", ["blue", "red"])
    assert table(JAPAN, *few, claim("red", BULLETS[13])).final_round is None
    after = table(JAPAN, *spent, *few, {**claim("red", BULLETS[13]), "late": True})
    assert after.final_round is None
    assert table(JAPAN, *spent, *few, {**claim("red", BULLETS[13]), "late": True}, entry("draw", "red")).final_round


def test_who_got_the_last_of_the_supply_is_a_guess_out_of_order():
    log = [claim("blue", name) for name in BULLETS[:16]]
    assert codes(counted(JAPAN, *log, tracking="tally")) == []
    more = [*log, claim("red", BULLETS[16])]
    assert codes(counted(JAPAN, *more)) == []
    assert codes(counted(JAPAN, *more, tracking="tally")) == [("order-unknown", ("blue", "red"))]
    typed = [*more, count("blue", "bullet-track", 30)]
    assert codes(counted(JAPAN, *typed, tracking="tally")) == [("order-unknown", ("red",))]


def test_the_longest_path_is_over_own_routes():
    log = [claim("blue", "kyoto--osaka"), claim("red", "kyoto--nagoya")]
    assert [line.score.path.length for line in counted(JAPAN, *log).lines] == [1, 2]


def test_nobody_claims_what_is_everybodys():
    (line,) = refused(JAPAN, claim("blue", "kyoto--osaka"), claim("red", "kyoto--osaka"))
    assert line.endswith("Kyoto – Osaka belongs to everyone; you can use it for your tickets (route-taken)")
