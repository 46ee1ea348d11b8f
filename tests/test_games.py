"""Every golden game gives its tally or its refusal, by the program and its command line; none of them is missing."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from typing import get_args

import pytest

from companion import cli, validation
from companion.boards import files
from companion.export.tally_json import tally_json
from companion.prose.records import lines
from companion.record import read, record_checks
from companion.rules import broken_rules, free_text, notices, table
from companion.rules import log as entries
from companion.rules.bonuses import BONUSES
from companion.rules.mechanics import counters_of
from companion.rules.tally import tally as count
from companion.rules.tie_breaks import tie_breaks
from tests.slow import figures
from tests.support.golden import FOLDER, GAMES, REFUSED, TALLIED, Game, games_in, wrong_in

CODE = re.compile(r"[a-z]+(?:-[a-z]+)+")

# What golden games must show, beside what is collected from the code below.
SITUATIONS = {
    "double routes with 2 players",
    "double routes with 3 players",
    "double routes with 4 players",
    "double routes with 5 players",
    "twin tracks of two players",
    "tally tracking",
    "catch-up",
    "a second catch-up",
    "a catch-up struck",
    "catch-up inside the final round",
    "a final round by a claim",
    "a final round by a station",
    "a final round by a draw",
    "a final round after late claims",
    "a late claim in the final round is no turn",
    "a late station",
    "a turn too many",
    "finish while somebody has a turn left",
    "a struck finish set again",
    "the trigger of the final round struck",
    "the trigger of the final round amended away",
    "a hidden place hides tickets",
    "strike of a strike",
    "an entry struck twice",
    "a later strike mends a breach",
    "a strike that makes a later entry impossible",
    "an amendment mends a breach",
    "an amendment that makes a later entry impossible",
    "an amended entry that comes back",
    "a struck entry amended",
    "several amendments",
    "an amendment struck",
    "a turn amended into another player's",
    "a ticket amended",
    "one station for several tickets",
    "a station that helps no ticket",
    "best use of stations is not the greedy one",
    "a borrowed route does not count for the longest path",
    "a path with loops",
    "a figure eight",
    "a city passed three times",
    "two disconnected pieces",
    "the longest path decides where it pays nothing",
    "ranks 1, 1, 3",
    "a bonus won alone",
    "a bonus shared",
    "a bonus won by nobody",
    "names in any script",
}
# A record that is too large or has too many entries is no file to read; test_record.py makes them.
MADE_ELSEWHERE = {"too-large", "too-many"}
# What tells apart complaints that share a code, so that each is worded by itself; nobody is shown these.
REASONS = {"byte-order-mark", "cannot-be-read", "mark-of-its-own", "no-entry", "no-object", "no-such-number"}
REASONS |= {"only-spaces", "other-kind", "rule-broken", "ticket-of-another", "too-deep", "wrong-options"}
REASONS |= {"no-typed-ticket"}
# Only a live table refuses a turn too many; in a record it is a warning.
LIVE_ONLY = {broken_rules.FinalTurnHad.code}


def named(game: Game) -> str:
    return game.name


def tallied(game: Game, boards):
    return tally_json(count(read.read_record(game.text.encode(), boards).replayed()))


@pytest.mark.parametrize("game", TALLIED, ids=named)
def test_a_game_has_its_tally(game, boards):
    assert wrong_in(game, tallied(game, boards)) == []


@pytest.mark.parametrize("game", TALLIED, ids=named)
def test_the_second_implementation_counts_what_was_worked_out_by_hand(game, boards):
    slow = figures(boards[game.record["map"]], game.record)
    for what in ("phase", "final_round", "winners", "decided_by"):
        assert slow[what] == game.expect[what]
    for color, player in game.expect["players"].items():
        own = slow["players"][color]
        assert (own["total"], own["rank"], own["bonuses"]) == (player["total"], player["rank"], player["bonuses"])
        assert (own["route_points"], own["trains_left"]) == tuple(
            player["routes"][n] for n in ("points", "trains_left")
        )
        assert own["tickets_completed"] == len(player["tickets"]["completed"])
        assert own["longest_path"] == player["longest_path"]["length"]


@pytest.mark.parametrize("game", REFUSED, ids=named)
def test_a_wrong_record_is_refused_at_its_place(game, boards):
    with pytest.raises(read.RecordWrong) as wrong:
        read.read_record(game.text.encode(), boards).replayed()
    begins, ends = game.refusal
    assert [(line.startswith(begins), line.endswith(ends)) for line in lines(wrong.value.complaints)] == [
        (True, True)
    ]


@pytest.mark.parametrize("game", TALLIED, ids=named)
def test_the_command_line_counts_the_same(game, boards, tmp_path, capsys):
    (file := tmp_path / "game.json").write_text(game.text, "utf-8")
    assert cli.main(["score", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out), err) == (json.loads(json.dumps(tallied(game, boards))), "")


@pytest.mark.parametrize("game", REFUSED, ids=named)
def test_the_command_line_refuses_in_one_line(game, tmp_path, capsys):
    (file := tmp_path / "game.json").write_text(game.text, "utf-8")
    assert cli.main(["score", str(file)]) == 2
    out, err = capsys.readouterr()
    begins, ends = game.refusal
    assert out == ""
    assert err.startswith(begins)
    assert err.endswith(f"{ends}\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["usa-base", "names-of-people", "strike-in-the-way"])
def test_a_program_of_its_own_does_too(name, tmp_path):
    game = next(game for game in GAMES if game.name == name)
    command = [sys.executable, "-m", "companion", "score", "-", "--json"]
    done = subprocess.run(command, cwd=tmp_path, input=game.text.encode(), capture_output=True, timeout=60)
    if game.refused:
        begins, ends = game.refusal
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode().startswith(begins)
        assert done.stderr.decode().endswith(f"{ends}\n")
    else:
        assert (done.returncode, done.stderr) == (0, b"")
        assert wrong_in(game, json.loads(done.stdout)) == []


# No game is missing: what there is comes from the code, what is shown from the games.


def types_in(log: list) -> set[str]:
    found = {entry["type"] for entry in log}
    inside = [entry["with"] for entry in log if entry["type"] == "amend"]
    found |= {f"late {entry['type']}" for entry in [*log, *inside] if entry.get("late")}
    return found | {f"amended into {entry['type']}" for entry in inside}


def codes_in(module) -> set[str]:
    """Every code that a module can give: the words with hyphens among its texts, alone or in brackets at the end."""
    words = [n.value for n in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(n, ast.Constant)]
    texts = [word for word in words if isinstance(word, str)]
    ends = [match[1] for text in texts if (match := re.search(rf"\(({CODE.pattern})\)$", text))]
    return {text for text in texts if CODE.fullmatch(text)} | set(ends)


def test_every_type_of_entry_has_a_game():
    known = {get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(entries.AnyEntry)}
    turns = {"late claim", "late station", "amended into claim", "amended into draw", "amended into keep"}
    assert set().union(*(types_in(game.record["log"]) for game in TALLIED)) == known | turns


def test_every_refusal_of_the_rules_has_a_game():
    kinds = {kind.code for kind in broken_rules.RuleBroken.__subclasses__() if not kind.wording}
    assert kinds > LIVE_ONLY
    assert kinds - LIVE_ONLY <= {game.refused["code"] for game in REFUSED}


def test_everything_wrong_in_shape_or_names_has_a_game():
    codes = set().union(*map(codes_in, [entries, free_text, record_checks, validation, read]))
    codes -= {get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(entries.AnyEntry)}
    assert {"unknown-route", "wrong-time", "member-twice", "missing-member", "not-json", *MADE_ELSEWHERE} < codes
    rules = {kind.code for kind in broken_rules.RuleBroken.__subclasses__()}
    further = [game for folder in (FOLDER / "boards").iterdir() if folder.is_dir() for game in games_in(folder)]
    refused = {game.refused.get("code") for game in (*REFUSED, *further) if game.refused}
    assert codes - MADE_ELSEWHERE - REASONS <= refused
    assert {game.refused["code"] for game in REFUSED} - rules <= codes - REASONS


def test_every_variant_has_a_game():
    known = {(board.id, variant) for board in HERE for variant in board.variants}
    assert {(g.record["map"], g.record.get("variant", "base")) for g in TALLIED} == known


# The further boards have games of their own, in `test_further_games`.
HERE = [board for board in files.boards().values() if board.id in {game.record["map"] for game in TALLIED}]
VARIANTS = [variant for board in HERE for variant in board.variants.values()]


@pytest.mark.parametrize("bonus", [name for name in BONUSES if any(name in variant.bonuses for variant in VARIANTS)])
def test_every_bonus_is_won_alone_shared_and_by_nobody(bonus):
    each = [[p["bonuses"].get(bonus) for p in game.expect["players"].values()] for game in TALLIED]
    winners = {min(sum(map(bool, paid)), 2) for paid in each if None not in paid}
    assert winners == {0, 1, 2}


def test_everything_that_separates_equals_has_a_game():
    decided = {game.expect["decided_by"] for game in TALLIED}
    known = {name for board in HERE for name in board.tie_break}
    assert known <= set(tie_breaks())
    assert decided == {*known, "shared"}


def test_every_warning_has_a_game():
    found = {notice["code"] for game in TALLIED for notice in game.expect["warnings"]}
    counted = {"counted-too-many"} if any(map(counters_of, HERE)) else set()
    assert found - {"counted-too-many"} | counted == codes_in(notices) - {"counted-too-many"} | counted


def test_every_phase_and_number_of_players_has_a_game():
    assert {game.expect["phase"] for game in TALLIED} == set(get_args(table.Phase))
    assert {len(game.expect["players"]) for game in TALLIED} == {2, 3, 4, 5}


def test_every_situation_has_a_game():
    assert {situation for game in GAMES for situation in game.covers} == SITUATIONS


def test_a_game_that_is_counted_wrongly_is_noticed(boards):
    game = next(game for game in TALLIED if game.name == "usa-base")
    wrong = tallied(game, boards)
    wrong["players"][0]["total"] += 1
    wrong["players"][1]["bonuses"]["globetrotter"] = 0
    assert len(wrong_in(game, wrong)) == 2
