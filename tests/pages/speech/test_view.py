"""What is said: short sentences about what lies open on the table, and nothing else."""

from __future__ import annotations

import pytest

from companion.pages.shared import announcements
from companion.pages.shared.strip import strip
from companion.play.game import Viewer
from tests.pages.shared.test_strip import claim, draw, final
from tests.pages.telling import keep

MAKER, BO = Viewer("maker"), Viewer("player", frozenset({"red"}))


@pytest.fixture
def game(game):
    """What was told as whoever opened the table sees it, or another."""
    return lambda *told, by=MAKER, **more: game(*told, **more).seen_by(by)


def said(game) -> list[str]:
    return [words for __, words in announcements.news(game, strip(game)).acts]


def test_a_claim_with_what_it_cost_paid_and_left(game):
    told = announcements.news(game(claim("blue", "denver--omaha")), strip(game(claim("blue", "denver--omaha"))))
    assert told.acts == ((1, "Ada claimed Denver – Omaha, 4 trains, 7 points. 41 trains left."),)
    assert (told.turn, told.final, told.version) == ("Bo's turn.", None, 2)


def test_what_was_left_then_and_not_now(game):
    played = game(claim("blue", "denver--omaha"), draw("red"), draw("green"), claim("blue", "helena--omaha"))
    assert announcements.actions_since(played, 0) == [
        "Ada claimed Denver – Omaha, 4 trains, 7 points. 41 trains left.",
        "Bo drew cards.",
        "Cy drew cards.",
        "Ada claimed Helena – Omaha, 5 trains, 10 points. 36 trains left.",
    ]


def test_a_station_and_how_many_are_left(game):
    built = ("red", {"type": "station", "player": "red", "city": "roma"})
    more = ("red", {"type": "station", "player": "red", "city": "wien", "late": True})
    assert said(game(built, more, board="europe")) == [
        "Bo built a station in Roma. 2 stations left.",
        "Bo built a station in Wien, entered late. 1 station left.",
    ]


def test_an_entry_that_came_late_is_told_so(game):
    assert said(game(claim("blue", "denver--omaha", late=True))) == [
        "Ada claimed Denver – Omaha, 4 trains, 7 points, entered late. 41 trains left."
    ]


def test_taking_back_and_changing_are_told_as_in_the_log(game):
    struck = game(claim("blue", "denver--omaha"), ("red", {"type": "strike", "entry": 1}))
    assert said(struck)[-1] == "Bo took back: Ada claimed Denver – Omaha, 4 trains, +7."
    assert strip(struck).turn == "Ada's turn"
    now = {"type": "claim", "player": "red", "route": "denver--omaha"}
    changed = game(claim("blue", "denver--omaha"), ("red", {"type": "amend", "entry": 1, "with": now}))
    assert "Now: Bo claimed Denver – Omaha" in said(changed)[-1]


def test_points_are_not_said_where_the_table_hides_them(game):
    hidden = game(claim("blue", "denver--omaha"), options={"points_hidden": True})
    assert said(hidden) == ["Ada claimed Denver – Omaha, 4 trains. 41 trains left."]
    assert announcements.standings(strip(hidden))[0] == "Ada: 41 trains left."


def test_never_a_ticket_not_even_that_there_is_one(game):
    plain = game(claim("blue", "denver--omaha"))
    struck = "red", {"type": "strike", "entry": 2}
    for by in (BO, MAKER):
        kept = game(claim("blue", "denver--omaha"), keep("red", "denver--el-paso"), struck, by=by)
        assert announcements.news(kept, strip(kept)).acts == announcements.news(plain, strip(plain)).acts
    assert announcements.actions_since(kept, 0) == announcements.actions_since(plain, 0)
    assert announcements.actions_since(kept, 1) == ["Nothing new since then."]


def test_the_final_round_and_who_set_it_off(game):
    told = announcements.news(final(game), strip(final(game)))
    assert told.final is not None
    assert told.final.startswith("Final round: Ada has ")
    assert told.final.endswith("left. One more turn each.")
    assert told.turn == "Last turn: Bo."


def test_a_slip_is_asked_about(game):
    twice = game(claim("blue", "denver--omaha"), claim("blue", "helena--omaha"))
    assert announcements.news(twice, strip(twice)).turn == "Bo's turn. Ada twice in a row?"


def test_who_missed_much_hears_the_newest_and_how_much_there_was(game):
    turns = [draw(player) for __ in range(4) for player in ("blue", "red", "green")]
    told = announcements.actions_since(game(*turns), 0)
    assert told[0] == "4 more before that."
    assert len(told) == 9
    assert len(said(game(*turns))) == 3


def test_how_everybody_stands(game):
    assert announcements.standings(strip(game(claim("blue", "denver--omaha")))) == [
        "Ada: 7 points, 41 trains left.",
        "Bo: 0 points, 45 trains left.",
        "Cy: 0 points, 45 trains left.",
        "Bo's turn.",
    ]
    assert (
        announcements.standings(strip(game(board="europe")))[0] == "Ada: 0 points, 45 trains left, 3 stations left."
    )


def test_at_the_end_by_rank_and_with_the_reason(game):
    told = announcements.standings(strip(game(claim("red", "denver--omaha"), ("blue", {"type": "finish"}))))
    assert told[0].startswith("1. Bo, ")
    assert told[-1].endswith(".")
    assert "Bo" in told[-1]


def test_the_board_in_words(game, boards):
    tracks = len(boards["usa"].route)
    assert (
        announcements.board_in_words(game())
        == f"USA board: Ada has no routes, Bo has no routes, Cy has no routes; {tracks} tracks unclaimed."
    )
    one = game(claim("blue", "denver--omaha"))
    assert (
        announcements.board_in_words(one)
        == f"USA board: Ada has 1 route, Bo has no routes, Cy has no routes; {tracks - 1} tracks unclaimed."
    )
    double = game(claim("blue", "denver--kansas-city--1"))
    assert announcements.board_in_words(double).endswith(f"{tracks - 2} tracks unclaimed."), (
        "three players use one of two tracks"
    )
    assert announcements.board_in_words(game(board="europe")).endswith("unclaimed. No stations yet.")
