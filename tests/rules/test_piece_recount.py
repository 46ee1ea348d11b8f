"""Trains counted again: the difference, the likely slips, and that planted ones are found."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.boards.model import Board
from companion.prose.recount_questions import question
from companion.rules.log import AnyEntry, Finish, Hidden
from companion.rules.piece_recount import Offer, Recount, recount
from companion.rules.replay import replay
from companion.rules.table import Table
from companion.rules.wrong_turns import turns_in_order, turns_of_the_wrong_player
from tests.rules.making import board, log, setup
from tests.rules.slips import KINDS, Planted, cut, planted
from tests.support.evenings import evening

# a – b – c – d is a line with a way round; e – f lies apart; a and b are joined by two tracks.
LINE = board("a b 2", "a b 2", "b c 3", "c d 2", "d a 4", "e f 2", "c f 1")


def counted(left: int, *told: str, player: str = "blue", players: int = 2, most: int = 6) -> Recount:
    entries = log(*told)
    table = replay(LINE, setup(players), entries)
    return recount(table, entries, player, {"train": left}, most)


def said(found: Recount) -> list[tuple[str, str]]:
    return [(offer.slip, offer.instead or offer.route) for offer in found.offers]


def asks(offer: Offer) -> str:
    """What is asked of the table, in words."""
    return question(replay(LINE, setup(2), []), offer)


def test_as_the_log_has_it():
    assert counted(17, "blue claim b--c") == Recount({})


def test_fewer_than_none_is_only_told():
    assert counted(-1, "blue claim b--c") == Recount({"train": 18})


def test_a_forgotten_route_is_offered_at_the_networks_end_first_and_twins_once():
    found = counted(15, "blue claim b--c")
    assert found.difference == {"train": 2}
    assert said(found)[:3] == [("forgotten", "a--b--1"), ("forgotten", "c--d"), ("forgotten", "e--f")]
    first = found.offers[0]
    assert first.entry.model_dump(exclude_defaults=True) == {
        "type": "claim",
        "player": "blue",
        "route": "a--b--1",
        "late": True,
    }
    assert asks(first) == "A – B is unclaimed and touches Ada's routes: was it left out?"


def test_what_joins_two_parts_comes_first():
    found = counted(14, "blue claim b--c", "blue claim e--f")
    assert said(found)[0] == ("forgotten", "c--f")


def test_a_route_that_was_taken_back_comes_before_all():
    found = counted(15, "blue claim b--c", "blue claim e--f", "strike 2", "red claim c--d", "strike 4")
    assert said(found)[0] == ("taken-back", "e--f")
    assert found.offers[0].entry.model_dump() == {"type": "strike", "entry": 3, "id": None, "at": None}
    assert "was taken back" in asks(found.offers[0])


def test_strikes_of_other_things_are_no_taken_back_routes():
    found = counted(
        15,
        "blue claim b--c",
        "red draw",
        "strike 2",
        "red claim e--f",
        "strike 4",
        "blue claim c--f",
        "strike 6",
        "blue claim c--d",
        "strike 8",
        "red claim c--d",
    )
    assert all(offer.slip != "taken-back" for offer in found.offers)


def test_a_claim_of_anothers_beside_this_network_may_be_this_players():
    found = counted(15, "blue claim b--c", "red claim e--f", "red claim c--d", "red late claim a--d")
    offer = next(offer for offer in found.offers if offer.slip == "somebody-elses")
    assert (offer.route, offer.player, offer.other) == ("c--d", "blue", "red")
    assert offer.entry.model_dump(by_alias=True, exclude_defaults=True) == {
        "type": "amend",
        "entry": 3,
        "with": {"type": "claim", "player": "blue", "route": "c--d"},
    }
    assert asks(offer) == "C – D was entered for Bo: is it Ada's?"


def test_an_entry_at_anothers_turn_is_likely_theirs():
    told = ["blue claim b--c", "red draw", "red claim e--f", "red draw", "blue draw", "red claim c--d"]
    assert said(counted(15, *told))[0] == ("somebody-elses", "e--f")
    found = counted(20 - 2, *told, player="red")
    assert (found.offers[0].slip, found.offers[0].player, found.offers[0].route) == ("somebody-elses", "blue", "e--f")


def test_too_many_are_anothers_or_nobodys():
    found = counted(17, "blue claim b--c", "red claim c--f", "blue claim e--f", "red claim a--d")
    kinds = {(offer.slip, offer.route, offer.player) for offer in found.offers}
    assert kinds >= {("somebody-elses", "e--f", "red"), ("never-claimed", "e--f", "")}
    assert found.difference == {"train": -2}
    assert "is it still unclaimed?" in next(asks(o) for o in found.offers if o.slip == "never-claimed")


def test_a_neighbour_of_another_length_may_have_been_meant():
    found = counted(16, "blue claim a--b--1", "blue claim c--d")
    assert ("wrong-route", "b--c") not in said(found)  # off by none
    found = counted(15, "blue claim a--b--1", "blue claim c--d")
    assert ("wrong-route", "b--c") in said(found)
    offer = next(offer for offer in found.offers if offer.instead == "b--c")
    assert asks(offer) in {"A – B was entered for Ada: was it B – C?", "C – D was entered for Ada: was it B – C?"}


def test_late_stays_late_when_amended():
    found = counted(15, "blue claim b--c", "red late claim c--d")
    offer = next(offer for offer in found.offers if offer.slip == "somebody-elses")
    assert offer.entry.model_dump(by_alias=True)["with"]["late"] is True


def test_a_finished_game_is_counted_as_if_it_were_open():
    assert said(counted(15, "blue claim b--c", "finish"))[0] == ("forgotten", "a--b--1")


def test_what_the_rules_refuse_is_not_offered():
    """With two players the other track of a double route is closed."""
    found = counted(15, "blue claim b--c", "red claim a--b--1")
    assert ("forgotten", "a--b--2") not in said(found)
    assert ("somebody-elses", "a--b--1") in said(found)
    assert ("forgotten", "a--b--2") in said(counted(15, "blue claim b--c", "red claim a--b--1", players=4))


def test_no_more_offers_than_wanted():
    assert len(counted(15, "blue claim b--c", most=1).offers) == 1


def test_a_turn_of_the_wrong_player_needs_both_neighbours():
    entries = log("blue draw", "blue draw", "red draw", "red late claim b--c", "blue draw")
    assert [place for place, _player in turns_in_order(entries)] == [1, 2, 3, 5]
    assert turns_of_the_wrong_player(setup(2), entries) == {}
    assert turns_of_the_wrong_player(setup(3), log("blue draw", "blue draw", "green draw")) == {2: "red"}
    assert turns_of_the_wrong_player(setup(2), []) == {}


GAMES = [
    evening(seed, where, players) for seed in (31, 32, 33) for where in ("usa", "europe") for players in (2, 3, 4, 5)
]


def owned(table: Table) -> Counter[tuple[str, str]]:
    """Who has a route between which cities; which of two tracks it is changes no train."""
    return Counter((table.board.route[route].pair, owner) for route, owner in table.owners.items())


def is_found(told: Planted) -> bool:
    """Whether one of the first three offers puts everything as it lies on the table."""
    board, seats = told.truth.board, told.truth.setup
    found = recount(replay(board, seats, told.log), told.log, told.player, {"train": told.left})
    opened: list[AnyEntry] = [Hidden(type="hidden") if isinstance(e, Finish) else e for e in told.log]
    mended = (replay(board, seats, [*opened, offer.entry]) for offer in found.offers[:3])
    return any(owned(table) == owned(told.truth) for table in mended)


@pytest.mark.parametrize("draws", [True, False], ids=["every turn told", "only what was placed"])
def test_planted_slips_are_among_the_first_three_offers(draws: bool):
    """Six kinds, in games at their end and before; nine in ten of all, and of no kind fewer than eight."""
    hits: dict[str, list[bool]] = {kind: [] for kind in KINDS}
    for kind, found in hits.items():
        rng = Random(8)
        for game in GAMES:
            for part in (1.0, 0.7):
                told = planted(cut(game, part, draws), kind, rng)
                if told:
                    found.append(is_found(told))
    every = [hit for found in hits.values() for hit in found]
    assert len(every) > 250
    assert sum(every) / len(every) >= 0.9
    for kind, found in hits.items():
        assert sum(found) / len(found) >= 0.8, kind


# What follows holds one thing still each: how many offers, their words, and what makes one likelier than the next.
APART = board(*(f"{a} {b} 2" for a, b in zip("acegikmo", "bdfhjlnp", strict=True)))


def offered(
    where: Board, left: int, *told: str, player: str = "blue", players: int = 2
) -> list[tuple[str, str, str]]:
    """Kind, route and who the route is then said to be of, best first."""
    entries = log(*told)
    found = recount(replay(where, setup(players), entries), entries, player, {"train": left}, 99)
    return [(offer.slip, offer.instead or offer.route, offer.player) for offer in found.offers]


def test_six_offers_unless_told_otherwise():
    table = replay(APART, setup(2), [])
    assert len(recount(table, [], "blue", {"train": table.trains["blue"] - 2}).offers) == 6


def test_no_offer_where_nothing_is_off_or_the_number_is_none():
    told = ["blue claim b--c", "red claim a--b--1", "blue claim c--d", "strike 3"]
    assert counted(17, *told) == Recount({})
    assert counted(-1, *told).offers == ()


def test_none_left_is_a_number_like_any_other():
    table = replay(board("a b 2", "b c 3", trains_per_player=2), setup(2), [])
    assert said(recount(table, [], "blue", {"train": 0})) == [("forgotten", "a--b")]


def test_every_kind_says_what_may_have_happened():
    told = ["blue claim b--c", "red claim c--d", "blue claim e--f", "strike 3"]
    offers = {offer.slip: offer for offer in reversed(counted(15, *told, most=99).offers)}
    assert asks(offers["forgotten"]) == "A – B is unclaimed and touches Ada's routes: was it left out?"
    assert asks(offers["somebody-elses"]) == "C – D was entered for Bo: is it Ada's?"
    assert asks(offers["taken-back"]) == "E – F was taken back from Ada: is it theirs after all?"
    assert offers["forgotten"].other == offers["forgotten"].instead == offers["taken-back"].other == ""
    offers = {offer.slip: offer for offer in counted(20, "blue claim b--c", most=99).offers}
    assert asks(offers["never-claimed"]) == "B – C was entered for Ada: is it still unclaimed?"
    assert (offers["never-claimed"].player, offers["never-claimed"].other) == ("", "blue")
    assert offers["never-claimed"].entry.model_dump(exclude_defaults=True) == {"type": "strike", "entry": 1}
    assert asks(offers["somebody-elses"]) == "B – C was entered for Ada: is it Bo's?"
    offers = {offer.slip: offer for offer in reversed(counted(18, "blue claim b--c", most=99).offers)}
    assert asks(offers["wrong-route"]) == "B – C was entered for Ada: was it A – B?"
    assert offers["wrong-route"].other == "blue"


def test_where_too_few_trains_lie_nothing_was_forgotten():
    assert {slip for slip, _route, _player in offered(LINE, 20, "blue claim b--c", "red claim a--b--1")} == {
        "somebody-elses",
        "never-claimed",
    }


def test_only_claims_of_the_length_that_is_off():
    told = ["blue claim b--c", "blue claim c--f", "red claim e--f", "red claim c--d"]
    taken = offered(LINE, 14, *told)
    assert {route for slip, route, _player in taken if slip == "somebody-elses"} == {"c--d", "e--f"}
    fewer = offered(LINE, 17, *told)
    assert {route for slip, route, _player in fewer if slip in ("somebody-elses", "never-claimed")} == {"c--f"}


def test_of_claims_alike_the_last_comes_first():
    """Three of one length, each apart from the others: whose they are is as likely of each."""
    told = ["blue late claim a--b", "blue late claim c--d", "blue late claim e--f"]
    nobodys = [route for slip, route, _player in offered(APART, 16, *told) if slip == "never-claimed"]
    assert nobodys == ["e--f", "c--d", "a--b"]
    reds = offered(APART, 18, *told, player="red")
    assert [route for slip, route, _player in reds if slip == "somebody-elses"] == ["e--f", "c--d", "a--b"]


def test_a_claim_that_joined_its_owners_network_is_less_likely_anothers():
    """a – b – c – d is one network of Ada's; without its middle it would fall in two, without an end it would not."""
    line = board("a b 2", "b c 2", "c d 2")
    told = ["blue claim b--c", "blue claim a--b", "blue claim c--d"]
    nobodys = [route for slip, route, _player in offered(line, 16, *told) if slip == "never-claimed"]
    assert nobodys == ["c--d", "a--b", "b--c"]


@pytest.mark.parametrize("aside", [("c f 3", "b d 3"), ("b d 3", "c f 3")], ids=["middle first", "ring first"])
def test_a_network_grows_at_its_ends_before_its_middle_and_before_a_ring(aside: tuple[str, str]):
    """From b – c – d: d – e goes on at an end; as likely as each other c – f turns off, and d – b closes a ring."""
    where = board("b c 2", "c d 2", *aside, "d e 3")
    told = ["blue late claim b--c", "blue late claim c--d"]
    found = [route for slip, route, _player in offered(where, 13, *told) if slip == "forgotten"]
    assert found == ["d--e", *(f"{a}--{b}" for a, b, _length in map(str.split, aside))]


def test_what_was_taken_back_comes_before_what_was_forgotten_and_that_before_anothers():
    """Each of the three goes on at an end of Ada's network, so that nothing but the kind decides."""
    where = board("a b 2", "b c 3", "b d 3", "b e 3", "e f 1")
    told = ["blue late claim a--b", "blue late claim b--d", "strike 2", "red late claim b--e", "red late claim e--f"]
    assert offered(where, 15, *told) == [
        ("taken-back", "b--d", "blue"),
        ("forgotten", "b--c", "blue"),
        ("forgotten", "b--d", "blue"),
        ("somebody-elses", "b--e", "blue"),
    ]


def test_a_wrong_route_comes_between_forgotten_and_anothers():
    where = board("x a 2", "a b 2", "b c 2", "a d 4", "b e 2", "e f 1")
    told = [f"blue late claim {route}" for route in ("a--x", "a--b")]
    told += [f"red late claim {route}" for route in ("b--e", "e--f")]
    assert offered(where, 14, *told) == [
        ("forgotten", "b--c", "blue"),
        ("wrong-route", "a--d", "blue"),
        ("wrong-route", "a--d", "blue"),
        ("somebody-elses", "b--e", "blue"),
    ]
    found = recount(replay(where, setup(2), log(*told)), log(*told), "blue", {"train": 14}, 99)
    # Of two claims where the same neighbour may have been meant, the later.
    assert [offer.route for offer in found.offers if offer.slip == "wrong-route"] == ["a--b", "a--x"]


def test_tracks_side_by_side_are_offered_once():
    where = board("a b 2", "b c 3", "b c 3")
    found = offered(where, 17, players=4)
    assert [route for _slip, route, _player in found] == ["b--c--1"]
    assert [r for slip, r, _p in offered(where, 17, "blue claim a--b", players=4) if slip == "wrong-route"] == [
        "b--c--1"
    ]


def test_every_route_that_was_taken_back_is_looked_at_and_one_at_an_end_comes_first():
    where = board("a b 2", "b c 2", "b x 3", "c y 3", "c z 1")
    told = ["blue late claim a--b", "blue late claim b--c"]
    told += [
        "blue late claim c--z",
        "strike 3",
        "blue late claim b--x",
        "strike 5",
        "blue late claim c--y",
        "strike 7",
    ]
    found = offered(where, 13, *told)
    assert [route for slip, route, _player in found if slip == "taken-back"] == ["c--y", "b--x"]


def test_a_neighbour_at_an_end_was_rather_meant_than_one_in_the_middle():
    where = board("a c 2", "b c 2", "c d 2", "c e 3", "b d 3")
    told = ["blue late claim a--c", "blue late claim b--c", "blue late claim c--d"]
    found = recount(replay(where, setup(2), log(*told)), log(*told), "blue", {"train": 13}, 99)
    meant = [offer.instead for offer in found.offers if offer.slip == "wrong-route" and offer.route == "c--d"]
    assert meant == ["b--d", "c--e"]


def test_the_slip_that_fits_all_counts_comes_first():
    """Red's route was entered for blue: of all that explains blue's count, only that explains red's too."""
    entries = log("blue claim a--b--1", "red claim c--d", "blue claim e--f", "red claim c--f")
    table = replay(LINE, setup(2), entries)
    left = {"blue": {"train": table.trains["blue"] + 2}, "red": {"train": table.trains["red"] - 2}}
    first = recount(table, entries, "blue", left["blue"], 6, left).offers[0]
    assert (first.slip, first.player, first.other) == ("somebody-elses", "red", "blue")
    alone = recount(table, entries, "blue", left["blue"], 6, {"red": {"train": table.trains["red"]}})
    assert alone.offers[0].slip == "never-claimed"
