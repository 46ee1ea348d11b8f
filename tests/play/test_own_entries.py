"""Entries that only some boards have, at a table that is played: reported, refused, taken back, imported."""

from __future__ import annotations

import pytest

from companion.pages.shared.log_lines import entry_in_words
from companion.play import Refused
from companion.play.keys import program_with
from companion.play.tables import Tables
from tests.support.board_games import board, claim, entry, record

ADA = program_with("ada")
NAMES = ("uk", "old-west", "world")


@pytest.fixture
def tables(store):
    return Tables(store, {name: board(name) for name in NAMES})


def played(tables, name, *log, **head):
    return tables.open(record(name, log, **head), ADA).table


def report(tables, table, told, n):
    return tables.log.report(table, ADA, {**told, "id": f"e{n}"}).entry


def test_an_entry_of_the_boards_own_is_reported_counts_and_is_taken_back(tables):
    table = played(tables, "uk")
    told = [
        entry("buy", "blue", card="right-of-way"),
        claim("red", "brighton--london"),
        claim("blue", "brighton--london", shared=True),
    ]
    assert [report(tables, table, one, n) for n, one in enumerate(told)] == [1, 2, 3]
    game = tables.games.at(table, ADA)[0]
    assert game.table.owners_of("brighton--london") == ["red", "blue"]
    report(tables, table, {"type": "strike", "entry": 3}, 9)
    assert tables.games.at(table, ADA)[0].table.owners_of("brighton--london") == ["red"]


def test_a_broken_rule_is_refused_by_its_code(tables):
    table = played(tables, "old-west", entry("home", "red", city="denver"))
    with pytest.raises(Refused) as why:
        report(tables, table, entry("home", "blue", city="denver"), 1)
    assert why.value.code == "city-taken"


def test_what_a_later_entry_needs_cannot_be_taken_back(tables):
    log = [claim("blue", "manila--tokyo"), entry("harbour", "blue", city="tokyo")]
    table = played(tables, "world", *log)
    with pytest.raises(Refused) as why:
        report(tables, table, {"type": "strike", "entry": 1}, 1)
    assert why.value.code == "no-route-there"


def test_a_split_of_pieces_is_chosen_and_changed_until_it_is_impossible(tables):
    table = played(tables, "world", seats=[{"pieces": {"train": 10, "ship": 50}}])
    report(tables, table, claim("blue", "lima--sydney--1"), 1)
    people = [{"color": "blue", "name": "Ada", "pieces": {"train": 25, "ship": 35}}, {"color": "red", "name": "Bo"}]
    tables.settings.change(table, ADA, {"players": people})
    assert dict(tables.games.at(table, ADA)[0].table.pieces_left("blue")) == {"train": 25, "ship": 27}
    with pytest.raises(Refused) as why:
        tables.settings.change(
            table, ADA, {"players": [{**people[0], "pieces": {"train": 30, "ship": 30}}, people[1]]}
        )
    assert why.value.code == "wrong-pieces"


def test_the_log_tells_whom_a_claim_paid(tables):
    log = [
        entry("home", "blue", city="denver"),
        entry("home", "red", city="pueblo"),
        claim("red", "denver--grand-junction", marker="grand-junction"),
        claim("red", "denver--pueblo--1"),
    ]
    view = tables.view(played(tables, "old-west", *log), ADA)
    assert [entry_in_words(view, place) for place in (1, 2, 3, 4)] == [
        "Ada starts in Denver",
        "Bo starts in Pueblo",
        "Bo claimed Denver – Grand Junction for Ada, 3 trains, +4, with a marker in Grand Junction",
        "Bo claimed Denver – Pueblo (orange) for Ada and Bo, 1 train, +1 each",
    ]
