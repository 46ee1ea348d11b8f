"""What programs read of a table and of its players because of a board's rules."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from companion.rules.mechanics import player_members, table_members
from tests.support.board_games import claim, entry, table


def told(played: Any, player: str = "") -> dict[str, Any]:
    """All that the mechanics say of the table, or of a player, as they said that they would."""
    said = [
        each.values_of_player(played, player) if player else each.values_of_table(played) for each in played.mechanics
    ]
    members = player_members() if player else table_members()
    return {
        name: TypeAdapter(members[name]).validate_python(value, strict=True)
        for one in said
        for name, value in one.items()
    }


def test_a_rule_says_nothing_unless_it_has_something():
    played = table("legendary-asia")
    assert told(played) == told(played, "blue") == {}


def test_markers_and_homes():
    played = table("old-west", entry("home", "blue", city="bend"), claim("blue", "bend--boise--1", marker="boise"))
    assert told(played) == {"markers": {"bend": "blue", "boise": "blue"}}
    assert told(played, "blue") == {"home": "bend", "markers_left": 1}
    assert told(played, "red") == {"markers_left": 3}


def test_harbours():
    played = table("world", claim("blue", "tokyo--vancouver"), entry("harbour", "blue", city="tokyo"))
    assert told(played) == {"markers": {"tokyo": "blue"}}
    assert told(played, "blue") == {"markers_left": 2}


def test_technologies_and_shared_routes():
    bought = entry("buy", "blue", card="boiler-lagging")
    played = table("uk", claim("red", "aberdeen--dundee"), bought, claim("blue", "aberdeen--dundee", shared=True))
    assert told(played) == {"shared": {"aberdeen--dundee": ["red", "blue"]}}
    assert told(played, "blue") == {"technologies": ["boiler-lagging"]}
    assert told(played, "red") == {"technologies": []}


def test_bullet_routes_and_what_is_left_of_the_supply():
    played = table("japan")
    bullet = next(route.id for route in played.board.route.values() if "bullet" in route.tags)
    assert told(table("japan", claim("blue", bullet))) == {"common": [bullet], "bullet_trains_left": 15}
