"""What a mechanic offers to say: with a claim, as an entry of its own, and on a player's label."""

from __future__ import annotations

import pytest

from companion.rules.extra_actions import Act, Choice
from companion.rules.log import Claim
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.table import Table
from tests.support.further import board, record


def table(name: str, *told: str, **head: object) -> Table:
    return record(name, *told, **head).replayed()


def choices(at: Table, claim: Claim) -> list[Choice]:
    return [choice for mechanic in at.mechanics for choice in mechanic.choices(at, claim)]


def acts(at: Table, player: str, spot: str = "") -> list[Act]:
    return [act for mechanic in at.mechanics for act in mechanic.acts(at, player, spot)]


def made(at: Table) -> Claim:
    return next(iter(at.claims.values())).claim


@pytest.mark.parametrize(
    ("name", "route", "offered"),
    [
        ("germany", "bremen--hannover", ["takes", "passengers-red", 2]),
        ("heart-of-africa", None, ["doubled", True, 0]),
        ("south-korea", None, ["line", True, 0]),
        ("iberia", "leon--valladolid", ["takes", "festival-leon", 2]),
    ],
)
def test_a_claim_may_say_more(name: str, route: str | None, offered: list[object]) -> None:
    at = table(name, f"A claim {route or next(iter(board(name).route))}")
    assert offered in [[c.member, c.value, c.several] for c in choices(at, made(at))]


def test_a_share_is_of_a_railroad_printed_on_the_route() -> None:
    shared = next(r for r in board("pennsylvania").route.values() if "prr" in r.tags)
    at = table("pennsylvania", f"A claim {shared.id}")
    assert [c.value for c in choices(at, made(at)) if c.value == "prr"] == ["prr"]
    assert all(c.value in shared.tags and c.several == 1 for c in choices(at, made(at)))


def test_a_marker_stands_at_a_free_end_while_there_is_one_left() -> None:
    at = table("old-west", "A claim cheyenne--denver--1")
    assert {c.value for c in choices(at, made(at))} == {"cheyenne", "denver"}
    player = at.setup.colors[0]
    assert [(act.kind, act.members) for act in acts(at, player, "denver")] == [("home", {"city": "denver"})]
    assert not acts(at, player)
    at.memory["homes"] = {player: "denver"}
    assert not acts(at, player, "denver")
    at.markers = dict.fromkeys(("omaha", "denver", "pueblo"), player)
    assert not choices(at, made(at))


def test_a_harbour_is_for_ports_and_pieces_are_exchanged_anywhere() -> None:
    at = table("world", "A draw")
    player = at.setup.colors[0]
    assert [act.kind for act in acts(at, player, "lima")] == ["harbour"]
    inland = next(city.id for city in board("world").cities if "port" not in city.tags)
    assert not acts(at, player, inland)
    assert [(act.members, act.number) for act in acts(at, player)] == [({"to": "train"}, 5), ({"to": "ship"}, 10)]
    at.stock[player, "ship"] = 0
    assert [act.members for act in acts(at, player)] == [{"to": "ship"}]


def test_a_technology_is_bought_once_and_right_of_way_goes_over_a_claim() -> None:
    at = table("uk", "A draw")
    player = at.setup.colors[0]
    first, *_others = acts(at, player)
    assert first.kind == "buy"
    at.memory["technologies"].held[first.members["card"]] = [player]
    assert first not in acts(at, player)
    assert not acts(at, player, "london")
    route = next(iter(at.board.route))
    assert not acts(at, player, route), "nobody has it yet"
    at.owners[route] = at.setup.colors[1]
    assert [act.members for act in acts(at, player, route)] == [{"route": route, "shared": True}]


def test_labels_show_what_counts_on_the_board() -> None:
    shown = {}
    for name in ("world", "old-west", "uk", "japan", "usa"):
        at = table(name, "A draw")
        shown[name] = [n for _text, n in at.figures(at.setup.colors[0])]
    assert shown == {"world": [20, 40, 3], "old-west": [3], "uk": [0], "japan": [0], "usa": []}


def test_of_itself_a_mechanic_offers_nothing() -> None:
    at, plain = table("usa", "A draw"), Mechanic()
    claim = Claim(type="claim", player=at.setup.colors[0], route=next(iter(at.board.route)))
    assert not [*plain.choices(at, claim), *plain.acts(at, claim.player)]
    assert not [*plain.figures(at, claim.player)]
