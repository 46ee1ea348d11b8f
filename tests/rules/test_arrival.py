"""Turns that arrive late: whose turn it is stays as it is, and nobody is asked for a turn that was had."""

from __future__ import annotations

import pytest

from companion.boards import files
from companion.record.record_checks import read_entry
from companion.rules.arrival import arrived, played_before
from companion.rules.game_setup import Setup
from companion.rules.mechanics import allowed_names
from companion.rules.replay import replay
from companion.rules.tally import tally
from tests.support.away import Evening

BOARDS = files.boards()
USA = BOARDS["usa"]
# On the last two everybody has two last turns, and turns that are neither claims nor draws.
TABLES = ("usa", "europe", "great-lakes", "world")
SETUP = Setup.model_validate(
    {"map": "usa", "players": [{"color": c, "name": c} for c in ("blue", "red", "green", "yellow")]}
)
# Six claims of six trains and two of three leave three of 45 trains.
LONG = ["calgary--winnipeg", "duluth--helena", "duluth--toronto", "el-paso--houston", "helena--seattle"]
LONG += ["miami--new-orleans", "portland--salt-lake-city"]


def told(*entries):
    """Entries as they are sent, in few words."""
    known = allowed_names(SETUP.colors, USA, SETUP.variant)
    return [read_entry(entry if isinstance(entry, dict) else said(*entry.split()), known)[0] for entry in entries]


def said(player, what="draw", *late):
    about = {"type": "draw"} if what == "draw" else {"type": "claim", "route": what}
    return about | {"player": player} | ({"late": True} if late else {})


def stored(log, entry, known, own=()):
    """What is stored for an entry, and the table with it."""
    before, new = told(*log), told(entry)[0]
    more = arrived(before, replay(USA, SETUP, before), new, known, own)
    return more, replay(USA, SETUP, [*before, *more])


def test_a_turn_that_others_went_past_is_late_and_the_next_is_a_turn():
    log = ["blue denver--omaha", "green helena--omaha", "yellow calgary--helena"]
    more, table = stored(log, "red el-paso--houston", 1)
    assert [(entry.type, entry.late) for entry in more] == [("claim", True)]
    assert table.next_player == "blue"
    again, table = stored([*log, "red el-paso--houston late", "blue"], "red dallas--houston--1", 1)
    assert [entry.late for entry in again] == [False]
    assert table.next_player == "green"


def test_several_that_waited_are_late_as_often_as_others_went_past():
    log = ["blue", "green", "yellow", "blue", "green"]
    for route, late in (("denver--omaha", True), ("helena--omaha", True), ("calgary--helena", False)):
        more, table = stored(log, f"red {route}", 1)
        assert more[0].late == late
        assert table.next_player == ("yellow" if late else "green")
        log = [*log, f"red {route} {'late' if late else ''}".strip()]


@pytest.mark.parametrize(
    ("log", "known", "own"),
    [
        (["blue denver--omaha"], 1, ()),  # nothing since
        (["blue denver--omaha", "red", "green"], 1, ()),  # its turn was told by its own phone
        (["blue", "green"], 1, (2,)),  # the phone itself told the turn that went past
        (["blue", {"type": "catch-up"}, "green"], 1, ()),
        (["blue", "green", {"type": "finish"}], 1, ()),
    ],
)
def test_nothing_is_changed_where_nobody_went_past(log, known, own):
    entry = told("red calgary--helena")[0]
    own = (*own, 2) if len(log) == 3 and log[1] == "red" else own
    assert arrived(told(*log), replay(USA, SETUP, told(*log)), entry, known, own) == [entry]


def test_a_draw_that_somebody_told_for_it_is_amended():
    more, table = stored(["blue", "red", "green"], "red denver--omaha", 1)
    assert [(entry.type, entry.entry, entry.instead.route) for entry in more] == [("amend", 2, "denver--omaha")]
    assert (table.owners["denver--omaha"], table.next_player) == ("red", "yellow")


def test_a_late_draw_is_told_and_moves_nobodys_turn():
    more, table = stored(["blue", "green", "yellow"], "red", 1)
    assert [entry.type for entry in more] == ["draw", "strike"]
    assert table.next_player == "blue"


FEW = [f"red {route} late" for route in LONG]  # leaves red with three trains


def test_a_late_turn_begins_the_final_round_and_who_had_a_turn_since_is_not_asked_again():
    log = [*FEW, "blue", "green denver--omaha", "yellow helena--omaha"]
    more, table = stored(log, "red dallas--houston--1", len(FEW) + 1)
    assert [(entry.type, entry.player) for entry in more] == [("claim", "red"), ("draw", "green"), ("draw", "yellow")]
    assert all(played_before(entry) for entry in more[1:])
    assert (table.waiting_for, table.next_player) == (["blue", "red"], "blue")


def test_a_draw_in_whose_place_the_final_round_begins_is_amended():
    log = [*FEW, "blue", "red", "green denver--omaha"]
    more, table = stored(log, "red dallas--houston--1", len(FEW) + 1)
    assert [(entry.type, entry.entry) for entry in more] == [("amend", len(FEW) + 2)]
    assert (table.final_round.triggered_by, table.waiting_for) == ("red", ["blue", "red", "yellow"])


def test_nobody_has_more_last_turns_than_there_are():
    log = [*FEW, "blue", "green denver--omaha", "yellow helena--omaha", "blue", "green calgary--helena"]
    more, table = stored(log, "red dallas--houston--1", len(FEW) + 1)
    assert [entry.player for entry in more] == ["red", "green", "yellow", "blue"]
    assert table.waiting_for == ["red"]


def test_a_late_claim_of_a_route_that_somebody_has_is_left_to_the_rules_to_refuse():
    before = told("blue denver--omaha", "green helena--omaha", "yellow calgary--helena")
    more = arrived(before, replay(USA, SETUP, before), told("red helena--omaha")[0], 1, ())
    assert [(entry.type, entry.late) for entry in more] == [("claim", True)]


def test_in_the_final_round_it_is_the_last_turn():
    begins = [f"blue {route} late" for route in LONG]
    log = [*begins, "blue dallas--houston--1", "green", "yellow"]
    more, table = stored(log, "red denver--omaha", len(begins) + 1)
    assert [(entry.type, entry.late) for entry in more] == [("claim", False)]
    assert (table.waiting_for, table.next_player) == (["blue"], "blue")


def test_a_turn_of_before_the_final_round_leaves_its_player_the_last_one():
    begins = [f"yellow {route} late" for route in LONG]
    log = [*begins, "blue", "green", "yellow dallas--houston--1", "blue"]
    more, table = stored(log, "red denver--omaha", len(begins) + 1)
    assert [entry.late for entry in more] == [True]
    assert (table.waiting_for, table.next_player) == (["red", "green", "yellow"], "red")


def test_a_harbour_whose_route_is_only_behind_the_draw_for_it_is_told_anew():
    """The claim came late, behind the draw that somebody told for the harbour: amended, that would lack its route."""
    world = BOARDS["world"]
    setup = Setup.model_validate({"map": "world", "players": [{"color": c, "name": c} for c in ("blue", "red")]})
    names = allowed_names(setup.colors, world, setup.variant)
    built, *log = [
        read_entry(entry, names)[0]
        for entry in (
            {"type": "harbour", "player": "red", "city": "tokyo"},
            *(said(player) for player in ("blue", "blue", "red", "blue")),
            said("red", "honolulu--tokyo", "late"),
        )
    ]
    more = arrived(log, replay(world, setup, log), built, 2, [5])
    assert [entry.type for entry in more] == ["strike", "harbour"]
    assert replay(world, setup, [*log, *more]).next_player == "red"


def evenings(count):
    """Seeded evenings: those that were not right after every entry, and how many turns came late."""
    played = [Evening(BOARDS[TABLES[seed % 4]], seed).played() for seed in range(count)]
    wrong = [evening.seed for evening in played if evening.wrong or evening.back]
    return wrong, sum(evening.arrivals for evening in played)


def test_evenings_with_phones_that_are_away():
    wrong, late = evenings(50)
    assert wrong == []
    assert late > 200
    before = [Evening(USA, seed, late=False).played().wrong for seed in range(20)]
    assert sum(map(bool, before)) > 15  # without the rule


def test_the_tally_is_that_of_the_turns_as_they_were_taken():
    for seed in range(12):
        evening = Evening(USA, seed).played()
        assert _figures(evening.table) == _figures(evening.real)


def _figures(table):
    lines = tally(table).by_rank
    return {line.score.color: (line.total, line.rank, table.trains[line.score.color]) for line in lines}


@pytest.mark.soak
def test_many_evenings_with_phones_that_are_away():
    wrong, late = evenings(500)
    assert wrong == []
    assert late > 2_000
