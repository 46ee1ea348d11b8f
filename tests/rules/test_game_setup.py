"""Who plays what."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from companion.rules.game_setup import Player, Setup

ADA, BO = {"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}
LEAST = {"map": "usa", "players": [ADA, BO]}


def wrong(told: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(ValidationError) as caught:
        Setup(**told)
    (error,) = caught.value.errors()
    return error["type"], ".".join(map(str, error["loc"]))


def test_what_is_left_out_has_its_usual_value():
    setup = Setup(**LEAST)
    assert (setup.variant, setup.tracking, setup.title) == ("base", "live", "")
    assert (setup.starts, setup.one_token) == (None, False)
    assert (setup.players[0].shape, setup.players[0].letter) == (None, None)


def test_everything_can_be_said():
    told = LEAST | {"variant": "mega", "tracking": "tally", "title": "Friday", "starts": "red", "one_token": True}
    told["players"] = [ADA | {"shape": "circle", "letter": "A"}, BO]
    assert Setup(**told).model_dump(exclude_defaults=True) == told


@pytest.mark.parametrize("member", ["map", "players"])
def test_a_setup_has_a_board_and_players(member):
    assert wrong({name: value for name, value in LEAST.items() if name != member}) == ("missing", member)


@pytest.mark.parametrize("member", ["color", "name"])
def test_a_player_has_a_colour_and_a_name(member):
    player = {name: value for name, value in ADA.items() if name != member}
    assert wrong(LEAST | {"players": [player]}) == ("missing", f"players.0.{member}")


@pytest.mark.parametrize("member", ["starts"])
def test_null_is_not_leaving_out(member):
    assert wrong(LEAST | {member: None}) == ("wrong-value", member)


@pytest.mark.parametrize("member", ["shape", "letter"])
def test_null_is_not_leaving_out_in_a_player(member):
    assert wrong(LEAST | {"players": [ADA | {member: None}]}) == ("wrong-value", f"players.0.{member}")


def test_nothing_beside_what_is_named_may_be_said():
    assert wrong(LEAST | {"city": "x"}) == ("extra_forbidden", "city")
    assert wrong(LEAST | {"players": [ADA | {"age": 3}]}) == ("extra_forbidden", "players.0.age")


@pytest.mark.parametrize(
    ("member", "value", "kind"),
    [("one_token", 1, "bool_type"), ("tracking", "later", "literal_error"), ("map", 3, "string_type")],
)
def test_types_are_exact(member, value, kind):
    assert wrong(LEAST | {member: value}) == (kind, member)


def test_a_fact_is_never_changed():
    with pytest.raises(ValidationError):
        Setup(**LEAST).title = "Saturday"
    with pytest.raises(ValidationError):
        Player(**ADA).name = "Eve"


def test_players_are_called_by_their_colour():
    setup = Setup(**LEAST)
    assert setup.colors == ["blue", "red"]
    assert [setup.name(color) for color in setup.colors] == ["Ada", "Bo"]
