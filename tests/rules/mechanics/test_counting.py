"""Counting and taking: what may be told of a thing, how it is changed, and where it is not known."""

from __future__ import annotations

import json

import pytest

from companion.prose.display_names import board_entry_words, thing_name
from companion.prose.records import lines
from companion.record.read import RecordWrong, read_record, record_json
from companion.rules.replay import broken_by
from tests.support.further import board, counted, document, record

UNKNOWN = "{1} has nothing called “{0}” to count (unknown-thing)"
NOBODY = "nobody at this table plays “neutral” (colour-not-at-the-table)"


def wrong(name, *told, **head):
    """The codes and lines of what is wrong with a record."""
    with pytest.raises(RecordWrong) as found:
        record(name, *told, **head)
    return [line.partition(": ")[2] for line in lines(found.value.complaints)]


def test_the_last_count_in_force_counts_and_wins_over_what_was_taken():
    told = (
        "B claim chemnitz--dresden : passengers-blue passengers-red",
        "B count passengers-blue 3",
        "B count passengers-blue 2",
    )
    result = counted("germany", *told)
    assert result.table.count("red", "passengers-blue") == 2
    assert result.table.count("red", "passengers-red") == 1
    assert counted("germany", *told, "strike 3").table.count("red", "passengers-blue") == 3
    assert counted("germany", *told, "strike 3", "strike 2").table.count("red", "passengers-blue") == 1
    assert counted("germany", *told, "strike 3", "strike 2", "strike 1").table.count("red", "passengers-blue") == 0


def test_a_count_is_no_turn():
    assert counted("germany", "B claim chemnitz--dresden", "A count passengers-red 1").table.last_turn == "red"


def amended(first, instead):
    told = document("germany", first)
    told["log"].append({"type": "amend", "entry": 1, "with": instead})
    try:
        return read_record(json.dumps(told).encode(), {"germany": board("germany")}).replayed()
    except RecordWrong as found:
        return lines(found.complaints)


def test_a_count_is_amended_by_one_of_the_same_player_and_thing():
    count = {"type": "count", "player": "white", "what": "passengers-red", "n": 5}
    assert amended("A count passengers-red 1", count).count("white", "passengers-red") == 5
    why = "log entry 2: a counted number can only be replaced by one for the same player and thing (cannot-amend)"
    assert amended("A count passengers-red 1", {**count, "player": "red"}) == [why]
    assert amended("A count passengers-red 1", {**count, "what": "passengers-blue"}) == [why]
    assert amended("A draw", count)[0].endswith("(cannot-amend)")
    assert amended("A count passengers-red 1", {"type": "draw", "player": "white"})[0].endswith("(cannot-amend)")


def test_a_claim_with_what_it_takes_is_amended_as_one():
    claim = {"type": "claim", "player": "white", "route": "chemnitz--dresden", "takes": ["passengers-red"]}
    assert amended("A claim chemnitz--dresden : passengers-blue", claim).taken == [("white", "passengers-red")]


@pytest.mark.parametrize(
    ("name", "told", "says"),
    [
        ("germany", "A count gold 1", UNKNOWN.format("gold", "Germany")),
        ("germany", "A count passengers-pink 1", UNKNOWN.format("passengers-pink", "Germany")),
        ("germany", "A claim chemnitz--dresden : gold", UNKNOWN.format("gold", "Germany")),
        ("pennsylvania", "A claim albany--binghamton : prr-lowest",
         UNKNOWN.format("prr-lowest", "Pennsylvania")),
        ("germany", "A count passengers-red 301", "“n” may be at most 300, not 301 (wrong-value)"),
        ("germany", "A count passengers-red -1", "“n” must be at least 0, not -1 (wrong-value)"),
        ("germany", "neutral count passengers-red 1", NOBODY),
        ("pennsylvania", "neutral count prr 1", NOBODY),
        ("nederland", "A claim amsterdam--haarlem--1 : money", "nothing here is called “takes” (unknown-member)"),
    ],
)  # fmt: skip
def test_what_is_not_counted_there(name, told, says):
    assert wrong(name, told) == [says]


def test_a_board_that_counts_nothing_knows_no_count():
    told = document("nordic", "A count gold 1")
    with pytest.raises(RecordWrong) as found:
        read_record(json.dumps(told).encode(), {"nordic": board("nordic")})
    assert [complaint.code for complaint in found.value.complaints] == ["unknown-type"]


def test_in_a_variant_without_tolls_there_is_no_money():
    assert wrong("nederland", "A count money 3", variant="no-tolls")[0].endswith("(unknown-thing)")


def test_whoever_nobody_plays_is_counted_with_two_players_alone():
    two = record("pennsylvania", "neutral count prr 2", players=2)
    assert two.replayed().count("neutral", "prr") == 2
    assert board_entry_words(two.board, two.setup, two.log[0]) == "Imaginary third player – Pennsylvania Railroad: 2"


def test_things_have_names():
    assert thing_name(board("pennsylvania"), "lv-lowest") == "Lehigh Valley Railroad, lowest number"
    assert thing_name(board("iberia"), "festival-porto-coimbra") == "Porto / Coimbra"
    assert thing_name(board("germany"), "passengers-red") == "Red passengers"


def test_it_is_written_as_it_was_read():
    told = document("germany", "A claim chemnitz--dresden : passengers-red", "A count passengers-red 0")
    read = read_record(json.dumps(told).encode(), {"germany": board("germany")})
    assert record_json(read)["log"] == told["log"]


def test_what_is_tried_is_not_kept():
    table = counted("germany").table
    entry = record("germany", "A claim chemnitz--dresden : passengers-red").log[0]
    assert broken_by(table, entry) is None
    assert (table.taken, table.typed) == ([], {})
