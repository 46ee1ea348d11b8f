"""What goes out: a spreadsheet, BG Stats, the group chat."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from urllib.parse import unquote

import pytest

from companion.export.bg_stats import bg_stats_link
from companion.export.chat import chat_text
from companion.export.csv import FORMULA, csv_text
from companion.rules.tally import Tally, tally
from tests.rules.making import board, counted
from tests.support.evenings import Evening, evening, read
from tests.support.naughty import names, tables

SPAN = tuple(datetime(2026, 11, 18, hour, 4, tzinfo=timezone(timedelta(hours=1))) for hour in (0, 2))
SMALL = board("a b 3", "b c 2", tickets=("a c 7",))
GAME = Evening(7, "europe", 5)


def called(*people: str, **more: Any) -> Tally:
    return tally(read(GAME.record(names=people, **more)).replayed())


def rows(result: Tally, when: date | None = None) -> list[list[str]]:
    text = csv_text(result, when)
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def play(link: str | None) -> dict[str, Any]:
    assert link
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    found: dict[str, Any] = json.loads(unquote(link.split("data=", 1)[1]))
    return found


@pytest.fixture(scope="module")
def europe() -> Tally:
    return tally(evening(7, "europe", 5).replayed())


def test_a_line_a_player_and_the_points_add_up(europe):
    heads, *lines = rows(europe, date(2026, 11, 18))
    assert [line[heads.index("Name")] for line in lines] == [line.score.name for line in europe.by_rank]
    first = heads.index("Total")
    for line in lines:
        assert len(line) == len(heads)
        assert line[heads.index("Date")] == "2026-11-18"
        assert sum(map(int, line[first + 1 : heads.index("Routes claimed")])) == int(line[first])


def test_without_stations_and_without_a_date():
    heads, *lines = rows(counted(SMALL, "blue claim a--b", "finish"))
    assert "Stations in stock" not in heads
    assert lines[0][heads.index("Date")] == ""


def test_no_cell_that_people_typed_begins_a_formula():
    for chosen, result in tables():
        heads, *lines = rows(result)
        assert len(lines) == 5
        at = heads.index("Name")
        assert all(cell not in line for line in lines for cell in chosen if FORMULA.match(cell))
        assert {plain(line[at]) for line in lines} == {plain(name) for name in chosen}


def plain(cell):
    """Without the sign that keeps it from being a formula."""
    return cell.removeprefix("'").replace(";'", ";")


BEGINNINGS = [
    *"=+-@|%",
    *"\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufe62\ufe6b",
    " |",
    '"|',
    "\u200b=",
    "\ufeff|",
    "\u3000%",
]


@pytest.mark.parametrize("begins", BEGINNINGS)
def test_a_name_that_begins_a_formula_or_a_call_is_a_text_in_the_spreadsheet(begins):
    name = f"{begins}cmd!A1"
    heads, *lines = rows(called(name, *"BCDE", title=name))
    cells = [line[heads.index(head)] for line in lines for head in ("Name", "Title")]
    assert f"'{name}" in cells
    assert name not in cells


def test_points_below_zero_stay_numbers():
    result = called(*"ABCDE")
    first, *others = result.lines
    routes, *more = first.own
    below = replace(first, own=(routes._replace(points=-7), *more))
    assert "-7" in {cell for line in rows(replace(result, lines=(below, *others))) for cell in line}


@pytest.mark.parametrize(
    "name", ["x;=1", "x; =1+2", 'x;"=1+2"', "x;\uff1d1+2", ";-1", "x;|calc", "x; %x", 'a;b;"" @c', '"=1+2"', "+1;x"]
)
def test_nor_does_a_piece_of_one_where_a_semicolon_parts_cells(name):
    """As it does where a comma stands in numbers. What is quoted there and what is not, programs do not agree on."""
    text = csv_text(called(name, *"BCDE", title=name)).removeprefix("\ufeff")
    for line in text.splitlines():
        for cell in (*line.split(";"), *next(csv.reader([line], delimiter=";"))):
            seen = unicodedata.normalize("NFKC", cell).lstrip(' "')
            assert not seen.startswith(("=", "+", "-", "@", "|", "%")), line


def test_a_name_with_a_semicolon_is_otherwise_as_it_was_typed():
    heads, *lines = rows(called("Ada; Bo", *"BCDE"))
    assert "Ada; Bo" in [line[heads.index("Name")] for line in lines]


def test_bg_stats_gets_the_whole_play(europe):
    told = play(bg_stats_link(tally(read(GAME.record(starts="red")).replayed()), "abc", *SPAN, "at home"))
    assert told["playDate"] == "2026-11-17 23:04:00"
    assert told["durationMin"] == 120
    assert told["location"] == "at home"
    assert told["board"] == "Europe, Base game"
    game = {"name": "Ticket to Ride: Europe", "sourceGameId": "europe", "bggId": 14996}
    assert told["game"] == game | {"highestWins": True, "noPoints": False}
    for player, line in zip(told["players"], europe.lines, strict=True):
        assert player["startPlayer"] is (line.score.color == "red")
        assert player["winner"] is (line.rank == 1)
        assert (player["name"], player["score"], player["rank"]) == (line.score.name, line.total, line.rank)
    assert told["players"][0]["role"] == "blue"


def test_what_is_not_known_is_left_out():
    told = play(bg_stats_link(counted(SMALL, "blue claim a--b", "finish"), "abc"))
    assert told.keys().isdisjoint({"playDate", "durationMin", "location"})
    assert "bggId" not in told["game"]
    assert told["game"]["name"] == "Ticket to Ride: Small"
    assert all("startPlayer" not in player for player in told["players"])


def test_the_box_of_the_usa_has_the_name_that_boardgamegeek_gives_it():
    told = play(bg_stats_link(tally(evening(18, "usa", 2).replayed()), "abc"))
    assert told["game"]["name"] == "Ticket to Ride"


def test_a_board_entered_afterwards_says_nothing_of_how_long_the_game_took(europe):
    table = replace(europe.table, turns_followed=False)
    told = play(bg_stats_link(replace(europe, table=table), "abc", *SPAN))
    assert told["playDate"] == "2026-11-17 23:04:00"
    assert "durationMin" not in told


def test_a_person_is_the_same_in_every_colour_and_two_of_a_name_are_two():
    def people(*names: str) -> list[str]:
        return [player["sourcePlayerId"] for player in play(bg_stats_link(called(*names), "x"))["players"]]

    one, other = people("Ada", "Bo", "Cy", "Dee", "Eli"), people("Bo", "Ada", "Cy", "Dee", "Eli")
    assert one[:2] == other[1::-1]
    assert len(set(people("Ada", "Ada", "Cy", "Dee", "Eli"))) == 5


def test_comments_are_shortened_first_and_by_whole_lines(europe):
    whole = chat_text(europe).split("\n")
    told = play(bg_stats_link(europe, "abc" * 60, *SPAN))
    assert told["comments"].split("\n") == whole[: len(told["comments"].split("\n"))]
    assert 0 < len(told["comments"]) < len("\n".join(whole))
    assert told["players"][4]["name"] == "Ελένη"


@pytest.mark.parametrize("letter", ["W", "Щ", "漢", "👩"])
def test_the_longest_names_fit(letter):
    link = bg_stats_link(called(*[letter * 23 + str(n) for n in range(5)], title=letter * 80), "a" * 32, *SPAN)
    assert link
    assert len(link) < 2000
    assert play(link)["players"][0]["name"].startswith(letter * 2)


def test_where_nothing_helps_there_is_no_link(europe):
    assert bg_stats_link(europe, "a" * 2000) is None


def test_the_chat_has_the_verdict_first(europe):
    lines = chat_text(europe, "https://x.example/t/a").split("\n")
    assert lines[0] == "Ada wins with 133 points, 52 more than Bo."
    assert lines[2] == "1. Ada 133 (routes 68, 4 tickets, longest path 31)"
    assert "2 not completed" in lines[4]
    assert lines[-2:] == ["Friday night, Europe, Base game", "https://x.example/t/a"]
    assert chat_text(counted(SMALL, "finish")).endswith("\nSmall, Base game")


def test_naughty_names_stay_what_they_are():
    for chosen, result in tables():
        text = chat_text(result)
        assert len(text.split("\n")) == 9
        assert all(name in text for name in chosen)
        link = bg_stats_link(result, "abc", *(datetime(2026, 1, 1, tzinfo=UTC),) * 2)
        assert link
        assert link.isascii()
        assert not set(link) & set("<>\"' \\{}")


def test_there_are_60_kb_of_them():
    assert sum(len(name.encode()) for name in names()) >= 60_000
