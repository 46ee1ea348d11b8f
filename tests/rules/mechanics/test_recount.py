"""Counting again where rules of the board move pieces: two kinds, exchanges, mountains, lines, shared tracks."""

from __future__ import annotations

from typing import Any

from companion.prose.recount_questions import question
from companion.rules.piece_recount import Recount, recount
from tests.support.board_games import claim, entry, record

SHIPS = "tokyo--vancouver"
LAND = "chicago--toronto"


def counted(board: str, *log: dict[str, Any], off: dict[str, int], player: str = "blue") -> tuple[Recount, list[str]]:
    """What is said where a player has so many pieces more or fewer than the log; the offers in words."""
    game = record(board, log)
    table = game.replayed()
    left = {kind: table.left(player)[kind] + n for kind, n in off.items()}
    found = recount(table, game.log, player, left, 99)
    return found, [question(table, offer) for offer in found.offers]


def told(found: Recount, slip: str) -> list[dict[str, Any]]:
    """The entries that are offered against a slip."""
    entries = [offer.entry for offer in found.offers if offer.slip == slip and offer.entry]
    return [entry.model_dump(by_alias=True, exclude_defaults=True) for entry in entries]


def test_each_kind_of_piece_is_counted_by_itself():
    log = [claim("blue", SHIPS)]
    found, _says = counted("world", *log, off={"train": -2, "ship": 0})
    assert found.difference == {"train": 2}
    board = record("world", []).board
    assert found.offers
    for offer in found.offers:
        if offer.slip == "forgotten":
            assert board.route[offer.route].pieces == "train"
            assert board.route[offer.route].length == 2
    ships, _says = counted("world", *log, off={"ship": -2})
    assert {board.route[offer.route].pieces for offer in ships.offers if offer.slip == "forgotten"} == {"ship"}


def test_what_agrees_is_told_to_agree_in_each_kind():
    assert counted("world", claim("blue", SHIPS), off={"train": 0, "ship": 0})[0] == Recount({})


def test_as_many_fewer_of_one_kind_as_more_of_the_other_is_an_exchange_that_was_left_out():
    found, says = counted("world", claim("blue", SHIPS), off={"train": 3, "ship": -3})
    assert found.difference == {"train": -3, "ship": 3}
    assert says[0] == "Was this left out: Ada exchanged pieces for trains (3)?"
    assert told(found, "left-out") == [{"type": "exchange", "player": "blue", "n": 3, "to": "train", "late": True}]


def test_an_exchange_that_never_was_is_taken_back():
    log = [claim("blue", SHIPS), entry("exchange", "blue", n=2, to="train"), claim("red", "lima--sydney--1")]
    found, says = counted("world", *log, off={"train": -2, "ship": 2})
    assert says[0] == "Was this entered by mistake: Ada exchanged pieces for trains (2)?"
    assert told(found, "mistaken") == [{"type": "strike", "entry": 2}]


def test_a_route_of_the_other_kind_was_meant():
    board = record("world", []).board
    land = next(route for route in board.route.values() if route.pieces == "train")
    sea = [r for r in board.route.values() if r.pieces == "ship" and not set(r.ends).isdisjoint(land.ends)]
    found, _says = counted("world", claim("blue", land.id), off={"train": land.length, "ship": -sea[0].length})
    assert sea[0].id in {offer.instead for offer in found.offers if offer.slip == "wrong-route"}


def test_a_harbour_moves_no_pieces():
    board = record("world", []).board
    port = next(end for end in board.route[SHIPS].ends if "port" in board.city[end].tags)
    log = [claim("blue", SHIPS), entry("harbour", "blue", city=port)]
    found, _says = counted("world", *log, off={"ship": 1})
    assert "mistaken" not in {offer.slip for offer in found.offers}


def test_the_train_on_a_province_line_was_left_out_or_was_none():
    board = record("south-korea", []).board
    route = next(route for route in board.route.values() if route.length == 3)
    found, says = counted("south-korea", claim("blue", route.id), off={"train": -1})
    names = f"{board.end_name(route.ends[0])} – {board.end_name(route.ends[1])}"
    assert says[0] == f"{names}, claimed by Ada: is “Train on a province line” missing?"
    mended = {"type": "amend", "entry": 1, "with": claim("blue", route.id, line=True)}
    assert told(found, "with") == [mended]
    found, says = counted("south-korea", claim("blue", route.id, line=True), off={"train": 1})
    assert says[0] == f"{names}, claimed by Ada: is “Train on a province line” a mistake?"
    assert told(found, "without") == [{"type": "amend", "entry": 1, "with": claim("blue", route.id)}]
    assert "extra" not in {offer.slip for offer in found.offers}


def test_mountains_may_not_have_been_paid_with_trains():
    """Two crosses between Shiraz and Tehran: the log is right, and the trains are still in the stock."""
    found, says = counted("legendary-asia", claim("blue", "shiraz--tehran--1"), off={"train": 2})
    assert says[0] == "Shiraz – Tehran takes more trains than it has spaces: does Ada still have the extra ones?"
    assert found.offers[0].entry is None
    _found, says = counted("legendary-asia", claim("blue", "shiraz--tehran--1"), off={"train": 1})
    assert not any("more trains than it has spaces" in line for line in says)


def test_mountains_count_in_what_a_forgotten_route_takes():
    found, _says = counted("legendary-asia", off={"train": -4})
    assert "shiraz--tehran--1" in {offer.route for offer in found.offers}


def test_a_doubled_claim_takes_no_trains_more():
    board = record("heart-of-africa", []).board
    route = next(route for route in board.route.values() if route.length == 3)
    for doubled in ({}, {"doubled": True}):
        found, _says = counted("heart-of-africa", claim("blue", route.id, **doubled), off={"train": 3})
        assert {offer.slip for offer in found.offers} <= {"never-claimed", "somebody-elses"}


def test_a_track_of_anothers_may_have_been_claimed_with_right_of_way():
    route = "aberdeen--dundee"
    length = record("uk", []).board.route[route].length
    found, says = counted("uk", claim("red", route), off={"train": -length})
    assert "Bo" in next(line for line in says if "claim it as well" in line)
    assert told(found, "over") == [claim("blue", route, shared=True, late=True)]


def test_a_bullet_route_takes_none_of_anybodys_trains():
    board = record("japan", []).board
    bullet = next(route for route in board.route.values() if "bullet" in route.tags)
    found, _says = counted("japan", off={"train": -bullet.length})
    assert bullet.id not in {offer.route for offer in found.offers}
