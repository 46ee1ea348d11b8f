"""The strip under the board: players, turn, last action, final round, standing."""

from __future__ import annotations

from companion.pages.shared import strip as table
from companion.play.game import Viewer
from tests.pages.telling import claim

MAKER = Viewer("maker")


def strip(game, viewer, *more):
    """The strip as this device sees it."""
    return table.strip(game.seen_by(viewer), *more)


def draw(player: str) -> tuple[str, dict[str, object]]:
    return player, {"type": "draw", "player": player}


def final(game, *more):
    """Ada places 43 trains while the others draw, then her turn has set off the final round."""
    routes = [r for r in game().board.route.values() if r.length in (6, 5)]
    mine, left, told = [], 45, []
    for route in routes:
        if left - route.length >= 0 and left > 2 and not any(twin in mine for twin in route.twins):
            mine.append(route.id)
            left -= route.length
    for route in mine:
        told += [claim("blue", route), draw("red"), draw("green")]
    return game(*told[:-2], *more)


def test_before_the_first_turn(game):
    shown = strip(game(), MAKER)
    assert shown.turn == "Ada's turn"
    assert shown.last.words == "Nothing on the board yet"
    assert shown.last.place is None
    assert [panel.trains for panel in shown.panels] == [45, 45, 45]
    assert not shown.hints


def test_a_claim_moves_the_turn_and_counts(game):
    shown = strip(game(claim("blue", "denver--omaha")), MAKER)
    assert shown.turn == "Bo's turn"
    ada = shown.panels[0]
    assert (ada.trains, ada.used, ada.points, ada.up) == (41, 4, 7, False)
    assert shown.panels[1].up
    assert shown.last.place == 1
    assert "Ada claimed Denver – Omaha" in shown.last.words


def test_ones_own_turn_is_told_so(game):
    assert strip(game(), Viewer("player", frozenset({"blue"}))).turn == "Your turn, Ada"


def test_points_can_be_hidden(game):
    shown = strip(game(claim("blue", "denver--omaha"), options={"points_hidden": True}), MAKER)
    assert all(panel.points is None for panel in shown.panels)


def test_few_trains_are_marked(game):
    routes = [r.id for r in game().board.route.values() if r.length == 6][:6]
    told = [claim("blue", route) for route in routes]
    assert not strip(game(*told), MAKER).panels[0].few
    assert (
        strip(game(*told, claim("blue", "duluth--omaha--1"), claim("blue", "dallas--houston--1")), MAKER)
        .panels[0]
        .few
    )


def test_undo_names_the_newest_turn_and_what_was_put_right(game):
    told = [claim("blue", "denver--omaha"), claim("red", "helena--omaha"), ("red", {"type": "strike", "entry": 2})]
    last = strip(game(*told), MAKER).last
    assert last.place == 1
    assert last.corrected
    assert "took back" in last.corrected or "Taken back" in last.corrected


def test_twice_in_a_row_is_asked_gently(game):
    hints = strip(game(claim("blue", "denver--omaha"), claim("blue", "helena--omaha")), MAKER).hints
    assert hints == ("Ada twice in a row?",)
    late = game(claim("blue", "denver--omaha"), claim("blue", "helena--omaha", late=True))
    assert strip(late, MAKER).hints == ()


def test_the_final_round_says_who_and_who_still_has_a_turn(game):
    shown = strip(final(game), MAKER)
    assert shown.phase == "final-round"
    assert shown.final.startswith("Final round: Ada has ")
    assert [panel.turns_left for panel in shown.panels] == [1, 1, 1]
    assert shown.turn == "Last turn: Bo"
    ticked = strip(final(game, draw("red")), MAKER)
    assert [panel.turns_left for panel in ticked.panels] == [1, 0, 1]


def test_after_all_last_turns_it_says_what_comes_next(game):
    shown = strip(final(game, draw("red"), draw("green"), draw("blue")), MAKER)
    assert shown.phase == "reveal"
    assert shown.turn == "The final round is over"
    assert "tickets" in shown.final


def test_at_the_end_there_is_a_standing(game):
    shown = strip(game(claim("red", "denver--omaha"), ("red", {"type": "finish"})), MAKER)
    assert shown.standing[0].panel.name == "Bo"
    assert shown.verdict
    assert "Bo wins" in shown.verdict
    assert shown.end == 2


def test_without_turns_the_routes_of_one_player_are_entered(game):
    tally = game(claim("red", "denver--omaha"), tracking="tally")
    assert strip(tally, MAKER).turn == "Bo's routes: 41 trains left"
    assert strip(tally, MAKER, "green").turn == "Cy's routes: 45 trains left"
    assert not strip(tally, MAKER).live


def test_another_ones_ticket_is_not_told(game):
    kept = ("red", {"type": "keep", "player": "red", "ticket": "denver--el-paso"})
    shown = strip(game(claim("blue", "denver--omaha"), kept), Viewer("player", frozenset({"blue"})))
    assert shown.last.place == 1
    assert "El Paso" not in str(shown)
