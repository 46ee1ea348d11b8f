"""The shape of entries, the names in them, and what strikes and amendments leave of a log."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from companion.prose.complaints import clause
from companion.rules.log import ENTRY, AllowedNames, in_force, misplaced, struck_by
from companion.validation import complaints
from tests.rules.making import THREE, board, entry, log

ABC = board("a b 3", "b c 2", tickets=("a c 5",), stations=THREE)
KNOWN = AllowedNames({"blue", "red"}, ABC, "base")


def wrong(told: dict[str, Any], known: AllowedNames | None = KNOWN) -> tuple[str, str]:
    """What the only thing wrong with an entry is: its kind and where or what it says."""
    with pytest.raises(ValidationError) as caught:
        ENTRY.validate_python(told, context=known)
    (error,) = caught.value.errors()
    if "reason" in error.get("ctx", {}):
        (complaint,) = complaints(caught.value, told)
        return error["type"], clause(complaint)
    return error["type"], str(error["loc"][-1]) if error["loc"] else ""


def right(told: dict[str, Any], known: AllowedNames | None = KNOWN) -> Any:
    return ENTRY.validate_python(told, context=known)


CLAIM = {"type": "claim", "player": "blue", "route": "a--b"}
STATION = {"type": "station", "player": "blue", "city": "a"}
KEEP = {"type": "keep", "player": "blue", "ticket": "a--c"}
DRAW = {"type": "draw", "player": "red"}
EVERY = [
    CLAIM,
    STATION,
    KEEP,
    DRAW,
    {"type": "strike", "entry": 1},
    {"type": "amend", "entry": 1, "with": DRAW},
    {"type": "catch-up"},
    {"type": "finish"},
    {"type": "hidden"},
]


@pytest.mark.parametrize("told", EVERY, ids=lambda told: told["type"])
def test_every_entry_is_read_and_written_alike(told):
    marks = {"id": "x" * 64, "at": "2026-11-18T19:04:11Z"}
    for given in (told, told | marks):
        assert right(given).model_dump(by_alias=True, exclude_defaults=True) == given


@pytest.mark.parametrize("told", EVERY, ids=lambda told: told["type"])
def test_nothing_beside_what_is_named_may_stand_in_an_entry(told):
    assert wrong(told | {"extra": 1}) == ("extra_forbidden", "extra")


@pytest.mark.parametrize(
    ("told", "member"),
    [
        pytest.param(told, member, id=f"{told['type']} without {member}")
        for told in EVERY
        for member in told
        if member != "type"
    ],
)
def test_nothing_that_is_named_may_be_missing(told, member):
    assert wrong({name: value for name, value in told.items() if name != member}) == ("missing", member)


@pytest.mark.parametrize("told", EVERY, ids=lambda told: told["type"])
def test_a_mark_may_be_left_out_but_not_be_null(told):
    for mark in ("id", "at"):
        assert wrong(told | {mark: None}) == ("wrong-value", f"“{mark}” can't be null; leave it out instead")


@pytest.mark.parametrize("told", [{**CLAIM, "late": True}, {**STATION, "late": True}], ids=["claim", "station"])
def test_a_claim_and_a_station_may_be_late(told):
    assert right(told).late is True
    assert right(told | {"late": False}).late is False
    assert wrong(told | {"late": 1}) == ("bool_type", "late")


def test_a_claim_and_a_station_are_on_time_if_nothing_is_said():
    assert not right(CLAIM).late
    assert not right(STATION).late


@pytest.mark.parametrize("told", [KEEP, DRAW], ids=["keep", "draw"])
def test_nothing_else_can_be_late(told):
    assert wrong(told | {"late": True}) == ("extra_forbidden", "late")


def test_types_are_exact():
    assert wrong({"type": "strike", "entry": "1"}) == ("int_type", "entry")
    assert wrong({"type": "strike", "entry": 1.0}) == ("int_type", "entry")
    assert wrong(DRAW | {"player": 3}) == ("string_type", "player")


def test_places_are_counted_from_one():
    assert right({"type": "strike", "entry": 1}).entry == 1
    assert wrong({"type": "strike", "entry": 0}) == ("greater_than_equal", "entry")
    assert wrong({"type": "amend", "entry": 0, "with": DRAW}) == ("greater_than_equal", "entry")


def test_an_unknown_type_is_refused():
    assert wrong({"type": "steal"})[0] == "union_tag_invalid"


NAMES = [
    (CLAIM | {"player": "green"}, "colour-not-at-the-table", "nobody at this table plays “green”"),
    (CLAIM | {"route": "a--c"}, "unknown-route", "Small has no route “a--c”"),
    (STATION | {"city": "z"}, "unknown-city", "Small has no city “z”"),
    (KEEP | {"ticket": "b--c"}, "unknown-ticket", "Small, Base game, has no ticket “b--c”"),
]


@pytest.mark.parametrize(("told", "code", "says"), NAMES, ids=[code for _, code, _ in NAMES])
def test_unknown_names_are_refused(told, code, says):
    assert wrong(told) == (code, says)


@pytest.mark.parametrize(("told", "code", "says"), NAMES, ids=[code for _, code, _ in NAMES])
def test_names_in_an_amendment_are_looked_at_as_well(told, code, says):
    assert wrong({"type": "amend", "entry": 1, "with": told}) == (code, says)


def test_a_board_without_stations_says_so_whatever_the_city():
    known = AllowedNames({"blue"}, board("a b 3"), "base")
    for city in ("a", "z"):
        assert wrong(STATION | {"city": city}, known) == ("no-stations-here", "Small is played without stations")


def test_without_a_game_only_the_shape_is_looked_at():
    for told, _, _ in NAMES:
        right(told, None)


def test_where_a_name_of_the_game_is_unknown_what_hangs_on_it_is_not_looked_at():
    no_board, no_variant = AllowedNames({"blue", "red"}, None, None), AllowedNames({"blue", "red"}, ABC, None)
    for told, code, _ in NAMES[1:]:
        right(told, no_board)
        assert code == "unknown-ticket" or wrong(told, no_variant)[0] == code
    right(NAMES[3][0], no_variant)
    right(NAMES[3][0], AllowedNames({"blue"}, None, "base"))
    assert wrong(NAMES[0][0], no_board)[0] == "colour-not-at-the-table"
    right(NAMES[0][0], AllowedNames(None, ABC, "base"))
    assert wrong(NAMES[1][0], AllowedNames(None, ABC, "base"))[0] == "unknown-route"


def test_an_empty_table_knows_no_colour():
    assert wrong(DRAW, AllowedNames((), ABC, "base")) == (
        "colour-not-at-the-table",
        "nobody at this table plays “red”",
    )


@pytest.mark.parametrize("mark", ["id", "at"])
def test_what_stands_in_an_amendment_has_no_mark_of_its_own(mark):
    says = f"an entry in “with” can't have “{mark}”"
    marked = DRAW | {mark: "2026-11-18T19:04:11Z"}
    assert wrong({"type": "amend", "entry": 1, "with": marked}) == ("unknown-member", says)


def test_of_two_marks_in_an_amendment_the_first_by_name_is_named():
    marked = DRAW | {"id": "x", "at": "now"}
    assert "“at”" in wrong({"type": "amend", "entry": 1, "with": marked})[1]


def test_an_amendment_holds_an_entry():
    assert wrong({"type": "amend", "entry": 1, "with": 3})[0] == "model_attributes_type"
    assert wrong({"type": "amend", "entry": 1, "with": {"type": "finish"}})[0] == "union_tag_invalid"


def place_of(*told: str) -> tuple[str, str, str] | None:
    fault = misplaced(log(*told), len(told))
    return fault and (str(fault.where[0]), fault.code, clause(fault))


@pytest.mark.parametrize("last", ["strike 2", "strike 3", "amend 2 red draw"])
def test_only_earlier_entries_can_be_taken_back_or_replaced(last):
    named = last.split()[1]
    says = f"entry {named} does not come before this one"
    assert place_of("red draw", last) == ("entry", "not-earlier", says)
    assert place_of(*["red draw"] * int(named), last) is None


@pytest.mark.parametrize("told", ["red draw", "strike 1", "amend 1 red draw", "finish", "hidden", "red keep a--c"])
def test_everything_can_be_struck(told):
    assert place_of("red draw", told, "strike 2") is None


@pytest.mark.parametrize("first", ["red draw", "red claim a--b", "red station a"])
@pytest.mark.parametrize("instead", ["blue draw", "blue claim b--c", "blue station b"])
def test_a_turn_is_replaced_by_a_turn_of_any_player(first, instead):
    assert place_of(first, f"amend 1 {instead}") is None


def test_a_ticket_is_replaced_by_a_ticket_of_the_same_player():
    assert place_of("red keep a--c", "amend 1 red keep a--b") is None
    says = "a ticket can only be replaced by another ticket of the same player"
    assert place_of("red keep a--c", "amend 1 blue keep a--c") == ("with", "cannot-amend", says)


@pytest.mark.parametrize(
    ("first", "instead"),
    [
        ("red draw", "red keep a--c"),
        ("red keep a--c", "red draw"),
        ("finish", "red draw"),
        ("hidden", "red keep a--c"),
        ("catch-up", "red draw"),
        ("strike 1", "red draw"),
        ("amend 1 red draw", "red draw"),
    ],
)
def test_nothing_else_can_be_replaced(first, instead):
    says = "entry 2 can't be replaced by this; replace a turn with a turn, and a ticket with a ticket"
    assert place_of("red draw", first, f"amend 2 {instead}") == ("with", "cannot-amend", says)


def test_an_entry_that_could_not_be_read_is_not_judged():
    assert misplaced([None], 1) is None
    assert misplaced([None, entry("amend 1 red draw")], 2) is None
    assert misplaced([None, entry("strike 1")], 2) is None


def test_only_strikes_and_amendments_point_anywhere():
    assert place_of("finish") is None


def remains(*told: str) -> list[tuple[int, str]]:
    """The places in force and what stands there, as far as tests tell it apart."""
    return [(place, getattr(e, "route", None) or e.type) for place, e in in_force(log(*told))]


def test_what_nobody_takes_back_remains():
    told = ("red keep a--c", "red draw", "blue station a", "blue claim a--b", "catch-up", "finish")
    kinds = ["keep", "draw", "station", "a--b", "catch-up", "finish"]
    assert remains(*told) == list(enumerate(kinds, 1))


def test_strikes_amendments_and_hidden_places_are_not_themselves_read():
    assert remains("red draw", "red draw", "hidden", "strike 1", "amend 2 red claim a--b") == [(2, "a--b")]


def test_striking_a_strike_brings_the_entry_back():
    assert remains("red draw", "strike 1") == []
    assert remains("red draw", "strike 1", "strike 2") == [(1, "draw")]
    assert remains("red draw", "strike 1", "strike 2", "strike 3") == []


def test_an_entry_is_out_while_one_strike_of_several_is_in_force():
    assert remains("red draw", "strike 1", "strike 1", "strike 2") == []
    assert remains("red draw", "strike 1", "strike 1", "strike 2", "strike 3") == [(1, "draw")]


def test_the_last_amendment_in_force_counts():
    told = ("red draw", "amend 1 red claim a--b", "amend 1 red claim b--c")
    assert remains(*told) == [(1, "b--c")]
    assert remains(*told, "strike 3") == [(1, "a--b")]
    assert remains(*told, "strike 2") == [(1, "b--c")]
    assert remains(*told, "strike 3", "strike 2") == [(1, "draw")]


def test_an_amendment_of_a_struck_entry_shows_when_that_comes_back():
    told = ("red draw", "strike 1", "amend 1 red claim a--b")
    assert remains(*told) == []
    assert remains(*told, "strike 2") == [(1, "a--b")]


def test_what_no_amendment_holds_stands_for_nothing():
    finish = entry("finish")
    assert finish.why_not_replacing(finish) == "other-kind"


def test_an_entry_is_struck_by_the_newest_strike_in_force():
    claims = ["blue claim denver--omaha", "red claim helena--omaha"]
    assert struck_by(log(*claims, "strike 1")) == {1: 3}
    assert struck_by(log(*claims, "strike 1", "strike 1", "strike 3")) == {1: 4, 3: 5}
    assert struck_by(log(*claims, "strike 1", "strike 3")) == {3: 4}
