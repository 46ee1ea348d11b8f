"""Each refusal has its code, its data and a sentence a player understands."""

from __future__ import annotations

import pytest

from companion.prose.display_names import pair_name
from companion.prose.rule_refusals import CLAUSES, clause
from companion.rules import broken_rules
from companion.rules.broken_rules import RuleBroken
from companion.rules.replay import replay, take_in
from tests.rules.making import THREE, board, entry, log, setup

MAP = board("a b 3", "a b 3", "b c 8", "c d 9", "a c 2", tickets=("a c 5",), stations=THREE)
STATIONS = ["blue station a", "blue station b", "blue station c"]

REFUSALS = [
    (
        broken_rules.RouteTaken,
        ["red claim a--c", "blue claim a--c"],
        "route-taken",
        {"route": "a--c", "player": "red"},
        "A – C is already Bo's",
    ),
    (
        broken_rules.OwnTwin,
        ["blue claim a--b--1", "blue claim a--b--2"],
        "own-twin",
        {"route": "a--b--2", "player": "blue"},
        "Ada has the other track of A – B; nobody can own both",
    ),
    (
        broken_rules.TwinClosed,
        ["red claim a--b--1", "blue claim a--b--2"],
        "twin-closed",
        {"route": "a--b--2", "player": "red", "players": 2, "open": 1},
        "with 2 players, only one track of a double route is used, so A – B is closed",
    ),
    (
        broken_rules.NotEnoughTrains,
        ["blue claim b--c", "blue claim c--d", "blue claim a--c", "blue claim a--b--1"],
        "not-enough-trains",
        {"route": "a--b--1", "player": "blue", "left": 1, "length": 3},
        "A – B needs 3 trains, but Ada has only 1 left",
    ),
    (
        broken_rules.CityTaken,
        ["red station a", "blue station a"],
        "city-taken",
        {"city": "a", "player": "red"},
        "Bo already has a station in A",
    ),
    (
        broken_rules.NoStationsLeft,
        [*STATIONS, "blue station d"],
        "no-stations-left",
        {"player": "blue", "count": 3},
        "Ada has already built all 3 of their stations",
    ),
    (
        broken_rules.TicketHeld,
        ["red keep a--c", "red keep a--c"],
        "ticket-held",
        {"player": "red", "ticket": "a--c"},
        "Bo already has the ticket A – C",
    ),
    (
        broken_rules.AfterFinish,
        ["finish", "red draw"],
        "after-finish",
        {},
        "the game is finished; reopen it first to add something",
    ),
]


def refused(told: list[str]) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        replay(MAP, setup(), log(*told))
    return caught.value


@pytest.mark.parametrize(("kind", "told", "code", "data", "says"), REFUSALS, ids=[case[2] for case in REFUSALS])
def test_a_refusal_has_its_kind_code_data_and_sentence(kind, told, code, data, says):
    broken = refused(told)
    assert (type(broken), broken.code, broken.data, clause(broken)) == (kind, code, data, says)
    assert broken.place == len(told)
    assert str(broken) == code


def test_trains_are_counted_in_words_that_fit_the_number():
    broken = refused(["blue claim b--c", "blue claim c--d", "blue claim a--b--1", "blue claim a--c"])
    assert clause(broken) == "A – C needs 2 trains, but Ada has none left"


def test_a_turn_too_many_is_refused_by_a_live_table():
    small = board("a b 9", "b c 9", "c d 2")
    told = log("blue claim a--b", "blue claim b--c", "blue draw")
    with pytest.raises(broken_rules.FinalTurnHad) as caught:
        take_in(small, setup(), told, entry("blue draw"))
    broken = caught.value
    assert (broken.code, broken.data, broken.place) == ("final-turn-had", {"player": "blue"}, 4)
    assert clause(broken) == "Ada has had their last turn; was this an earlier turn?"


def test_every_refusal_has_a_code_of_its_own():
    kinds = [kind for kind in RuleBroken.__subclasses__() if not kind.wording]  # the others are the boards' own
    assert len({kind.code for kind in kinds}) == len(kinds) == 9
    assert {kind.code for kind in kinds} == CLAUSES.keys()
    assert {kind for kind, *_ in REFUSALS} | {broken_rules.FinalTurnHad} == set(kinds)


def test_a_refusal_can_be_told_apart_by_what_it_was_made_of():
    broken = refused(["finish", "red draw"])
    assert broken.args == (2, {})


def test_a_pair_is_called_by_its_cities_whatever_its_number():
    assert pair_name(MAP, "a--b--2") == pair_name(MAP, "a--b") == "A – B"
