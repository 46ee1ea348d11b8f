"""The golden games of the further boards: each has its tally or its refusal, and none is missing."""

from __future__ import annotations

import json

import pytest

from tests.slow.boards import Refused, WrongName, figures
from tests.slow.boards.game import judged
from tests.slow.boards.names import claim_members, entry_types
from tests.slow.boards.play import remaining
from tests.support.golden import FOLDER, Game, games_in, wrong_in
from tests.support.second import BOARDS, by_color, scored, sheet

GAMES = {board: games_in(FOLDER / "boards" / board) for board in BOARDS}
TALLIED = [(board, game) for board in BOARDS for game in GAMES[board] if game.expect]
REFUSED = [(board, game) for board in BOARDS for game in GAMES[board] if game.refused]
FOR_THE_MOST = {"longest-path", "globetrotter", "asian-explorer"}


def named(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


@pytest.mark.parametrize(("board", "game"), TALLIED, ids=named)
def test_a_game_has_its_tally(board, game, tmp_path):
    status, out, err = scored(game.text, tmp_path)
    assert (status, err) == (0, "")
    tally = by_color(json.loads(out))
    assert wrong_in(game, {**tally, "players": list(tally["players"].values())}) == []


@pytest.mark.parametrize(("board", "game"), TALLIED, ids=named)
def test_the_second_program_counts_it_so(board, game):
    assert figures(sheet(board), game.record) == game.expect


@pytest.mark.parametrize(("board", "game"), REFUSED, ids=named)
def test_a_wrong_record_is_refused_at_its_place(board, game, tmp_path):
    status, out, err = scored(game.text, tmp_path)
    assert (status, out) == (2, "")
    assert err.startswith(
        f"log entry {game.refused['entry']}: " if "entry" in game.refused else game.refused["place"]
    )
    if "code" in game.refused:
        assert err.endswith(f" ({game.refused['code']})\n")


@pytest.mark.parametrize(("board", "game"), REFUSED, ids=named)
def test_the_second_program_refuses_it_there(board, game):
    with pytest.raises((Refused, WrongName)) as wrong:
        judged(sheet(board), game.record)
    assert wrong.value.place == game.refused.get("entry", game.refused.get("place"))
    if isinstance(wrong.value, Refused):
        assert wrong.value.code == game.refused["code"]


# No game is missing: what a board knows comes from the slow program, what is shown from the games.


def tallied(board: str) -> list[Game]:
    return [game for game in GAMES[board] if game.expect]


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_games_and_refusals(board):
    assert len(tallied(board)) >= 5
    assert len([game for game in GAMES[board] if game.refused]) >= 2


@pytest.mark.parametrize("board", BOARDS)
def test_every_entry_and_member_has_a_game(board):
    entries = [entry for game in tallied(board) for entry in (*game.record["log"], *remaining(game.record))]
    seen = {name for entry in entries for name in (entry["type"], *entry)}
    assert {*entry_types(sheet(board)), *claim_members(sheet(board)), "late"} - {"catch-up", "hidden"} <= seen


@pytest.mark.parametrize("board", BOARDS)
def test_whatever_separates_equals_has_a_game(board):
    decided = {game.expect["decided_by"] for game in tallied(board)}
    assert decided == {*sheet(board).tie_break, "shared"}


@pytest.mark.parametrize("board", BOARDS)
def test_every_scoring_brings_something_and_nothing(board):
    """And whatever goes to those with the most goes to one, to several and to nobody."""
    paid: dict[str, list[list[int]]] = {}
    for game in tallied(board):
        players = list(game.expect["players"].values())
        for bonus in players[0]["bonuses"]:
            paid.setdefault(bonus, []).append([player["bonuses"][bonus] for player in players])
    assert paid
    for bonus, games in paid.items():
        assert any(any(points) for points in games), bonus
        if bonus in FOR_THE_MOST:
            assert {min(sum(map(bool, points)), 2) for points in games} == {0, 1, 2}, bonus
