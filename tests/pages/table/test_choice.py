"""From a question of the page to what is shown at the thumb."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.pages.table.choice import Query, choice_sheet, query_from, sample_search, time_ago
from companion.picture.tap_targets import Picker
from companion.picture.track_shapes import Shapes
from companion.play.game import Viewer
from tests.pages.conftest import PHONES

MAKER = Viewer("maker")


@pytest.fixture
def game(game):
    """What was told as whoever opened the table sees it, or another."""
    return lambda *told, by=MAKER, phone=None, **more: game(*told, **more).seen_by(by, phone)


CLAIM = ("blue", {"type": "claim", "player": "blue", "route": "denver--omaha"})


def test_nothing_asked_is_nothing_shown(game):
    choice = choice_sheet(game(), Query(), None)
    assert choice.empty
    assert choice.offered == ()


def test_a_city_shows_its_routes(game):
    choice = choice_sheet(game(), Query(city="miami"), None)
    assert {row.name for row in choice.rows} == {"Atlanta – Miami", "Charleston – Miami", "Miami – New Orleans"}
    assert choice.whole_city
    assert choice.whole_city.name == "Miami"


def test_typed_words_show_one_route(game):
    choice = choice_sheet(game(), Query(find="den om"), None)
    assert [row.pair for row in choice.rows] == ["denver--omaha"]
    assert choice.offered == ("denver--omaha",)


def test_words_that_mean_nothing_are_told(game):
    assert choice_sheet(game(), Query(find="atlantis"), None).nothing_found == "atlantis"


def test_a_point_shows_the_nearest(game):
    table = game()
    layout = table.board.layout
    picker = Picker.of(Shapes(table.board, layout))
    choice = choice_sheet(table, Query(x=300, y=200), picker)
    assert len(choice.rows) == 5


def test_a_claimed_route_is_shown_with_its_owner(game):
    choice = choice_sheet(game(CLAIM), Query(route="denver--omaha"), None)
    assert choice.owned
    assert (choice.owned.owner, choice.owned.place, choice.owned.name) == ("blue", 1, "Denver – Omaha")
    assert choice.owned.facts == "purple · 4 trains · 7 points"


def test_a_station_is_shown_with_its_owner(game):
    built = ("red", {"type": "station", "player": "red", "city": "roma"})
    choice = choice_sheet(game(built, board="europe"), Query(station="roma"), None)
    assert choice.owned
    assert (choice.owned.owner, choice.owned.place) == ("red", 1)


def test_every_city_is_listed_by_name(game):
    names = [name for _id, name in choice_sheet(game(), Query(everything=True), None).every_city]
    assert len(names) == 36
    assert names == sorted(names)


@pytest.mark.parametrize(
    ("seats", "asked", "player"),
    [((), None, "red"), (("green",), None, "green"), (("green", "blue"), None, "red"), (("green",), "blue", "blue")],
)
def test_for_whom(game, seats, asked, player):
    viewer = Viewer("player", frozenset(seats))
    assert choice_sheet(game(CLAIM, by=viewer), Query(city="miami", player=asked), None).player == player


def test_where_turns_are_not_followed_to_choose_a_player_shows_nothing_more(game):
    tally = game(tracking="tally")
    assert choice_sheet(tally, Query(player="red"), None).empty
    assert not choice_sheet(game(), Query(player="red"), None).empty


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ({}, Query()),
        ({"x": "1.5", "y": "-2"}, Query(x=1.5, y=-2)),
        ({"x": "1.5"}, Query()),
        ({"x": "nan", "y": "1"}, Query()),
        ({"x": "1e9", "y": "1"}, Query()),
        ({"x": "<b>", "y": "1"}, Query()),
        ({"city": "miami"}, Query(city="miami")),
        ({"city": "atlantis", "route": "a--b", "station": "c", "player": "pink"}, Query()),
        ({"find": "  den om "}, Query(find="den om")),
        ({"find": "x" * 1000}, Query(find="x" * 60)),
        ({"all": ""}, Query(everything=True)),
        ({"player": "red"}, Query(player="red")),
    ],
)
def test_the_address_is_read_with_patience(game, fields, asked):
    assert query_from(fields, game()) == asked


def test_a_question_can_be_asked_again():
    asked = Query(x=1, y=2.25, find="den", player="red")
    assert asked.fields == {"find": "den", "x": "1.0", "y": "2.2"}


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "just now"), (1, "1 minute ago"), (119, "119 minutes ago"), (120, "2 hours ago"), (3000, "2 days ago")],
)
def test_how_long_ago(minutes, words):
    now = datetime(2026, 11, 18, 20, tzinfo=UTC).timestamp()
    told = datetime.fromtimestamp(now - 60 * minutes, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert time_ago(told, datetime.fromtimestamp(now, UTC)) == words


def test_an_entry_without_a_time_was_sometime():
    assert time_ago(None) == ""


def test_the_sample_finds_a_route(boards):
    for board in boards.values():
        assert len(sample_search(board).split()) == 2


def test_the_sample_is_in_letters_that_every_keyboard_has(boards):
    assert [sample for sample in map(sample_search, boards.values()) if not sample.isascii()] == []


PAINTS = ("blue", {"type": "catch-up"})


def tapped(view, route, scale=1.0, player="blue"):
    """The sheet after a finger tapped the middle of a route on a picture of this scale."""
    shapes = Shapes(view.board, view.board.layout)
    spaces = next(track.spaces for track in shapes.tracks if track.route.id == route)
    middle = spaces[len(spaces) // 2]
    return choice_sheet(view, Query(x=middle.x, y=middle.y, scale=scale, player=player), Picker.of(shapes))


@pytest.mark.parametrize(
    ("phone", "player", "sure"),
    [("blue", "blue", "atlanta--miami"), ("red", "blue", None), ("blue", "red", None)],
)
def test_a_tap_takes_off_at_once_what_this_phone_entered_for_the_player(game, phone, player, sure):
    claim = ("blue", {"type": "claim", "player": "blue", "route": "atlanta--miami"})
    choice = tapped(game(PAINTS, claim, phone=PHONES[phone]), "atlanta--miami", player=player)
    assert choice.owned
    assert (choice.owned.place, choice.sure) == (2, sure)
    assert tapped(game(claim, phone=PHONES[phone]), "atlanta--miami").owned is None, "turns are tracked"


def test_a_claimed_route_close_by_leaves_no_doubt(game):
    assert tapped(game(PAINTS), "charleston--miami").sure is None
    claim = ("red", {"type": "claim", "player": "red", "route": "atlanta--miami"})
    assert tapped(game(PAINTS, claim), "charleston--miami").sure == "charleston--miami"
    assert tapped(game(PAINTS, claim, by=Viewer("watcher")), "charleston--miami").sure is None


def test_of_a_double_route_one_tap_claims_the_track_that_is_left(game):
    both, one = "portland--san-francisco--1", "portland--san-francisco--2"
    four = [{"color": c, "name": n} for c, n in [("blue", "Ada"), ("red", "Bo"), ("green", "Cy"), ("black", "Eli")]]
    claim = ("red", {"type": "claim", "player": "red", "route": both})
    assert tapped(game(PAINTS, players=four), both, scale=3).sure is None
    assert tapped(game(PAINTS, claim, players=four), both, scale=3).sure == one
    taken_off = tapped(game(PAINTS, claim, players=four, phone=PHONES["red"]), both, scale=3, player="red")
    assert taken_off.owned
    assert taken_off.sure == both
