"""What a board leaves to a table: unlike pairs, bonus cards, crossings that it sees to itself."""

from __future__ import annotations

import json

import pytest

from companion.boards.model import Board
from companion.export.tally_text import tally_text
from companion.prose.records import lines
from companion.record.read import RecordWrong, read_record, record_json
from companion.rules.mechanics import any_entry, options_of, pairs_that_cross
from companion.rules.named_rules import faults_in
from tests.rules.making import remade
from tests.support.further import board, counted, document, record

FOUR = ["small-steps", "snowplow", "wild-west", "ferry-master"]


def wrong(name, **head):
    with pytest.raises(RecordWrong) as found:
        record(name, **head)
    return lines(found.value.complaints)


@pytest.mark.parametrize("chosen", [None, "double"])
def test_tracks_that_differ_are_a_double_route(chosen):
    options = {"options": {"unlike-pairs": chosen}} if chosen else {}
    one = "A claim kristiansand--stavanger--1"
    for other, code in (("A", "own-twin"), ("B", "twin-closed")):
        with pytest.raises(RecordWrong) as found:
            counted("nordic", one, f"{other} claim kristiansand--stavanger--2", players=2, **options)
        assert found.value.complaints[0].code == code


def test_each_is_single_where_the_table_plays_so():
    told = ("A claim kristiansand--stavanger--1", "A claim kristiansand--stavanger--2")
    table = counted("nordic", *told, players=2, options={"unlike-pairs": "single"}).table
    assert len(table.owners) == 2
    assert table.twins(table.board.route["helsinki--stockholm--1"]) == []
    alike = next(route for route in table.board.route.values() if route.twins and route.length == 1)
    assert table.twins(alike) == list(alike.twins)


def test_an_option_is_part_of_the_record():
    document_ = document("nordic", options={"unlike-pairs": "single"})
    read = read_record(json.dumps(document_).encode(), {"nordic": board("nordic")})
    assert record_json(read)["options"] == {"unlike-pairs": "single"}
    assert "options" not in record_json(record("nordic"))
    assert record("nordic", options={}).setup.options == {}


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("nordic", {"luck": "good"},
         "options: Nordic Countries has no option called “luck” (unknown-option)"),
        ("nordic", {"unlike-pairs": "maybe"},
         "options: “unlike-pairs” can't be “maybe”; choose one of: double, single (wrong-option)"),
        ("nordic", {"unlike-pairs": None},
         "options: “unlike-pairs” can't be null; choose one of: double, single (wrong-option)"),
        ("nordic", [], "options: “options” must be a JSON object, not [] (wrong-type)"),
        ("germany", {"unlike-pairs": "double"},
         "options: Germany has no option called “unlike-pairs” (unknown-option)"),
    ],
)  # fmt: skip
def test_what_may_not_be_chosen(name, options, told):
    assert wrong(name, options=options) == [told]


@pytest.mark.parametrize(
    "cards", [FOUR[:3], [*FOUR, "wild-west"], [*FOUR[:3], "small-steps"], [*FOUR[:3], "luck"], 4, [4]]
)
def test_four_different_cards_of_the_eleven(cards):
    (line,) = wrong("northern-lights", options={"bonus-cards": cards})
    assert line.endswith("(wrong-option)")


def test_the_cards_must_be_named():
    assert [line[-16:] for line in wrong("northern-lights")] == ["(missing-option)"]
    both = wrong("northern-lights", options={"capital-counts": "trains"})
    assert [line.rpartition(" ")[2] for line in both] == ["(missing-option)", "(wrong-option)"]


def test_what_was_not_chosen_has_its_usual_value():
    table = counted("northern-lights", options={"bonus-cards": FOUR}).table
    assert table.option("capital-counts") == "tickets"
    assert table.option("bonus-cards") == FOUR
    assert set(options_of(table.board)) == {"bonus-cards", "capital-counts"}


def test_the_board_says_which_tracks_lie_across_one_another():
    found = pairs_that_cross(board("france"))
    assert ("brest--rennes", "lorient--saint-malo") in found
    assert found == {(other, one) for one, other in found}
    assert not pairs_that_cross(board("uk"))


def test_a_claim_across_a_bed_that_was_used_before_is_a_warning():
    told = ("A claim rouen--saint-malo", "B claim cherbourg--le-mans", "A claim le-havre--le-mans")
    result = counted("france", *told)
    found = [(n.code, n.players, n.entry, n.routes) for n in result.warnings]
    assert found == [
        ("crossing-closed", ("red",), 2, ("cherbourg--le-mans", "rouen--saint-malo")),
        ("crossing-closed", ("blue",), 3, ("le-havre--le-mans", "rouen--saint-malo")),
    ]
    assert "A claimed a route across another" in " ".join(tally_text(result).split())
    assert not counted("france", told[0]).warnings


def test_the_long_way_from_avignon_to_toulouse_crosses_the_bed_to_rodez():
    (found,) = counted("france", "A claim avignon--toulouse", "B claim montpellier--rodez").warnings
    assert (found.code, found.routes) == ("crossing-closed", ("montpellier--rodez", "avignon--toulouse"))


@pytest.mark.parametrize(
    ("name", "mechanic", "settings", "where"),
    [
        ("france", "crossings", {"pairs": [["rouen--saint-malo", "a--b"]]}, ("pairs", 0, 1)),
        ("pennsylvania", "shares", {"railroads": {"x": {"name": "X", "shares": 1}}}, ("railroads", "x")),
        ("germany", "festivals", {}, ()),
    ],
)  # fmt: skip
def test_settings_fit_the_board(name, mechanic, settings, where):
    changed: Board = remade(board(name), mechanics={mechanic: settings})
    if name == "germany":
        base = changed.variants["base"].model_copy(update={"bonuses": {"festivals": {"ulm": [1]}}})
        changed = remade(changed, variants={"base": base}, tie_break=("points",))
    assert [complaint.where for complaint in faults_in(changed)] == [("mechanics", mechanic, *where)]


def test_every_entry_of_any_board_is_described():
    from pydantic import TypeAdapter

    schema = TypeAdapter(any_entry("hidden")).json_schema()
    assert set(schema["discriminator"]["mapping"]) > {"claim", "count", "keep", "strike", "amend", "finish"}
    assert "hidden" not in schema["discriminator"]["mapping"]
    assert "takes" in schema["$defs"]["Claim"]["properties"]
