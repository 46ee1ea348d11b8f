"""Every kind of fact of a board's file is asked: whoever compares finds whatever is wrong in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from companion.boards.model import Board
from companion.data import maps
from companion.pages.compare.facts import number_facts, route_facts, ticket_facts

File = dict[str, Any]


def asked(board: Board) -> set[tuple[str, str]]:
    """Every fact that somebody is asked about."""
    facts = (*route_facts(board), *number_facts(board, "base"), *ticket_facts(board, "base"))
    return {(fact.name, fact.figures) for fact in facts}


@cache
def right_facts(board: str) -> set[tuple[str, str]]:
    return asked(Board.model_validate(file_of(board)))


def file_of(board: str) -> File:
    return tomllib.loads((maps() / f"{board}.toml").read_text())


def track(file: File, number: int = 0, having: str = "") -> File:
    """A track of a file, of those that have something."""
    return [track for track in file["routes"] if not having or having in track][number]


def _tag(file: File, tag: str) -> None:
    next(city for city in file["cities"] if tag in city.get("tags", ())).pop("tags")


# One error of each kind, on boards that have it.
ERRORS: dict[str, tuple[str, Callable[[File], object]]] = {
    "a length": ("usa", lambda file: track(file, 7).update(length=track(file, 7)["length"] % 6 + 1)),
    "a colour": ("usa", lambda file: track(file, 20).update(color="red")),
    "a second track": ("usa", lambda file: file["routes"].remove(_doubled(file))),
    "a route": ("usa", lambda file: file["routes"].remove(_single(file))),
    "an end of a route": ("usa", lambda file: _single(file).update(a="seattle")),
    "locomotives": ("europe", lambda file: track(file, 0, "ferry").update(ferry=3)),
    "a tunnel": ("europe", lambda file: track(file, 3, "tunnel").update(tunnel=False)),
    "ships": ("world", lambda file: track(file, 2, "pieces").pop("pieces")),
    "a toll": ("nederland", lambda file: track(file, 5, "marks")["marks"].update(toll=9)),
    "a mountain": ("legendary-asia", lambda file: track(file, 4, "marks").pop("marks")),
    "cards for a claim": ("northern-lights", lambda file: track(file, 1, "marks").pop("marks")),
    "a bullet train": ("japan", lambda file: track(file, 1, "tags").pop("tags")),
    "a railroad": ("pennsylvania", lambda file: track(file, 6, "tags").update(tags=["nyc"])),
    "a ticket's points": ("usa", lambda file: file["tickets"][3].update(points=19)),
    "a ticket's end": ("usa", lambda file: file["tickets"][5].update(b="duluth")),
    "a ticket": ("usa", lambda file: file["tickets"].pop(2)),
    "a choice": ("switzerland", lambda file: _of(file, "options")["options"][0].update(points=19)),
    "a tour": ("world", lambda file: _of(file, "stops").update(points_unordered=3)),
    "a set of tickets": ("europe", lambda file: _of_set(file, "base-long").update(sets=["base-regular"])),
    "a district": ("london", lambda file: file["cities"][0].update(region="1")),
    "a port": ("great-lakes", lambda file: _tag(file, "port")),
    "an attraction": ("new-york", lambda file: _tag(file, "attraction")),
    "trains": ("usa", lambda file: file.update(trains_per_player=44)),
    "players": ("usa", lambda file: file["players"].update(most=4)),
    "colours": ("usa", lambda file: file.update(colors=["white", *file["colors"][1:]])),
    "the final round": ("usa", lambda file: file.update(final_round_at=3)),
    "its turns": ("world", lambda file: file.update(final_turns=1)),
    "double routes": ("usa", lambda file: file.update(double_routes_need_players=3)),
    "points for a route": ("usa", lambda file: file["route_points"].update({"4": 8})),
    "a tie-break": ("europe", lambda file: file["tie_break"].pop()),
    "stations": ("europe", lambda file: file["stations"].update(unused_points=3)),
    "what locomotives are good for": ("switzerland", lambda file: file.pop("locomotives")),
    "ferry cards": ("italy", lambda file: file.pop("ferry_cards")),
    "a crossing": ("france", lambda file: file["mechanics"]["crossings"]["pairs"].append(_crossing(file))),
    "cards for a ferry": ("nordic", lambda file: file.update(ferry_any=4)),
    "tickets dealt": ("usa", lambda file: file["variants"]["base"]["deal"].update(regular=4)),
    "tickets kept": ("usa", lambda file: file["variants"]["base"].update(keep=1)),
    "tickets drawn": ("usa", lambda file: file["variants"]["base"].update(draw=2)),
    "a bonus": ("usa", lambda file: file["variants"]["base"]["bonuses"].update({"longest-path": 12})),
    "festival cards": ("iberia", lambda file: file["variants"]["base"]["bonuses"]["festivals"].update(granada=[6])),
    "bullet trains in all": ("japan", lambda file: file["mechanics"]["bullet-routes"].update(supply=15)),
    "toll money": ("nederland", lambda file: file["mechanics"]["toll-money"].update(start=25)),
    "harbours": ("world", lambda file: file["mechanics"]["harbours"].update(count=4)),
    "points for mountains": ("legendary-asia", lambda file: file["mechanics"]["mountains"].update(points_each=3)),
    "markers": ("old-west", lambda file: file["mechanics"]["markers"].update(count=2)),
    "a technology": ("uk", lambda file: file["mechanics"]["technologies"]["cards"]["booster"].update(cost=3)),
    "province lines": ("south-korea", lambda file: file["mechanics"]["province-lines"].update(spaces=7)),
    "bonus cards": ("northern-lights", lambda file: file["mechanics"]["bonus-cards"].update(cards=5)),
    "ships in all": ("great-lakes", lambda file: file["mechanics"]["piece-kinds"]["most"].update(ship=30)),
    "shares": ("pennsylvania", lambda file: file["mechanics"]["shares"]["railroads"]["prr"].update(shares=14)),
}


def _pairs(file: File) -> list[tuple[str, str]]:
    return [(track["a"], track["b"]) for track in file["routes"]]


def _single(file: File) -> File:
    return next(track for track in file["routes"] if _pairs(file).count((track["a"], track["b"])) == 1)


def _doubled(file: File) -> File:
    return next(track for track in file["routes"] if _pairs(file).count((track["a"], track["b"])) == 2)


def _crossing(file: File) -> list[str]:
    return [f"{track['a']}--{track['b']}" for track in (file["routes"][0], file["routes"][9])]


def _of_set(file: File, name: str) -> File:
    return next(card for card in file["tickets"] if name in card["sets"])


def _of(file: File, form: str) -> File:
    return next(card for card in file["tickets"] if form in card)


@pytest.mark.parametrize("kind", ERRORS)
def test_whatever_is_wrong_in_a_file_is_asked(kind):
    board, plant = ERRORS[kind]
    file = file_of(board)
    plant(file)
    assert asked(Board.model_validate(file)) - right_facts(board), f"whoever has the box is not asked about {kind}"


def test_ten_errors_in_one_file_are_ten_answers_or_more():
    """Somebody who says of each fact whether it is on their board, and doesn't know what is wrong, finds all ten."""
    kinds = [kind for kind, (board, _plant) in ERRORS.items() if board == "usa"][:10]
    file = file_of("usa")
    found = set()
    for kind in kinds:
        ERRORS[kind][1](file)
        now = asked(Board.model_validate(file)) - right_facts("usa")
        assert now - found, f"{kind} is not found beside the others"
        found = now
    assert len(kinds) == 10
    assert len(found) >= 10
