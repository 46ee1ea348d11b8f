"""Trains and ships: chosen before the game, laid on spaces of their kind, exchanged for points."""

from __future__ import annotations

import pytest

from companion.export.tally_json import tally_json
from companion.prose.display_names import board_entry_words
from companion.record.read import record_json
from tests.support.board_games import claim, counted, entry, points, record, refused, table

WORLD, LAKES = "world", "great-lakes"
SHIPS = ["los-angeles--tokyo--1", "lima--sydney--1", "tokyo--vancouver", "honolulu--lima"]
FEW_TRAINS = [{"pieces": {"train": 10, "ship": 50}}]


def exchange(player: str, n: int, to: str, **more):
    return entry("exchange", player, n=n, to=to, **more)


def left(played, player: str = "blue") -> dict[str, int]:
    return dict(played.pieces_left(player))


def test_everybody_has_the_usual_split_unless_another_is_chosen():
    assert left(table(WORLD)) == {"train": 20, "ship": 40}
    assert left(table(LAKES)) == {"train": 27, "ship": 23}
    chosen = table(WORLD, seats=FEW_TRAINS)
    assert (left(chosen), left(chosen, "red")) == ({"train": 10, "ship": 50}, {"train": 20, "ship": 40})
    assert chosen.trains == {"blue": 60, "red": 60}


@pytest.mark.parametrize(
    "pieces",
    [
        {"train": 26, "ship": 34},
        {"train": 9, "ship": 51},
        {"train": 20, "ship": 39},
        {"train": 20},
        {"train": 20, "ship": 40, "boat": 0},
        {"train": 61, "ship": -1},
        {},
    ],
)
def test_a_split_that_the_box_does_not_have_is_an_error(pieces):
    (line,) = refused(WORLD, seats=[{"pieces": pieces}])
    says = "“pieces” must give a number for each kind, 60 in all: train 0–25, ship 0–50 (wrong-pieces)"
    assert line == f"player 1: {says}"


@pytest.mark.parametrize("pieces", [None, [20, 40], {"train": "20", "ship": 40}, {"train": True, "ship": 59}, 60])
def test_a_split_of_another_shape_is_one_error(pieces):
    assert len(refused(WORLD, seats=[{"pieces": pieces}])) == 1


def test_other_boards_know_no_pieces():
    (line,) = refused("japan", seats=FEW_TRAINS)
    assert line == "player 1: nothing here is called “pieces” (unknown-member)"


def test_a_split_is_written_with_the_record():
    one = record(WORLD, [], seats=FEW_TRAINS)
    assert record_json(one)["players"] == [
        {"color": "blue", "name": "Ada", **FEW_TRAINS[0]}, {"color": "red", "name": "Bo"},
    ]  # fmt: skip


def test_a_claim_takes_from_its_kind():
    played = table(WORLD, claim("blue", "lima--valparaiso--1"), claim("blue", "manila--tokyo"))
    assert (left(played), played.trains["blue"]) == ({"train": 18, "ship": 38}, 56)
    routes = tally_json(counted(WORLD, claim("blue", "manila--tokyo")))["players"][0]["routes"]
    assert (routes["pieces_left"], routes["trains_left"]) == ({"train": 20, "ship": 38}, 58)


def test_enough_of_the_other_kind_does_not_help():
    ships = [{"pieces": {"train": 25, "ship": 35}}]
    log = [claim("blue", name) for name in SHIPS]
    assert left(table(WORLD, *log, seats=ships)) == {"train": 25, "ship": 35 - 7 - 8 - 6 - 6}
    (line,) = refused(WORLD, *log, claim("blue", "lima--sydney--2"), seats=ships, players=4, tracking="tally")
    assert "(own-twin)" in line
    more = [*log, claim("blue", "honolulu--tokyo")]
    (line,) = refused(WORLD, *more, claim("blue", "hong-kong--tokyo"), claim("blue", "manila--tokyo"), seats=ships)
    assert line == "log entry 7: Manila – Tōkyō needs 2 ships, but Ada has none left (not-enough-trains)".replace(
        "Tōkyō", table(WORLD).board.city["tokyo"].name
    )


def test_an_exchange_gives_as_many_as_it_takes_and_costs_a_point_each():
    seats = [{"pieces": {"train": 22, "ship": 38}}]
    log = [exchange("blue", 3, "train")]
    played = table(WORLD, *log, seats=seats)
    assert (left(played), played.trains["blue"]) == ({"train": 25, "ship": 35}, 60)
    assert points(counted(WORLD, *log, seats=seats), "exchange") == [-3, 0]
    (line,) = refused(WORLD, *log, exchange("blue", 1, "train"), seats=seats)
    assert line == (
        "log entry 2: the box has 25 trains for each player, and Ada already had 25 trains; exchange fewer (pieces)"
    )
    back = [*log, exchange("blue", 5, "ship"), exchange("blue", 2, "train")]
    assert left(table(WORLD, *back, seats=seats)) == {"train": 22, "ship": 38}
    assert points(counted(WORLD, *back, seats=seats), "exchange") == [-10, 0]


def test_what_is_on_the_board_is_still_the_players():
    log = [claim("blue", "lima--valparaiso--1"), exchange("blue", 5, "train")]
    assert left(table(WORLD, *log)) == {"train": 23, "ship": 35}
    assert "(pieces)" in refused(WORLD, *log, exchange("blue", 1, "train"))[0]


def test_only_what_is_left_can_be_given_away():
    log = [exchange("blue", 10, "ship")]
    assert left(table(WORLD, *log)) == {"train": 10, "ship": 50}
    few = [claim("blue", name) for name in SHIPS]
    seats = [{"pieces": {"train": 10, "ship": 50}}]
    spent = [*few, claim("blue", "los-angeles--tokyo--2"), claim("red", "manila--tokyo")]
    assert "(own-twin)" in refused(WORLD, *spent, seats=seats, players=4)[0]
    (line,) = refused(LAKES, exchange("blue", 24, "train"))
    assert line == "log entry 1: Ada doesn't have 24 ships to give back; exchange fewer (pieces)"


@pytest.mark.parametrize(
    ("told", "code"),
    [
        (exchange("blue", 0, "train"), "wrong-value"),
        (exchange("blue", -1, "train"), "wrong-value"),
        (exchange("blue", 1, "boat"), "wrong-value"),
        ({"type": "exchange", "player": "blue", "n": 1}, "missing-member"),
        (exchange("blue", True, "train"), "wrong-type"),
    ],
)
def test_an_exchange_of_another_shape_is_an_error(told, code):
    assert refused(WORLD, told)[0].endswith(f"({code})")


def test_an_exchange_is_a_turn_and_may_be_late():
    assert table(WORLD, exchange("blue", 1, "train")).next_player == "red"
    assert table(WORLD, exchange("blue", 1, "train", late=True)).last_turn is None
    one = record(WORLD, [exchange("blue", 2, "train")])
    assert board_entry_words(one.board, one.setup, one.log[0]) == "Ada exchanged pieces for trains (2)"
    amended = {"type": "amend", "entry": 1, "with": entry("draw", "blue")}
    assert left(table(WORLD, exchange("blue", 1, "train"), amended)) == {"train": 20, "ship": 40}


def test_the_final_round_begins_at_six_pieces_together_and_has_two_turns_for_everybody():
    free = sorted(table(LAKES).board.route.values(), key=lambda route: -route.length)
    log, stock = [], {"train": 27, "ship": 23}
    for route in free:
        if route.id[-3:] not in ("--2", "--3") and stock[route.pieces] >= route.length and sum(stock.values()) > 6:
            log.append(claim("blue", route.id))
            stock[route.pieces] -= route.length
    assert sum(stock.values()) <= 6
    played = table(LAKES, *log)
    assert (played.final_round.triggered_by, played.waiting_for) == ("blue", ["blue", "red"])
    assert table(LAKES, *log[:-1]).final_round is None
    draws = [entry("draw", player) for player in ("red", "blue")]
    assert table(LAKES, *log, *draws).waiting_for == ["blue", "red"]
    assert table(LAKES, *log, *draws, draws[0]).waiting_for == ["blue"]
    over = table(LAKES, *log, *draws, *draws)
    assert (over.phase, over.turns_too_many) == ("reveal", [])
    assert table(LAKES, *log, *draws, *draws, draws[0]).turns_too_many == [(len(log) + 5, "red")]


def test_a_train_and_a_ship_between_the_same_places_are_no_double_route():
    both = [claim("blue", "duluth--thunder-bay--1"), claim("blue", "duluth--thunder-bay--2")]
    assert refused(LAKES, *both) == []
    ships = [claim("blue", "duluth--junction-superior--1"), claim("red", "duluth--junction-superior--2")]
    assert "(twin-closed)" in refused(LAKES, *ships)[0]
    assert refused(LAKES, *ships, players=4) == []
