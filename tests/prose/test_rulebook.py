"""The rules of a board: what holds there and nothing else, with its own numbers."""

from __future__ import annotations

import pytest

from companion.prose.rulebook import rulebook
from companion.rules import broken_rules


def parts(board):
    return {each.id: " ".join(rule.sentence for rule in each.rules) for each in rulebook(board).sections}


def test_usa_has_no_ferries_tunnels_or_stations(boards):
    assert not {"ferries", "tunnels", "stations"} & parts(boards["usa"]).keys()
    assert "up to 6" in parts(boards["usa"])["routes"]


def test_europe_has_all_of_them_with_its_numbers(boards):
    told = parts(boards["europe"])
    assert "You have 3 stations" in told["stations"]
    assert "Stations cost 1, 2 and 3 cards, in that order" in told["stations"]
    assert "worth 4 points" in told["stations"]
    assert "turn over 3" in told["tunnels"]
    assert "fewest stations" in told["ties"]
    assert "Stations and borrowed routes" in told["longest-path"]


def test_the_numbers_are_the_boards_own(boards):
    board = boards["usa"].model_copy(update={"final_round_at": 1, "trains_per_player": 20})
    told = parts(board)
    assert "1 train or fewer" in told["end"]
    assert "You start with 20" in told["routes"]


def test_where_every_table_may_use_both_tracks_none_is_closed(boards):
    board = boards["usa"].model_copy(update={"double_routes_need_players": 2})
    assert "twin-closed" not in rulebook(board).codes


@pytest.mark.parametrize("variant", ["1910", "mega"])
def test_a_bonus_is_told_by_its_name_and_points(boards, variant):
    assert f"{boards['usa'].variants[variant].name}: " in parts(boards["usa"])["bonuses"]
    assert "Globetrotter (15 points)" in parts(boards["usa"])["bonuses"]


def test_what_a_bonus_pays_for_is_called_as_on_the_board(boards):
    assert "Country cards (Niemcy: 7 / 4 / 3, " in parts(boards["poland"])["bonuses"]


def test_every_refusal_of_the_rules_is_explained(boards):
    kinds = [
        kind
        for kind in vars(broken_rules).values()
        if isinstance(kind, type) and issubclass(kind, broken_rules.RuleBroken)
    ]
    codes = {kind.code for kind in kinds if kind is not broken_rules.RuleBroken}
    assert codes <= rulebook(boards["europe"]).codes
    assert codes - rulebook(boards["usa"]).codes == {"city-taken", "no-stations-left"}
