"""When the last round comes is told by the board's own rule: in the log, on the strip and the television, aloud."""

from __future__ import annotations

from typing import Any

import pytest

from companion.boards import files
from companion.pages.shared import announcements
from companion.pages.shared.final_round import final_round_begun, final_round_log_line, has_unusual_ending
from companion.pages.shared.log_lines import log_page
from companion.pages.shared.strip import strip
from companion.play.game import Game, Viewer
from companion.play.view import View
from companion.prose import counts
from companion.rules.broken_rules import RuleBroken
from companion.rules.game_setup import Setup
from companion.rules.log import Claim
from companion.rules.replay import new_table, tried
from companion.rules.table import Table
from tests.pages.conftest import PLAYERS

BOARDS = files.boards()
MAKER = Viewer("maker")
Told = tuple[str, dict[str, Any]]


def seats(board: str) -> list[dict[str, str]]:
    """The three of the other tests, in colours that the board has; the first is blue."""
    others = [color for color in BOARDS[board].colors if color != "blue"]
    return [{**seat, "color": color} for seat, color in zip(PLAYERS, ["blue", *others], strict=False)]


def seen(game: Game) -> View:
    return game.seen_by(MAKER)


def claims(board: str, player: str, table: Table, wanted: str = "") -> tuple[list[Told], Table]:
    """Claims of a player's, late ones, of all routes that the rules allow, the longest first; and the table then."""
    told = []
    for route in sorted(BOARDS[board].route.values(), key=lambda route: -route.length):
        if wanted and wanted not in route.tags:
            continue
        try:
            table = tried(table, Claim(type="claim", player=player, route=route.id, late=True))
        except RuleBroken:
            continue
        told.append((player, {"type": "claim", "player": player, "route": route.id, "late": True}))
    return told, table


def nearly(board: str, *wanted: tuple[str, str]) -> list[Told]:
    """A game in which these players claimed as much as they could, and red has just drawn cards."""
    table = new_table(BOARDS[board], Setup.model_validate({"map": board, "players": seats(board)}))
    told: list[Told] = []
    for player, tag in wanted:
        more, table = claims(board, player, table, tag)
        told += more
    return told


def draw(player: str) -> Told:
    return player, {"type": "draw", "player": player}


def everywhere(game: Game) -> list[str]:
    """What the log, the strip and the spoken news say of the final round."""
    final = game.table.final_round
    assert final
    (line,) = [line for line in log_page(seen(game), None, 999).lines if line.kind == "seat"]
    shown = strip(seen(game))
    return [line.words, shown.final, str(announcements.news(seen(game), shown).final)]


def test_japan_tells_that_bullet_trains_are_nearly_gone(game):
    told = [*nearly("japan", ("red", "bullet"), ("blue", "")), draw("red")]
    at = game(*told, board="japan")
    left = at.table.trains["blue"]
    assert at.table.trains["red"] > 2 >= left
    trains = counts.pieces_left("train", left)
    says = f"The bullet trains are nearly gone, and Ada has {trains}: the final round begins."
    for line in everywhere(at):
        assert line.startswith(says)
    assert has_unusual_ending(seen(at))


@pytest.mark.parametrize("board", ["world", "great-lakes"])
def test_rails_and_sails_tells_of_pieces_and_of_two_turns(game, board):
    at = game(*nearly(board, ("blue", "")), draw("blue"), board=board)
    left = at.table.trains["blue"]
    for line in everywhere(at):
        assert line.startswith(f"Final round: Ada has {counts.pieces_left('piece', left)}.")
        assert "2 more turns each." in line
    assert has_unusual_ending(seen(at))


def test_two_turns_are_counted_down_and_the_last_one_is_called_so(game):
    told = [*nearly("great-lakes", ("blue", "")), draw("blue")]
    first = strip(seen(game(*told, board="great-lakes")))
    assert (first.turn, [panel.turns_left for panel in first.panels]) == ("Bo's turn", [2, 2, 2])
    told += [draw("red"), draw("green"), draw("blue")]
    second = strip(seen(game(*told, board="great-lakes")))
    assert (second.turn, [panel.turns_left for panel in second.panels]) == ("Last turn: Bo", [1, 1, 1])
    assert second.final.endswith("One more turn each.")


def test_new_york_tells_of_taxis(game):
    at = game(*nearly("new-york", ("blue", "")), draw("blue"), board="new-york", players=seats("new-york"))
    for line in everywhere(at):
        assert "taxi" in line
        assert "train" not in line
    assert not has_unusual_ending(seen(at))


def test_the_log_tells_how_many_were_left_when_it_began(game):
    *before, (_player, last) = nearly("great-lakes", ("blue", ""))
    began = [*before, draw("blue"), draw("red"), draw("green")]
    first = final_round_log_line(seen(game(*began, board="great-lakes")))
    later = seen(game(*began, ("blue", {**last, "late": False}), board="great-lakes"))
    assert later.table.trains["blue"] < seen(game(*began, board="great-lakes")).table.trains["blue"] <= 6
    assert final_round_log_line(later) == first != f"{final_round_begun(later)} 2 more turns each."


def test_before_it_begins_nothing_is_told(game):
    at = seen(game(board="japan"))
    assert final_round_begun(at) is final_round_log_line(at) is None
