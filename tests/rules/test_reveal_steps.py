"""The end told step by step: it says neither more nor less than `companion score`, and keeps it open for long."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.export.tally_json import tally_json
from companion.record import read
from companion.rules.reveal_steps import steps
from companion.rules.tally import tally
from tests.rules.making import board, counted, variant
from tests.support.evenings import evening
from tests.support.golden import TALLIED


def told(game, boards):
    """The tally of a golden game as programs get it, and its steps."""
    result = tally(read.read_record(game.text.encode(), boards).replayed())
    return tally_json(result), steps(result)


UNPAID = {"base": variant(bonuses={})}


def ticket(step):
    return step.items[0].tickets[0]


def of(kind, found):
    return [step for step in found if step.kind == kind]


@pytest.fixture
def usa():
    return tally(evening(3, "usa", 5).replayed())


@pytest.fixture
def europe():
    return tally(evening(3, "europe", 5).replayed())


def golden(name):
    return next(game for game in TALLIED if game.name == name)


@pytest.mark.parametrize("game", TALLIED, ids=lambda game: game.name)
def test_it_agrees_with_the_score(game, boards):
    said, found = told(game, boards)
    for player in said["players"]:
        color, tickets = player["color"], player["tickets"]
        assert found[0].points[color] == player["routes"]["points"]
        assert found[-1].points[color] == player["total"]
        own = [step for step in of("ticket", found) if step.players == (color,)]
        assert {ticket(step) for step in own if step.items[0].walks} == set(tickets["completed"])
        assert {ticket(step) for step in own if not step.items[0].walks} == set(tickets["failed"])
        assert len(own) == len(tickets["completed"]) + len(tickets["failed"])
        stations = {
            step.items[0].cities[0]: step.items[0] for step in of("station", found) if step.players == (color,)
        }
        assert list(stations) == player.get("stations", {"built": []})["built"]
        for city, station in stations.items():
            borrowed = player["stations"]["uses"].get(city)
            assert station.routes == ((borrowed,) if borrowed else ())
            assert list(station.tickets) == player["stations"]["saved"].get(borrowed, [])
        bonuses = [step for step in found if step.kind in ("network", "bonus")]
        won = {step.items[0].kind: step.gains[color] for step in bonuses if color in step.gains}
        assert won == {bonus: points for bonus, points in player["bonuses"].items() if points}
    assert found[-1].kind == "winner"
    assert list(found[-1].players) == said["winners"]


@pytest.mark.parametrize("game", TALLIED, ids=lambda game: game.name)
def test_points_move_by_what_a_step_is_worth(game, boards):
    __, found = told(game, boards)
    assert len(found) > 1
    for before, after in pairwise(found):
        moved = {color: after.points[color] - before.points[color] for color in after.points}
        assert {color: gain for color, gain in moved.items() if gain} == {c: g for c, g in after.gains.items() if g}


def test_who_has_least_on_the_board_begins_with_the_smallest_ticket(usa):
    found = steps(usa)
    routes = [found[0].points[step.players[0]] for step in of("ticket", found)]
    assert routes == sorted(routes)
    for one, other in pairwise(of("ticket", found)):
        assert one.players != other.players or abs(one.items[0].points) <= abs(other.items[0].points)


def test_a_detour_is_counted_against_the_shortest_way_on_the_board(usa):
    shown = [step for step in of("ticket", steps(usa)) if step.detour]
    assert shown
    for step in shown:
        assert step.items[0].walks[0].trains - step.detour > 0
    assert all(step.detour == 0 for step in of("ticket", steps(usa)) if not step.items[0].walks)


def test_the_stations_that_were_kept_are_counted_once_for_all(europe):
    (kept,) = of("kept", steps(europe))
    assert kept.gains == {line.score.color: line.score.station_points for line in europe.lines}
    assert of("kept", steps(tally(evening(3, "usa", 2).replayed()))) == []


def test_a_station_comes_after_its_own_tickets(boards):
    __, found = told(golden("station-several-tickets"), boards)
    first = next(n for n, step in enumerate(found) if step.kind == "station")
    assert {step.players for step in found[:first] if step.kind == "ticket"} >= {found[first].players}
    shown = {step.items[0].cities[0]: step.items[0].tickets for step in of("station", found)}
    assert shown["paris"] == ("brest--marseille", "brest--venezia")
    assert shown["wien"] == ()


def test_a_longest_path_that_is_shared_is_walked_by_each(boards):
    __, found = told(golden("tie-shared"), boards)
    assert [step.players for step in of("network", found)] == [("blue",), ("red",)]


def test_a_longest_path_that_pays_nothing_is_walked_where_it_decides(boards):
    said, found = told(golden("usa-big-cities"), boards)
    assert said["decided_by"] == "longest-path"
    (walked,) = of("network", found)
    assert (list(walked.players), walked.gains) == (said["winners"], {})


def test_a_longest_path_that_decides_is_walked_by_everybody_who_has_one_as_long():
    small = board("a b 2", "c d 1", "e f 1", "g h 2", tickets=("a d 4",), variants=UNPAID)
    entries = ["blue claim c--d", "blue claim e--f", "red claim a--b", "green claim g--h", "green keep a--d"]
    result = counted(small, *entries, players=3)
    assert result.decided_by == "longest-path"
    assert [step.players for step in of("network", steps(result))] == [("red",), ("green",)]


def test_a_bonus_that_nobody_won_is_not_told(boards):
    __, found = told(golden("tie-nothing"), boards)
    assert [step.kind for step in found] == ["start", "kept", "ranks", "winner"]


def test_only_what_is_about_one_network_points_at_one(europe):
    for step in steps(europe):
        assert (step.of_one is None) == (step.kind in ("start", "kept", "bonus", "ranks", "winner"))
