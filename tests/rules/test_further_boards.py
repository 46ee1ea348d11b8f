"""Whole games on the further boards: their tallies, and that what should not matter does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.export.tally_json import tally_json
from companion.export.tally_text import tally_text
from companion.record.read import read_record, record_json
from companion.rules.log import Hidden, in_force
from companion.rules.replay import read_on, replay
from companion.rules.reveal_steps import steps
from companion.rules.tally import tally
from tests.support.further import board, counted
from tests.support.golden import Game, _read, wrong_in

GAMES = [_read(path) for path in sorted((Path(__file__).parents[1] / "games" / "boards").glob("*.json"))]
each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def read(game: Game, **changed):
    document = game.record | changed
    return read_record(json.dumps(document).encode(), {document["map"]: board(document["map"])})


def totals(record):
    return [(line.score.color, line.total, line.rank) for line in tally(record.replayed()).lines]


@each
def test_a_game_has_its_tally(game):
    assert wrong_in(game, tally_json(tally(read(game).replayed()))) == []


@each
def test_every_line_of_it_has_its_reason_and_the_reveal_ends_with_its_totals(game):
    result = tally(read(game).replayed())
    told = tally_text(result)
    for line in result.lines:
        assert line.score.name in told
        for item in line.items:
            assert sum(part.points for part in item.parts) in (0, item.points), item.kind
    assert steps(result)[-1].points == {line.score.color: line.total for line in result.lines}


@each
def test_nothing_changes_when_a_game_is_exported_and_imported(game):
    record = read(game)
    again = read_record(json.dumps(record_json(record)).encode(), {record.board.id: record.board})
    assert (again.setup, again.log) == (record.setup, record.log)


@each
def test_tickets_count_the_same_in_whatever_order_they_are_entered(game):
    stand = [entry.model_dump(exclude_defaults=True) for __, entry in in_force(read(game).log)]
    keeps = [entry for entry in stand if entry["type"] == "keep"]
    rest = [entry for entry in stand if entry["type"] not in ("keep", "finish")]
    assert totals(read(game, log=[*rest, *keeps[::-1]])) == totals(read(game, log=[*keeps, *rest]))


@pytest.mark.parametrize("name", ["g1", "g2"])
def test_a_country_is_met_at_its_border_and_joins_nothing(name):
    own = ("A claim frankreich-freiburg--freiburg", "A claim frankreich-saarbrucken--saarbrucken")
    tickets = {"g1": "hannover--saarbrucken", "g2": "frankreich--munchen"}
    result = counted("germany", *own, f"A keep {tickets[name]}")
    assert [len(result.lines[0].score.completed), len(result.lines[0].score.failed)] == [0, 1]
    way = ["freiburg--stuttgart", "stuttgart--ulm", "ulm--augsburg", "augsburg--munchen"]
    there = [route for pair in way for route in _track(pair)]
    joined = counted("germany", *own, *(f"A claim {route}" for route in there), f"A keep {tickets[name]}")
    assert len(joined.lines[0].score.completed) == (name == "g2")


def _track(pair):
    """A track between two cities of Germany, where there is one."""
    a, b = sorted(pair.split("--"))
    return [route.id for route in board("germany").pairs.get(f"{a}--{b}", ())[:1]]


def test_two_routes_at_one_border_place_do_not_join_their_other_ends():
    own = ("A claim monaco-1--torino", "A claim genova--monaco-1")
    score = counted("italy", *own, "A keep genova--pescara").lines[0].score
    assert (len(score.completed), score.path.length) == (0, 3)


CHOICES = ("A claim france-geneve--geneve", "A claim geneve--yverdon", "A claim neuchatel--yverdon")


def swiss(*entries, ticket="A keep france--choice-1"):
    return counted("switzerland", *entries, *ticket.split(" & ")).lines[0].score


def _to_germany_and_italy():
    """A way from France to Germany and to Italy, by what there is on the board."""
    switzerland = board("switzerland")
    seen, waiting = {"geneve": ()}, ["geneve"]
    while waiting:
        here = waiting.pop(0)
        for route in switzerland.routes_at(here):
            there = route.other_end(here)
            if there not in seen:
                seen[there] = (*seen[here], route.id)
                if switzerland.city[there].kind == "city":
                    waiting.append(there)
    ends = {"deutschland": "deutschland-basel", "italia": "italia-brig"}
    routes = dict.fromkeys(["france-geneve--geneve", *seen[ends["deutschland"]], *seen[ends["italia"]]])
    return [f"A claim {route}" for route in routes]


def test_of_a_choice_the_dearest_goal_that_is_reached_counts_once():
    way = _to_germany_and_italy()
    one = swiss(*way)
    assert (one.ticket_points, len(one.completed)) == (11, 1)
    both = swiss(*way, ticket="A keep france--choice-1 & A keep france--choice-2")
    assert (both.ticket_points, len(both.completed)) == (22, 2)


def test_a_choice_that_is_not_met_costs_its_cheapest_goal():
    assert swiss("A claim france-geneve--geneve").ticket_points == -5
    assert swiss(ticket="A keep lugano--choice").ticket_points == -2
    assert swiss("A claim italia-lugano--lugano", ticket="A keep lugano--choice").ticket_points == 2


def test_copies_of_one_card_are_held_as_often_as_they_are_printed():
    held = ("A keep france--choice-1", "B keep france--choice-1", "A keep italia--choice-2")
    assert [n.code for n in counted("switzerland", *held).warnings] == []
    more = counted("switzerland", *held, "C keep france--choice-2")
    assert [(n.code, n.tickets) for n in more.warnings] == [
        ("ticket-held-twice", ("france--choice-1", "france--choice-2"))
    ]


@pytest.mark.parametrize(("players", "most"), [(2, 1), (3, 2), (4, 3), (5, 3)])
def test_of_three_tracks_as_many_are_open_as_the_board_says(players, most):
    table = counted("northern-lights", players=players, options=FOUR).table
    tracks = board("northern-lights").pairs["karlstad--oslo"]
    assert [table.open_tracks(track) for track in tracks] == [most] * 3
    two = board("northern-lights").pairs["goteborg--oslo"]
    assert table.open_tracks(two[0]) == (2 if players > 3 else 1)


@pytest.mark.parametrize(("players", "most"), [(2, 1), (3, 1), (4, 3), (5, 3)])
def test_of_the_three_tracks_from_napoli_to_roma_one_or_all_are_open(players, most):
    table = counted("italy", players=players).table
    assert [table.open_tracks(track) for track in board("italy").pairs["napoli--roma"]] == [most] * 3


def test_on_the_great_lakes_the_black_train_goes_to_wausau_and_ships_lead_on_from_buffalo():
    lakes = board("great-lakes").route
    train = lakes["milwaukee--wausau"]
    assert (train.length, train.color, train.pieces) == (4, "black", "train")
    ships = [lakes[f"green-bay--milwaukee--{n}"] for n in (1, 2)]
    assert [(track.color, track.length, track.pieces) for track in ships] == [
        ("black", 3, "ship"), ("yellow", 3, "ship")
    ]  # fmt: skip
    assert "green-bay--milwaukee--3" not in lakes
    for name in ("buffalo--syracuse--1", "buffalo--syracuse--2", "buffalo--erie"):
        assert lakes[name].pieces == "ship"


FOUR = {"bonus-cards": ["small-steps", "snowplow", "wild-west", "ferry-master"]}


def test_all_tracks_to_a_neighbour_of_poland_are_open():
    table = counted("poland", players=2).table
    assert [table.open_tracks(track) for track in board("poland").pairs["czechy--wroclaw"]] == [4] * 4
    assert [table.open_tracks(track) for track in board("poland").pairs["poznan--wroclaw"]] == [1] * 2


def test_points_of_completed_tickets_separate_equals_in_poland():
    own = ("A keep gdansk--katowice", "A finish")
    result = counted("poland", own[0], players=2)
    assert [line.key for line in result.lines] == [(-own_points(result), 0, 0), (0, 0, 0)]


def own_points(result):
    return -result.lines[0].total


def test_passengers_of_all_colours_separate_equals_in_germany():
    counts = ("A count passengers-red 3", "B count passengers-red 3", "C count passengers-blue 1")
    more = counted("germany", *counts, "B count passengers-black 0", "A count passengers-green 1")
    assert [line.key for line in more.lines] == [(40, 0, 4), (20, 0, 3), (20, 0, 1)]
    assert more.decided_by == "points"
    level = counted("germany", "A count passengers-red 2", "B count passengers-red 1", "B count passengers-blue 0",
                    "B claim chemnitz--dresden")  # fmt: skip
    assert level.lines[1].key[2] == 1


def test_mountain_routes_are_counted_where_they_separate_equals():
    from companion.rules.tie_breaks import Compared, tie_breaks

    asia = counted("legendary-asia", players=2)
    line = asia.lines[0]
    high = next(route.id for route in board("legendary-asia").route.values() if "mountain" in route.marks)
    score = type(line.score)(
        **{n: getattr(line.score, n) for n in line.score.__dataclass_fields__} | {"routes": (high,)}
    )
    assert tie_breaks()["mountain-routes"].key(Compared(asia.table, score, (), line.longest, 0)) == 1
    assert tie_breaks()["passengers"].key(Compared(asia.table, score, (), line.longest, 0)) == 0


def test_a_junction_is_called_by_the_city_next_to_it():
    from companion.prose.display_names import pair_name

    assert pair_name(board("northern-lights"), "kiruna--sweden-north") == "Kiruna – junction near Kiruna"


def test_the_terminal_says_what_each_part_brings():
    told = tally_text(counted("pennsylvania", "A count lv 2", "B count lv 1", "A count brp 1"))
    assert "Lehigh Valley Railroad: 2 shares, 12 points" in told
    assert "Buffalo, Rochester & Pittsburgh Railway: 1 share, 7 points" in " ".join(told.split())


@each
def test_a_table_that_is_read_on_is_the_one_read_from_the_start(game):
    """Also by what a board's own rules remember; and the table that was known stays as it was."""
    record = read(game)
    stand = [entry for __, entry in in_force(record.log)]
    whole = replay(record.board, record.setup, stand)
    for length in range(0, len(stand), 7):
        known = replay(record.board, record.setup, stand[:length])
        before = known.copy()
        new = stand[length:]
        read_anew = any(isinstance(entry, Hidden) for entry in new)
        assert read_on(known, length, new) == (None if read_anew else whole)
        assert known == before
