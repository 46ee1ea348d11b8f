"""The log read in order by the rules: what it amounts to, and where the rules refuse it."""

from __future__ import annotations

import pytest

from companion.rules.broken_rules import FinalTurnHad, RuleBroken
from companion.rules.replay import broken_by, replay, take_in
from tests.rules.making import THREE, board, entry, log, setup, table

# Twenty trains each. A claim of a--b and b--c leaves two.
MAP = board("a b 9", "b c 9", "a c 1", "a c 1", "c d 1", "d e 5", tickets=("a c 5", "a d 7"), stations=THREE)
NEARLY = ["blue claim a--b", "blue claim b--c"]


def code(*told: str, players: int = 2, **other) -> str | None:
    """The code of the refusal, and where it is not the last entry its place too."""
    try:
        table(MAP, *told, players=players, **other)
    except RuleBroken as broken:
        return broken.code if broken.place == len(told) else f"{broken.code} at {broken.place}"
    return None


def test_an_empty_log_is_a_table_before_the_first_turn():
    empty = table(MAP, players=3)
    assert empty.trains == {"blue": 20, "red": 20, "green": 20}
    assert (empty.phase, empty.waiting_for, empty.next_player, empty.last_turn) == ("playing", [], "blue", None)
    assert (empty.owners, empty.claimed_at, empty.stations, empty.held) == ({}, {}, {}, [])
    assert (empty.finished, empty.hidden, empty.turns_followed) == (False, False, True)


def test_a_claim_takes_its_trains_and_says_where_it_was_made():
    claimed = table(MAP, "red draw", "blue claim a--b", "red claim c--d")
    assert claimed.trains == {"blue": 11, "red": 19}
    assert claimed.owners == {"a--b": "blue", "c--d": "red"}
    assert claimed.claimed_at == {"a--b": 2, "c--d": 3}


def test_what_a_player_has_is_told_in_the_order_of_the_log():
    told = ["blue claim c--d", "red claim a--b", "blue claim a--c--2", "blue station d", "red station c"]
    read = table(MAP, *told, "blue station a", "blue keep a--d", "red keep a--c", "blue keep a--c")
    assert read.routes_of("blue") == ["c--d", "a--c--2"]
    assert read.built_by("blue") == ["d", "a"]
    assert [ticket.id for ticket in read.tickets_of("blue")] == ["a--d", "a--c"]
    assert (read.routes_of("red"), read.built_by("red")) == (["a--b"], ["c"])


@pytest.mark.parametrize("owner", ["blue", "red"])
def test_a_track_has_one_owner(owner):
    assert code("blue claim c--d", f"{owner} claim c--d") == "route-taken"


def test_nobody_owns_both_tracks_of_a_double_route():
    for players in (2, 4, 5):
        assert code("blue claim a--c--1", "blue claim a--c--2", players=players) == "own-twin"


def test_with_few_players_the_other_track_is_closed():
    for players, expected in ((2, "twin-closed"), (3, "twin-closed"), (4, None), (5, None)):
        assert code("blue claim a--c--1", "red claim a--c--2", players=players) == expected


def test_three_tracks_side_by_side_go_to_three_players():
    small = board("a b 1", "a b 1", "a b 1")
    told = ["blue claim a--b--3", "red claim a--b--1", "green claim a--b--2"]
    assert len(table(small, *told, players=4).owners) == 3
    with pytest.raises(RuleBroken) as caught:
        table(small, *told[:2], "blue claim a--b--2", players=4)
    assert caught.value.code == "own-twin"


def test_a_claim_needs_all_its_trains():
    assert code(*NEARLY, "blue claim a--c--1", "blue claim c--d") is None
    assert code(*NEARLY, "blue claim d--e") == "not-enough-trains"


def test_of_several_broken_rules_the_first_is_named():
    spent = [*NEARLY, "blue claim a--c--1", "blue claim c--d"]  # no train left
    assert code(*spent, "blue claim a--c--1") == "route-taken"
    assert code(*spent, "blue claim a--c--2") == "own-twin"
    other = ["red claim a--c--1", *NEARLY, "blue claim c--d", "blue claim d--e"]
    assert code(*other) == "not-enough-trains"
    assert code("red claim a--c--1", "blue claim a--c--2") == "twin-closed"
    built = ["blue station a", "blue station b", "blue station c"]
    assert code(*built, "blue station a") == "city-taken"
    assert code(*built, "blue station d") == "no-stations-left"


def test_a_double_route_closed_to_everybody_is_closed_also_where_trains_are_few():
    small = board("a b 9", "b c 9", "c d 5", "c d 5")
    with pytest.raises(RuleBroken) as caught:
        table(small, "red claim c--d--1", "blue claim a--b", "blue claim b--c", "blue claim c--d--2")
    assert caught.value.code == "twin-closed"


def test_a_city_has_one_station_and_a_player_three():
    assert code("blue station a", "red station a") == "city-taken"
    assert code("blue station a", "blue station b", "red station c", "blue station d") is None


def test_a_board_without_stations_has_none_left():
    with pytest.raises(RuleBroken) as caught:
        table(board("a b 3"), "blue station a")
    assert (caught.value.code, caught.value.data["count"]) == ("no-stations-left", 0)


def test_a_player_holds_a_ticket_once_and_two_players_may_hold_the_same():
    assert code("blue keep a--c", "blue keep a--c") == "ticket-held"
    assert code("blue keep a--c", "red keep a--c", "blue keep a--d") is None


@pytest.mark.parametrize(
    "more", ["red draw", "red claim c--d", "red station a", "red keep a--c", "catch-up", "finish"]
)
def test_after_the_finish_nothing_is_added(more):
    assert code("finish", more) == "after-finish"
    assert code("finish", "strike 1", more) is None


def test_after_the_finish_entries_can_still_be_mended():
    told = ["blue claim c--d", "finish", "hidden", "amend 1 blue claim d--e", "strike 1"]
    assert table(MAP, *told).finished
    assert code(*told, "strike 5", "strike 4") is None


def test_a_strike_that_makes_a_later_entry_impossible_names_that_entry():
    small = ["blue claim a--c--1", "strike 1", "red claim a--c--1"]
    assert code(*small) is None
    assert code(*small, "strike 2") == "route-taken at 3"
    assert code("finish", "strike 1", "red draw", "strike 2") == "after-finish at 3"


def test_an_amendment_that_makes_a_later_entry_impossible_names_that_entry():
    assert code("blue draw", "red claim c--d", "amend 1 blue claim c--d") == "route-taken at 2"


def test_a_later_entry_may_mend_what_would_be_wrong_without_it():
    assert code("blue claim c--d", "red claim c--d", "strike 1") is None
    assert code("blue claim c--d", "red claim c--d", "amend 2 red claim d--e") is None


def test_hidden_places_are_remembered_and_change_nothing():
    assert table(MAP, "hidden").hidden
    assert not table(MAP, "blue draw").hidden
    assert table(MAP, "hidden", "blue claim c--d").claimed_at == {"c--d": 2}


def final(*told: str, players: int = 2, **other):
    """Phase, who set the final round off, who is waited for, and the places of turns too many."""
    read = table(MAP, *told, players=players, **other)
    by = read.final_round and read.final_round.triggered_by
    return read.phase, by, read.waiting_for, [place for place, _ in read.turns_too_many]


def test_a_turn_that_leaves_two_trains_sets_off_the_final_round():
    assert final(*NEARLY[:1]) == ("playing", None, [], [])
    assert final(*NEARLY) == ("final-round", "blue", ["blue", "red"], [])
    assert table(MAP, *NEARLY).final_round.place == 2


def test_in_the_final_round_everybody_has_one_more_turn_the_one_who_set_it_off_too():
    assert final(*NEARLY, "red draw") == ("final-round", "blue", ["blue"], [])
    assert final(*NEARLY, "red draw", "blue draw") == ("reveal", "blue", [], [])
    assert final(*NEARLY, "blue draw", "red draw") == ("reveal", "blue", [], [])
    assert table(MAP, *NEARLY, "red draw", "blue draw").final_round.had == {"red": 1, "blue": 1}


def test_who_is_waited_for_is_told_in_seating_order():
    assert final(*NEARLY, "red draw", players=4) == ("final-round", "blue", ["blue", "green", "yellow"], [])


def test_a_turn_after_the_last_one_counts_and_is_named():
    told = [*NEARLY, "blue draw", "blue claim c--d", "red draw", "blue draw"]
    assert final(*told) == ("reveal", "blue", [], [4, 6])
    assert table(MAP, *told).trains["blue"] == 1


def test_stations_and_draws_are_turns_like_claims():
    late = ["blue claim a--b", "blue late claim b--c"]
    assert final(*late, "blue draw") == ("final-round", "blue", ["blue", "red"], [])
    assert final(*late, "blue station a") == ("final-round", "blue", ["blue", "red"], [])
    assert final(*NEARLY, "red station a", "blue station b") == ("reveal", "blue", [], [])


def test_what_is_entered_late_sets_nothing_off_and_is_nobodys_last_turn():
    assert final("blue claim a--b", "blue late claim b--c") == ("playing", None, [], [])
    assert final(*NEARLY, "red late claim c--d") == ("final-round", "blue", ["blue", "red"], [])
    assert final(*NEARLY, "red draw", "red late station a") == ("final-round", "blue", ["blue"], [])


def test_tickets_are_no_turns():
    assert final(*NEARLY, "red draw", "red keep a--c", "red keep a--d")[2:] == (["blue"], [])


def test_without_the_claim_that_set_it_off_there_is_no_final_round():
    assert final(*NEARLY, "red draw", "strike 2") == ("playing", None, [], [])
    assert final(*NEARLY, "amend 2 blue claim c--d") == ("playing", None, [], [])


def test_after_catching_up_turns_are_not_followed_any_more():
    told = [*NEARLY, "blue draw", "blue draw", "red draw"]
    assert final(*told)[0] == "reveal"
    assert final(*told, "catch-up") == ("playing", None, [], [])
    assert final("catch-up", *told, "catch-up") == ("playing", None, [], [])
    assert final(*told, "catch-up", "strike 6")[0] == "reveal"
    assert not table(MAP, "catch-up").turns_followed


def test_entries_after_the_game_follow_no_turns():
    assert final(*NEARLY, "blue draw", "blue draw", "catch-up", tracking="tally") == ("playing", None, [], [])
    assert final(*NEARLY, "finish", tracking="tally")[0] == "finished"
    assert code("blue claim c--d", "red claim c--d", tracking="tally") == "route-taken"


def test_a_finish_may_come_while_some_are_waited_for():
    assert final(*NEARLY, "finish") == ("finished", "blue", ["blue", "red"], [])


def test_the_board_says_when_the_final_round_starts():
    small = board("a b 9", "b c 1", final_round_at=10, trains_per_player=20)
    assert table(small, "blue claim a--b").final_round is None
    assert table(small, "blue claim a--b", "blue claim b--c").final_round is not None


def test_next_is_the_seat_after_the_last_turn():
    assert table(MAP, "red draw", players=3).next_player == "green"
    assert table(MAP, "green draw", players=3).next_player == "blue"
    assert table(MAP, "green draw", "red late claim c--d", "red keep a--c", players=3).next_player == "blue"


def test_the_first_turn_is_that_of_who_starts():
    assert table(MAP, players=3, starts="green").next_player == "green"
    assert table(MAP, "red draw", players=3, starts="green").next_player == "green"
    assert table(MAP, "blue draw", players=3, starts="green").next_player == "red"


def test_who_has_had_the_last_turn_is_passed_over():
    told = [*NEARLY, "red draw"]
    assert table(MAP, *told, "blue draw", players=4).next_player == "green"
    assert table(MAP, *told, "green draw", "yellow draw", players=4).next_player == "blue"
    assert table(MAP, *told, "yellow draw", players=4).next_player == "blue"
    assert table(MAP, *told, "blue draw", "yellow draw", players=4).next_player == "green"


def test_when_all_have_had_it_the_seat_after_the_last_turn_is_next():
    assert table(MAP, *NEARLY, "red draw", "blue draw").next_player == "red"


def test_a_turn_entered_after_the_game_moves_nobody():
    assert table(MAP, "red draw", players=3, tracking="tally").last_turn is None


def test_a_live_table_judges_a_new_entry_by_the_log_with_it():
    told = log(*NEARLY, "red draw")
    assert take_in(MAP, setup(), told, entry("blue draw")) == replay(MAP, setup(), [*told, entry("blue draw")])
    with pytest.raises(RuleBroken) as caught:
        take_in(MAP, setup(), told, entry("red claim a--b"))
    assert caught.value.code == "route-taken"


def test_a_live_table_refuses_a_turn_too_many_and_takes_it_when_late():
    told = log(*NEARLY, "red draw", "red claim c--d")  # that last one stands in the record already
    with pytest.raises(FinalTurnHad) as caught:
        take_in(MAP, setup(), told, entry("red claim d--e"))
    assert (caught.value.place, caught.value.data) == (5, {"player": "red"})
    assert take_in(MAP, setup(), told, entry("red late claim d--e")).trains["red"] == 14
    assert take_in(MAP, setup(), told, entry("blue draw")).turns_too_many == [(4, "red")]


def test_the_rules_are_named_before_the_turn_too_many():
    with pytest.raises(RuleBroken) as caught:
        take_in(MAP, setup(), log(*NEARLY, "red draw"), entry("red claim a--b"))
    assert caught.value.code == "route-taken"


@pytest.mark.parametrize(
    "last", ["blue draw", "red claim c--d", "red late claim d--e", "blue station a", "red keep a--c", "finish"]
)
@pytest.mark.parametrize("told", [[], ["blue claim a--b"], [*NEARLY, "red draw"], [*NEARLY, "catch-up"]])
def test_reading_on_from_a_known_table_is_like_reading_it_all(told, last):
    known, before = replay(MAP, setup(), log(*told)), replay(MAP, setup(), log(*told))
    results = []
    for table_known in (None, known):
        try:
            results.append(take_in(MAP, setup(), log(*told), entry(last), table_known))
        except RuleBroken as broken:
            results.append((type(broken), broken.place, broken.data))
    assert results[0] == results[1]
    assert known == before


@pytest.mark.parametrize("last", ["strike 1", "amend 1 red draw"])
def test_what_changes_an_earlier_entry_reads_the_log_again(last):
    told = log("blue claim a--b", "red draw")
    known = replay(MAP, setup(), told)
    assert take_in(MAP, setup(), told, entry(last), known) == replay(MAP, setup(), [*told, entry(last)])


def test_what_a_claim_takes_and_brings_made_or_not():
    read = table(MAP, "blue claim a--c--1", players=4)
    made, free, taken = (entry(f"{who} claim {route}") for who, route in CLAIMS)
    assert [(read.took(claim), read.brought(claim)) for claim in (made, free, taken)] == [(1, 1), (5, 10), (1, 1)]


CLAIMS = (("blue", "a--c--1"), ("red", "d--e"), ("red", "a--c--1"))


def test_free_routes_are_those_that_somebody_may_still_claim():
    def free(players: int) -> list[str]:
        return [route.id for route in table(MAP, "blue claim a--c--1", players=players).free_routes()]

    assert free(2) == ["a--b", "b--c", "c--d", "d--e"]
    assert free(4) == ["a--b", "b--c", "a--c--2", "c--d", "d--e"]


def test_an_entry_is_tried_and_nothing_happens():
    read = table(MAP, "blue claim a--b")
    assert broken_by(read, entry("red claim c--d")) is None
    broken = broken_by(read, entry("red claim a--b"))
    assert broken
    assert broken.code == "route-taken"
    assert (read.owners, read.trains) == ({"a--b": "blue"}, {"blue": 11, "red": 20})
