"""Every entry of a log in words of the table."""

from __future__ import annotations

import pytest

from companion.pages.shared import log_lines
from companion.play.game import Viewer
from tests.pages.telling import claim

ADA, BO = Viewer("maker", frozenset({"blue"})), Viewer("player", frozenset({"red"}))
NOBODY = Viewer("watcher")


def entry_lines(game, viewer, places=None):
    return log_lines.entry_lines(game.seen_by(viewer), places)


def entry_in_words(game, place, viewer):
    return log_lines.entry_in_words(game.seen_by(viewer), place)


def strike(color, entry):
    return color, {"type": "strike", "entry": entry}


def amend(color, entry, instead):
    return color, {"type": "amend", "entry": entry, "with": instead}


DENVER = claim("blue", "denver--omaha")
KEPT = "blue", {"type": "keep", "player": "blue", "ticket": "denver--el-paso"}


def words(game, viewer=ADA):
    """What each entry was told as, oldest first."""
    return [line.words for line in reversed(entry_lines(game, viewer))]


def test_a_claim_is_told_with_its_trains_and_points(game):
    assert entry_in_words(game(DENVER), 1, NOBODY) == "Ada claimed Denver – Omaha, 4 trains, +7"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (claim("blue", "las-vegas--los-angeles"), "Ada claimed Las Vegas – Los Angeles, 2 trains, +2"),
        (claim("red", "portland--seattle--1"), "Bo claimed Portland – Seattle, 1 train, +1"),
        (claim("red", "denver--omaha", late=True), "Bo claimed Denver – Omaha, 4 trains, +7, entered late"),
        (("red", {"type": "draw", "player": "red"}), "Bo drew cards"),
        (KEPT, "You changed your tickets"),
        (("red", {"type": "catch-up"}), "Stopped asking whose turn it is"),
        (("red", {"type": "finish"}), "All tickets revealed"),
    ],
)
def test_what_was_told(game, told, said):
    assert words(game(told)) == [said]


def test_a_station(game):
    built = "blue", {"type": "station", "player": "blue", "city": "wien"}
    assert words(game(built, board="europe")) == ["Ada built a station in Wien"]
    late = "blue", {**built[1], "late": True}
    assert words(game(late, board="europe")) == ["Ada built a station in Wien, entered late"]


def test_tracks_side_by_side_are_told_apart_by_their_colours(game):
    assert words(game(claim("blue", "denver--kansas-city--1"))) == [
        "Ada claimed Denver – Kansas City (black), 4 trains, +7"
    ]
    assert words(game(claim("blue", "denver--kansas-city--2"))) == [
        "Ada claimed Denver – Kansas City (orange), 4 trains, +7"
    ]


def test_hidden_points_are_not_told_here_either_until_the_end(game):
    hidden = {"points_hidden": True}
    assert words(game(DENVER, options=hidden)) == ["Ada claimed Denver – Omaha, 4 trains"]
    assert words(game(DENVER, ("red", {"type": "finish"}), options=hidden))[0].endswith("+7")


def test_what_was_taken_back_and_by_whom(game):
    told = game(DENVER, strike("red", 1))
    assert words(told)[1] == "Bo took back: Ada claimed Denver – Omaha, 4 trains, +7"
    new, old = entry_lines(told, BO)
    assert (old.state, old.struck_by, old.amendable) == ("struck", 2, False)
    assert (new.state, new.struck_by, new.amendable) == ("in-force", None, False)


def test_what_was_brought_back_is_in_force_again(game):
    told = game(DENVER, strike("red", 1), strike("green", 2))
    assert words(told)[2] == "Cy brought back: Ada claimed Denver – Omaha, 4 trains, +7"
    assert [line.state for line in entry_lines(told, BO)] == ["in-force", "struck", "in-force"]


def test_a_phone_with_no_seat_or_several_is_not_named(game):
    told = DENVER, strike("red", 1), strike("red", 2)
    assert words(game(*told, seats=False))[1:] == [
        "Taken back: Ada claimed Denver – Omaha, 4 trains, +7",
        "Brought back: Ada claimed Denver – Omaha, 4 trains, +7",
    ]


def test_what_was_changed_shows_both(game):
    told = game(DENVER, amend("red", 1, claim("green", "denver--omaha")[1]))
    new, old = entry_lines(told, BO)
    assert new.words == (
        "Bo changed: Ada claimed Denver – Omaha, 4 trains, +7. Now: Cy claimed Denver – Omaha, 4 trains, +7"
    )
    assert (old.words, old.now) == (
        "Ada claimed Denver – Omaha, 4 trains, +7",
        "Cy claimed Denver – Omaha, 4 trains, +7",
    )
    assert (old.state, old.player, old.amendable) == ("replaced", "green", True)
    assert entry_in_words(told, 1, BO) == old.now


def test_a_change_of_a_change_says_what_stood_there_before(game):
    first, second = claim("green", "denver--omaha")[1], claim("red", "denver--omaha")[1]
    told = game(DENVER, amend("red", 1, first), amend("blue", 1, second))
    assert words(told)[2].startswith("Ada changed: Cy claimed Denver")
    assert entry_in_words(told, 1, BO).startswith("Bo claimed")


def test_a_change_taken_back_is_no_change(game):
    told = game(DENVER, amend("red", 1, claim("green", "denver--omaha")[1]), strike("blue", 2))
    states = [line.state for line in reversed(entry_lines(told, BO))]
    assert states == ["in-force", "struck", "in-force"]
    assert entry_in_words(told, 1, BO).startswith("Ada claimed")


def test_of_a_ticket_nothing_is_read_where_others_may_look_on(game):
    """The log lies open on the table; what a seat holds is on that seat's own page alone."""
    told = game(KEPT, amend("blue", 1, {**KEPT[1], "ticket": "helena--los-angeles"}), strike("blue", 2))
    assert words(told, ADA) == ["You changed your tickets"] * 3
    assert {(line.state, line.player, line.now) for line in entry_lines(told, ADA)} == {("own", None, None)}
    for viewer in (BO, NOBODY):
        for line in entry_lines(told, viewer):
            assert line.words == "Someone changed their tickets"
            assert (line.state, line.at, line.player, line.now) == ("hidden", None, None, None)
            assert not line.amendable
        assert entry_in_words(told, 1, viewer) == "Someone changed their tickets"


def test_at_the_end_everything_is_open(game):
    assert words(game(KEPT, ("red", {"type": "finish"})), NOBODY)[0] == "Ada kept Denver – El Paso (4)"


def test_place_and_time_come_along_newest_first(game):
    lines = entry_lines(game(DENVER, ("red", {"type": "draw", "player": "red"})), BO)
    assert [(line.place, line.at) for line in lines] == [(2, "2026-11-18T19:02:00Z"), (1, "2026-11-18T19:01:00Z")]
    assert [line.player for line in lines] == ["red", "blue"]


def test_a_part_of_the_log_can_be_asked_for(game):
    told = game(DENVER, strike("red", 1), strike("green", 2))
    assert [line.place for line in entry_lines(told, BO, range(1, 3))] == [2, 1]


def test_a_name_from_the_right_does_not_turn_the_sentence(game):
    players = [{"color": "blue", "name": "שרה"}, {"color": "red", "name": "Bo"}, {"color": "green", "name": "Cy"}]
    assert words(game(DENVER, players=players))[0].startswith("\u2068שרה\u2069 claimed")
