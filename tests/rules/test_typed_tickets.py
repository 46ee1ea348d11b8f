"""Typed tickets, where a board's file has none: two ends, and the points on the card."""

from __future__ import annotations

import json

import pytest

from companion.boards.tickets import typed_parts
from companion.prose.display_names import ticket_name
from companion.prose.records import lines
from companion.record.read import RecordWrong, read_record, record_json
from tests.support.further import board, counted, document, record

BERLIN_KIEL = ("A claim berlin--schwerin", "A claim rostock--schwerin", "A claim kiel--rostock")


def won(*told, **head):
    """What the first player's tickets are, and bring."""
    score = counted("marklin", *told, **head).lines[0].score
    return [[ticket.id for ticket in tickets] for tickets in (score.completed, score.failed)], score.ticket_points


def wrong(name, *told):
    with pytest.raises(RecordWrong) as found:
        record(name, *told)
    return [line.partition(": ")[2] for line in lines(found.value.complaints)]


def wrong_entry(**members):
    told = document("marklin", "A draw")
    told["log"] = [{"type": "keep", "player": "white", **members}]
    with pytest.raises(RecordWrong) as found:
        read_record(json.dumps(told).encode(), {"marklin": board("marklin")})
    return [line.rpartition("(")[2].rstrip(")") for line in lines(found.value.complaints)]


def test_a_typed_ticket_is_worth_what_stands_on_the_card():
    assert won(*BERLIN_KIEL, "A keep berlin--kiel 9") == ([["berlin--kiel--9"], []], 9)
    assert won(*BERLIN_KIEL[:2], "A keep berlin--kiel 9") == ([[], ["berlin--kiel--9"]], -9)


def test_an_end_may_be_a_country():
    way = ("A claim bremen--bremerhaven", "A claim bremerhaven--danemark-bremerhaven")
    assert won(*way, "A keep bremen--danemark 6") == ([["bremen--danemark--6"], []], 6)


def test_less_than_the_shortest_path_is_never_refused():
    assert won(*BERLIN_KIEL, "A keep berlin--kiel 1") == ([["berlin--kiel--1"], []], 1)
    assert not counted("marklin", "A keep berlin--kiel 1").warnings


def test_the_same_ends_with_other_points_are_another_ticket():
    assert won(*BERLIN_KIEL, "A keep berlin--kiel 9", "A keep berlin--kiel 10")[1] == 19
    with pytest.raises(RecordWrong) as found:
        record("marklin", "A keep berlin--kiel 9", "A keep berlin--kiel 9").replayed()
    (line,) = lines(found.value.complaints)
    assert "Berlin – Kiel (9)" in line
    assert line.endswith("(ticket-held)")


def test_two_players_may_hold_the_same():
    assert not counted("marklin", "A keep berlin--kiel 9", "B keep berlin--kiel 9").warnings


def test_however_many_are_long_nobody_is_warned():
    assert not counted("marklin", *(f"A keep berlin--kiel {n}" for n in range(20, 30))).warnings


@pytest.mark.parametrize("points", [0, 41, -3])
def test_points_are_from_1_to_40(points):
    assert wrong_entry(ticket="berlin--kiel", points=points) == ["wrong-value"]


def test_points_must_be_given_and_be_a_number():
    assert wrong_entry(ticket="berlin--kiel") == ["missing-member"]
    assert wrong_entry(ticket="berlin--kiel", points=None) == ["missing-member"]
    assert wrong_entry(ticket="berlin--kiel", points="9") == ["wrong-type"]


@pytest.mark.parametrize(
    "ends",
    [
        "kiel--berlin",
        "berlin--berlin",
        "berlin--paris",
        "berlin",
        "berlin--kiel--9",
        "berlin--danemark-kiel",  # one of its borders, which no card names
        "danemark--schweiz",
        "",
    ],
)
def test_the_ends_are_two_in_order_and_at_most_one_of_them_a_country(ends):
    assert wrong_entry(ticket=ends, points=9) == ["unknown-ticket"]


def test_what_is_wrong_with_the_ends_is_told():
    (line,) = wrong("marklin", "A keep kiel--berlin 9")
    assert line == (
        "on Märklin “ticket” must name two ends in alphabetical order, at most one of them a country; "
        "“kiel--berlin” doesn't (unknown-ticket)"
    )


def test_points_are_not_for_boards_whose_tickets_are_known():
    (line,) = wrong("germany", "A keep augsburg--berlin 9", "A draw")[-1:]
    assert line.endswith("(unknown-member)")


def amended(instead):
    told = document("marklin", "A keep berlin--kiel 9")
    told["log"].append({"type": "amend", "entry": 1, "with": {"type": "keep", "player": "white", **instead}})
    return read_record(json.dumps(told).encode(), {"marklin": board("marklin")})


def test_points_stand_in_an_amendment_as_well():
    game = amended({"ticket": "berlin--bremen", "points": 8})
    assert [ticket.id for _player, ticket in game.replayed().held] == ["berlin--bremen--8"]
    assert record_json(game)["log"][1]["with"] == {
        "type": "keep",
        "player": "white",
        "ticket": "berlin--bremen",
        "points": 8,
    }
    with pytest.raises(RecordWrong):
        amended({"ticket": "berlin--bremen"})


def test_it_is_named_with_its_points():
    assert ticket_name(board("marklin"), "berlin--kiel--9") == "Berlin – Kiel (9)"
    assert ticket_name(board("marklin"), "berlin--schweiz--20") == "Berlin – Schweiz (20)"


@pytest.mark.parametrize(
    "name", ["berlin--kiel", "berlin--kiel--09", "berlin--kiel--41", "kiel--berlin--9", "a--b--c--9"]
)
def test_what_is_no_typed_ticket(name):
    assert typed_parts(name) is None
    assert name not in board("marklin").ticket


def test_none_is_listed_but_each_is_found():
    deck = board("marklin").tickets_of("base")
    assert (len(deck), list(deck)) == (0, [])
    assert deck["berlin--kiel--9"].points == 9
    assert "berlin--kiel--9" in deck
