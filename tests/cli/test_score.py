"""`companion score`: a table for people in 80 columns, and JSON with the members that readers rely on."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata

import pytest

from companion import cli
from companion.export.tally_json import tally_json
from companion.export.tally_text import tally_text
from companion.record import read
from companion.rules.tally import tally
from tests.support.golden import TALLIED

WIDE = "東京駅" * 8
NAMES = [WIDE, "W" * 24, "שרה " * 6, "👩‍🚀" * 8, "e\u0301\u0323" * 12]


def columns(text):
    """How many columns of a terminal a line takes, counted another way than the program does."""
    marks = sum(unicodedata.category(c) in ("Mn", "Me", "Cf") for c in text)
    return len(text) - marks + sum(unicodedata.east_asian_width(c) in ("W", "F") for c in text)


@pytest.fixture
def score(tmp_path, capsys):
    """Runs the command on a record and gives (status, standard output, standard error)."""

    def score(document, *options):
        text = document if isinstance(document, str) else json.dumps(document)
        (file := tmp_path / "game.json").write_text(text, "utf-8")
        status = cli.main(["score", str(file), *options])
        return status, *capsys.readouterr()

    return score


def named(name):
    return next(game for game in TALLIED if game.name == name)


def test_a_score_is_headed_by_title_and_board_and_says_who_wins(score):
    status, out, err = score(named("usa-base").text)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Friday night"
    assert out.splitlines()[1] == "USA, Base game – finished"
    assert "Bo wins with 31 points, 31 more than Ada." in out.splitlines()


def test_the_table_has_a_line_a_player_best_first(score):
    lines = score(named("usa-base").text)[1].splitlines()
    heads = ["Longest", "Routes Tickets path Total"]
    assert [" ".join(line.split()) for line in lines[3:7]] == [*heads, "1. Bo 8 13 10 31", "2. Ada 4 -4 0 0"]
    assert len({len(line) for line in lines[4:7]}) == 1


def test_every_line_has_its_reason(score):
    out = score(named("station-several-tickets").text)[1]
    joined = " ".join(out.split())
    for says in (
        "Routes 8 3 routes, 38 trains left",
        "Ticket +7 Brest – Marseille: Brest – Paris – Zürich – Marseille",
        "Paris borrows Brest – Paris, which saves Brest – Marseille and Brest – Venezia",
        "Wien, not needed",
        "Longest path 5 trains: ",
        "European Express 10",
        "none built",
    ):
        assert says in joined


def test_an_open_ticket_is_told_as_not_connected(score):
    out = " ".join(score(named("usa-mega").text)[1].split())
    assert "Ticket -6 Omaha – Winnipeg: not completed" in out
    assert "Globetrotter 15" in out


def test_a_shared_bonus_names_the_others(score):
    out = score(named("tie-shared").text)[1]
    assert "shared with Bo" in out
    assert "shared with Ada" in out


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("usa-base", "Bo wins with 31 points, 31 more than Ada."),
        ("tie-for-second", "Ada wins with 25 points, 24 more than Bo and Cy."),
        ("tie-tickets", "Ada and Bo each have 10 points; Ada completed 1 ticket, Bo 0."),
        ("tie-stations", "Ada and Bo each have 26 points and 0 tickets completed; Bo built 0 stations, Ada 1."),
        (
            "tie-longest-path",
            "Ada and Bo each have 17 points, 0 tickets completed and 0 stations built; Ada has the longest path.",
        ),
        ("usa-big-cities", "Ada and Bo each have -13 points and 0 tickets completed; Ada has the longest path."),
        (
            "tie-shared",
            "Ada and Bo share the win: each has 11 points and 0 tickets completed, and no tie-break separates them.",
        ),
    ],
)
def test_one_sentence_says_why_the_winner_won(score, name, says):
    assert says in " ".join(score(named(name).text)[1].split())


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("usa-base", "finished"),
        ("tie-shared", "still playing; scored as if the game ended now"),
        ("final-round-by-claim", "final round; scored as if the game ended now"),
        ("final-round-reveal", "final round over; scored with the tickets entered so far"),
    ],
)
def test_it_says_how_far_the_game_is(score, name, says):
    assert f" – {says}\n" in score(named(name).text)[1]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("final-round-reveal", "! entry 12 is a turn Bo took after their last turn; it still counts"),
        ("usa-1910", "! Cy kept fewer than 2 tickets; is one missing?"),
        ("europe-mega", "! Ada kept more than 1 long ticket; is one a mistake?"),
        (
            "europe-base",
            "! Ada and Bo have the same ticket Cadiz – Stockholm; there's only one, so one of them is a mistake",
        ),
    ],
)
def test_what_the_table_must_settle_stands_at_the_end(score, name, says):
    assert says in " ".join(score(named(name).text)[1].split())


@pytest.mark.parametrize("game", TALLIED, ids=lambda game: game.name)
def test_every_game_fits_80_columns_whatever_people_are_called(game, boards):
    for shift in range(3):
        document = game.record
        document["title"] = WIDE[:20] * 4
        for seat, player in enumerate(document["players"]):
            player["name"] = NAMES[(seat + shift) % len(NAMES)][:24]
        result = tally(read.read_record(json.dumps(document).encode(), boards).replayed())
        text = tally_text(result)
        assert max(map(columns, text.splitlines())) <= 80
        assert all(line == line.rstrip() for line in text.splitlines())
        for player in result.table.setup.players:
            assert f"\n{player.name.rstrip()}" in text


@pytest.mark.parametrize("game", TALLIED, ids=lambda game: game.name)
def test_names_and_totals_of_all_players_are_in_the_table(game, boards):
    result = tally(read.read_record(game.text.encode(), boards).replayed())
    text = tally_text(result)
    for line in result.lines:
        (row,) = [r for r in text.splitlines() if r.startswith(f"{line.rank}. {line.score.name} ")][:1]
        assert row.split()[-1] == str(line.total)


PLAYER = {"color", "name", "rank", "total", "routes", "tickets", "longest_path", "bonuses", "reasons"}


@pytest.mark.parametrize("game", TALLIED, ids=lambda game: game.name)
def test_json_has_the_members_that_readers_rely_on(game, boards):
    said = tally_json(tally(read.read_record(game.text.encode(), boards).replayed()))
    europe = game.record["map"] == "europe"
    head = {"map", "variant", "phase", "final_round", "winners", "decided_by", "players", "warnings"}
    assert set(said) == head | {"because"}
    assert [p["color"] for p in said["players"]] == [p["color"] for p in game.record["players"]]
    assert [c for c in (p["color"] for p in said["players"]) if c in said["winners"]] == said["winners"]
    for player in said["players"]:
        assert set(player) == PLAYER | ({"stations"} if europe else set())
        assert {"points", "count", "trains_left"} <= set(player["routes"])
        assert {"points", "completed", "failed"} <= set(player["tickets"])
        assert {"length", "exact", "routes"} <= set(player["longest_path"])
        assert {"points", "built", "uses"} <= set(player.get("stations", {"points", "built", "uses"}))
        assert set(player["bonuses"]) == set(boards[said["map"]].variants[said["variant"]].bonuses)
        assert set(player["reasons"]) == set(player["bonuses"])
    for notice in said["warnings"]:
        wanted = {
            "ticket-held-twice": {"players", "tickets"},
            "too-few-tickets": {"players"},
            "too-many-long-tickets": {"players", "tickets"},
            "turn-too-many": {"players", "entry"},
        }[notice["code"]]
        assert set(notice) == wanted | {"code", "message"}


@pytest.mark.parametrize("game", TALLIED, ids=lambda game: game.name)
def test_the_longest_path_is_walked_city_by_city(game, boards):
    said = tally_json(tally(read.read_record(game.text.encode(), boards).replayed()))
    board = boards[said["map"]]
    for player in said["players"]:
        path = player["longest_path"]
        assert sum(board.route[name].length for name in path["routes"]) == path["length"]
        assert len(set(path["routes"])) == len(path["routes"])
        assert set(path["routes"]) <= set(player["routes"]["claimed"])
        for n, name in enumerate(path["routes"]):
            assert set(board.route[name].ends) == set(path["cities"][n : n + 2])


def test_standard_input_is_a_file_too(tmp_path):
    for options in ([], ["--json"]):
        command = [sys.executable, "-m", "companion", "score", "-", *options]
        raw = named("names-of-people").text.encode()
        done = subprocess.run(command, cwd=tmp_path, input=raw, capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
        assert "שרה" in done.stdout.decode()


def test_a_file_that_is_not_there_is_one_line(capsys, tmp_path):
    assert cli.main(["score", str(tmp_path / "nowhere.json")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "can't be read: no such file or directory" in err


def test_a_board_of_the_house_can_be_counted(score, tmp_path):
    from tests.support.boards import a_board, written

    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "isle.toml").write_text(written(a_board()))
    players = [{"color": "teal", "name": "Ada"}, {"color": "gold", "name": "Bo"}]
    claim = {"type": "claim", "player": "gold", "route": "ash--bay--3"}
    document = {"format": "companion/game", "version": 1, "map": "isle", "players": players, "log": []}
    boards = ["--boards", str(tmp_path / "boards")]
    status, out, err = score(document, *boards)
    assert (status, err) == (0, "")
    assert "Ada and Bo share the win: each has 0 points, and no tie-break separates them." in out.splitlines()
    assert "Bo wins with 50 points" in score({**document, "log": [claim]}, *boards)[1]
    assert score(document)[0] == 2
