"""The boards we ship against figures counted by hand, and what a board's models say."""

from __future__ import annotations

import pytest

from companion.boards import files
from companion.boards.base import joined
from companion.boards.model import Board
from companion.prose.reasons import bonus_name
from companion.rules.bonuses import BONUSES
from tests.support.boards import a_board

# Places, pairs, tracks, spaces.
SIZES = {"usa": (36, 78, 100, 309), "europe": (47, 90, 101, 300)}
FURTHER = {
    "france": (60, 117, 157, 416),
    "germany": (49, 85, 110, 313),
    "great-lakes": (37, 80, 110, 355),
    "heart-of-africa": (51, 96, 117, 317),
    "iberia": (33, 70, 103, 239),
    "india": (39, 80, 108, 238),
    "italy": (45, 84, 128, 379),
    "japan": (48, 91, 114, 277),
    "legendary-asia": (39, 70, 100, 268),
    "london": (17, 35, 44, 95),
    "marklin": (49, 85, 110, 313),
    "nederland": (30, 53, 97, 306),
    "new-york": (15, 30, 41, 84),
    "nordic": (39, 67, 81, 207),
    "northern-lights": (50, 109, 161, 350),
    "old-west": (41, 83, 139, 364),
    "pennsylvania": (36, 71, 95, 322),
    "poland": (35, 68, 102, 230),
    "south-korea": (33, 70, 100, 262),
    "switzerland": (51, 76, 88, 205),
    "uk": (49, 106, 125, 274),
    "world": (48, 96, 130, 411),
}
TICKETS = {  # how many, and their points
    ("usa", "base"): (30, 349),
    ("usa", "base-reprint"): (30, 344),
    ("usa", "1910"): (35, 391),
    ("usa", "mega"): (69, 754),
    ("usa", "big-cities"): (35, 389),
    ("europe", "base"): (46, 123 + 321),
    ("europe", "mega"): (101, 1087),
    ("europe", "expanded"): (65, 607),
    ("europe", "big-cities"): (45, 502),
    ("france", "base"): (58, 582),
    ("germany", "base"): (89, 941),
    ("great-lakes", "base"): (55, 526),
    ("heart-of-africa", "base"): (48, 675),
    ("iberia", "base"): (50, 435),
    ("india", "base"): (58, 473),
    ("italy", "base"): (56, 677),
    ("japan", "base"): (54, 402),
    ("legendary-asia", "base"): (36, 339),
    ("london", "base"): (20, 108),
    ("marklin", "base"): (0, 0),  # typed off the cards
    ("nederland", "base"): (44, 823),
    ("nederland", "no-tolls"): (44, 823),
    ("new-york", "base"): (18, 92),
    ("nordic", "base"): (46, 460),
    ("northern-lights", "base"): (55, 474),
    ("old-west", "base"): (51, 520),
    ("old-west", "alvin"): (51, 520),
    ("pennsylvania", "base"): (50, 508),
    ("poland", "base"): (35, 252),
    ("south-korea", "base"): (44, 455),
    ("switzerland", "base"): (46, 414),
    ("uk", "base"): (57, 382),
    ("uk", "advanced"): (57, 382),
    ("world", "base"): (65, 913),
}
BONUS_POINTS = {
    ("usa", "base"): {"longest-path": 10},
    ("usa", "base-reprint"): {"longest-path": 10},
    ("usa", "1910"): {"globetrotter": 15},
    ("usa", "mega"): {"longest-path": 10, "globetrotter": 15},
    ("usa", "big-cities"): {},
    ("europe", "base"): {"longest-path": 10},
    ("europe", "mega"): {"longest-path": 10},
    ("europe", "expanded"): {"longest-path": 10},
    ("europe", "big-cities"): {"longest-path": 10},
}


@pytest.mark.parametrize("name", sorted(files.boards()))
def test_a_board_has_its_cities_tracks_and_spaces(boards, name):
    board = boards[name]
    pairs = {track.pair for track in board.routes}
    spaces = sum(track.length for track in board.routes)
    assert (len(board.cities), len(pairs), len(board.routes), spaces) == (SIZES | FURTHER)[name]


def test_every_variant_is_counted_below(boards):
    assert {(board.id, variant) for board in boards.values() for variant in board.variants} == {
        one for one in TICKETS if one[0] in boards
    }


@pytest.mark.parametrize(("board", "variant"), [one for one in TICKETS if one[0] in files.boards()])
def test_a_variant_has_its_tickets_and_bonuses(boards, board, variant):
    tickets = boards[board].tickets_of(variant).values()
    assert (len(tickets), sum(ticket.points for ticket in tickets)) == TICKETS[board, variant]
    if board in ("usa", "europe"):
        assert boards[board].variants[variant].bonuses == BONUS_POINTS[board, variant]


def test_six_tickets_of_the_base_game_are_long(boards):
    europe = boards["europe"]
    tickets = europe.tickets_of("base").values()
    long = [ticket.points for ticket in tickets if europe.is_long(ticket, "base")]
    assert sorted(long) == [20, 20, 20, 21, 21, 21]
    assert sum(ticket.points for ticket in tickets) - sum(long) == 321
    assert not any(europe.is_long(ticket, "big-cities") for ticket in europe.tickets_of("big-cities").values())


def test_four_cards_of_the_1910_box_are_worth_less(boards):
    base, reprint = (boards["usa"].tickets_of(variant) for variant in ("base", "base-reprint"))
    changed = {name: (base[name].points, reprint[name].points) for name in base if base[name] != reprint[name]}
    assert {name: points for name, points in changed.items() if points[0] != points[1]} == {
        "los-angeles--miami": (20, 19),
        "los-angeles--new-york": (21, 20),
        "new-york--seattle": (22, 20),
        "oklahoma-city--sault-st-marie": (9, 8),
    }


@pytest.mark.parametrize("name", SIZES)
def test_a_big_cities_ticket_has_a_big_city(boards, name):
    big = set(boards[name].variants["big-cities"].big_cities)
    assert len(big) == {"usa": 7, "europe": 9}[name]
    assert all(set(t.ends) & big for t in boards[name].tickets_of("big-cities").values())


@pytest.mark.parametrize("name", SIZES)
def test_the_numbers_of_the_rules(boards, name):
    board = boards[name]
    assert (board.players.least, board.players.most) == (2, 5)
    assert board.colors == ("blue", "red", "green", "yellow", "black")
    assert (board.trains_per_player, board.final_round_at, board.double_routes_need_players) == (45, 2, 4)
    points = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}
    del points[8 if name == "usa" else 5]
    assert board.points_for == points
    assert {track.length for track in board.routes} == set(points)


def test_stations_are_europes_alone(boards):
    stations = boards["europe"].stations
    assert (stations.count, stations.unused_points, stations.cost_cards) == (3, 4, (1, 2, 3))
    assert boards["usa"].stations is None
    assert boards["usa"].tie_break == ("points", "tickets", "longest-path")
    assert boards["europe"].tie_break == ("points", "tickets", "stations", "longest-path")


def test_long_tickets_that_may_be_kept(boards):
    variants = boards["europe"].variants
    assert [(name, variants[name].deal.long, variants[name].most_long) for name in variants] == [
        ("base", 1, 1),
        ("mega", 2, 1),
        ("expanded", 1, 1),
        ("big-cities", 0, 0),
    ]


def test_a_bonus_has_the_name_on_the_box(boards):
    assert bonus_name(boards["europe"], "longest-path") == "European Express"
    assert bonus_name(boards["usa"], "longest-path") == "Longest path"
    assert bonus_name(boards["usa"], "globetrotter") == "Globetrotter"
    assert all(bonus_name(boards["usa"], bonus) for bonus in BONUSES)


def test_tracks_between_two_cities_are_numbered_as_the_file_lists_them(boards):
    route = boards["usa"].route
    assert [route[f"atlanta--new-orleans--{n}"].color for n in (1, 2)] == ["yellow", "orange"]
    assert route["atlanta--new-orleans--1"].twins == ("atlanta--new-orleans--2",)
    assert route["atlanta--new-orleans--2"].twins == ("atlanta--new-orleans--1",)
    assert route["atlanta--miami"].twins == ()
    assert "atlanta--new-orleans" not in route
    assert "atlanta--miami--1" not in route


@pytest.mark.parametrize("name", SIZES)
def test_ids_are_the_names_of_two_cities_in_order(boards, name):
    board = boards[name]
    for route in board.route.values():
        a, b, *number = route.id.split("--")
        assert (a, b) == route.ends == tuple(sorted(route.ends))
        assert len(number) == bool(route.twins)
    for variant in board.variants:
        assert all(key == joined(*t.ends) for key, t in board.tickets_of(variant).items())
    printed = [city.name for city in board.cities]
    assert len(set(printed)) == len(printed)


def test_three_tracks_written_from_either_end():
    board = Board.model_validate(a_board())
    assert list(board.route) == ["ash--bay--1", "ash--bay--2", "ash--bay--3"]
    assert board.route["ash--bay--2"].twins == ("ash--bay--1", "ash--bay--3")
    assert board.route["ash--bay--2"].ends == ("ash", "bay")
    assert list(board.tickets_of("base")) == ["ash--bay"]


def test_a_board_is_never_changed(boards):
    with pytest.raises(ValueError, match="frozen"):
        boards["usa"].name = "Utah"
