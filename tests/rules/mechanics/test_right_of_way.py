"""Right of way: a track with two owners."""

from __future__ import annotations

from tests.support.board_games import claim, codes, counted, entry, keep, refused, table

UK = "uk"
FIRST = claim("red", "brighton--london")
SHARED = claim("blue", "brighton--london", shared=True)
BOUGHT = entry("buy", "blue", card="right-of-way")


def test_both_own_it_and_both_score_it():
    played = table(UK, FIRST, BOUGHT, SHARED)
    assert played.owners_of("brighton--london") == ["red", "blue"]
    assert played.owners["brighton--london"] == "red"
    assert (played.trains["red"], played.trains["blue"]) == (34, 34)
    assert (played.route_points("red"), played.route_points("blue")) == (1, 1)
    assert played.routes_of("blue") == ["brighton--london"]


def test_both_may_use_it_for_tickets():
    log = [claim("red", "dover--london"), claim("blue", "dover--london", shared=True)]
    log += [claim("blue", "dover--france-east"), claim("red", "brighton--london"), keep("blue", "france--london")]
    assert [len(line.score.completed) for line in counted(UK, *log, players=3).lines] == [1, 0, 0]


def test_what_is_refused():
    assert refused(UK, SHARED) == [
        "log entry 1: nobody has Brighton – London yet; claim it without Right of Way (not-shared)"
    ]
    assert "(route-taken)" in refused(UK, FIRST, claim("red", "brighton--london", shared=True))[0]
    assert (
        "(route-taken)" in refused(UK, FIRST, SHARED, claim("green", "brighton--london", shared=True), players=3)[0]
    )
    assert "(route-taken)" in refused(UK, FIRST, SHARED, SHARED)[0]
    assert "(route-taken)" in refused(UK, FIRST, claim("blue", "brighton--london"))[0]
    assert "(route-taken)" in refused(UK, FIRST, claim("blue", "brighton--london", shared=False))[0]
    twin = [claim("red", "cambridge--london--1"), claim("blue", "cambridge--london--2")]
    own = refused(UK, *twin, claim("blue", "cambridge--london--1", shared=True), players=3)
    assert "(own-twin)" in own[0]


def test_the_shared_track_counts_as_own_for_its_twin():
    log = [claim("red", "cambridge--london--1"), claim("blue", "cambridge--london--1", shared=True)]
    assert "(own-twin)" in refused(UK, *log, claim("blue", "cambridge--london--2"), players=3)[0]
    assert refused(UK, *log, claim("green", "cambridge--london--2"), players=3) == []


def test_a_closed_twin_does_not_matter_for_the_track_that_is_shared():
    log = [claim("red", "cambridge--london--1"), claim("blue", "cambridge--london--1", shared=True)]
    assert refused(UK, *log) == []
    assert "(twin-closed)" in refused(UK, log[0], claim("blue", "cambridge--london--2"))[0]


def test_too_few_trains_is_refused_as_ever():
    spent = [claim("blue", r) for r in ("new-york--southampton", "cork--penzance", "cardiff--penzance")]
    long = [r.id for r in table(UK).board.route.values() if r.length == 5 and r.id != "cardiff--penzance"][:2]
    log = [
        *spent,
        *(claim("blue", r) for r in long),
        claim("blue", "dover--london"),
        claim("blue", "brighton--dover"),
    ]
    assert table(UK, *log, tracking="tally").trains["blue"] == 0
    assert "(not-enough-trains)" in refused(UK, FIRST, *log, SHARED, tracking="tally")[0]


def test_when_the_first_claim_is_taken_back_the_shared_one_becomes_impossible():
    lines = refused(UK, FIRST, SHARED, {"type": "strike", "entry": 1})
    assert lines[0].startswith("log entry 2: ")
    assert "(not-shared)" in lines[0]


def test_without_the_card_there_is_a_warning_and_it_goes_back_with_the_claim():
    assert codes(counted(UK, FIRST, BOUGHT, SHARED)) == []
    assert codes(counted(UK, FIRST, SHARED)) == [("not-bought", ("blue",))]
    more = [claim("red", "dover--london"), claim("blue", "dover--london", shared=True)]
    assert codes(counted(UK, FIRST, BOUGHT, SHARED, *more)) == [("not-bought", ("blue",))]
    assert codes(counted(UK, FIRST, BOUGHT, SHARED, BOUGHT, *more)) == []
    assert "(card-held)" in refused(UK, BOUGHT, BOUGHT)[0]
