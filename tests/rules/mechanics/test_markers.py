"""Markers: the points of a claim go to those who own its ends."""

from __future__ import annotations

import pytest

from companion.prose import reasons
from companion.prose.display_names import board_entry_words, claim_additions
from companion.prose.warning_clauses import clause
from tests.support.board_games import claim, codes, count, counted, entry, keep, points, record, refused, table

WEST = "old-west"
THREE = "billings--great-falls"  # three spaces, four points


def home(player: str, city: str):
    return entry("home", player, city=city)


@pytest.mark.parametrize(
    ("owners", "gains"),
    [
        ("  ", {"blue": 4}),
        ("b ", {"blue": 4}),
        ("c ", {"red": 4}),
        ("bc", {"blue": 4, "red": 4}),
        ("cc", {"red": 8}),
        ("cd", {"red": 4, "green": 4}),
        ("bb", {"blue": 8}),
    ],
)
def test_each_owned_end_pays_its_owner(owners, gains):
    log = []
    for owner, city, route in zip(owners, ("billings", "great-falls"), ("billings--gillette", "great-falls--helena"),
                                  strict=True):  # fmt: skip
        if owner != " ":
            player = {"b": "blue", "c": "red", "d": "green"}[owner]
            log.append(claim(player, route, marker=city))
    route_points = table(WEST, *log, players=3)
    played = table(WEST, *log, claim("blue", THREE), players=3)
    more = {color: played.route_points(color) - route_points.route_points(color) for color in played.setup.colors}
    assert {color: n for color, n in more.items() if n} == gains
    assert played.gains(claim_of(played)) == gains


def claim_of(played):
    return played.claims[THREE, "blue"].claim


def test_the_marker_that_is_set_counts_from_the_next_claim_on():
    played = table(WEST, home("red", "billings"), claim("blue", THREE, marker="great-falls"))
    assert (played.route_points("red"), played.route_points("blue")) == (4, 0)
    assert played.markers == {"billings": "red", "great-falls": "blue"}


def test_the_tally_shows_which_claims_of_others_brought_points():
    result = counted(WEST, home("red", "billings"), claim("blue", THREE))
    routes = result.lines[1].items[0]
    (part,) = result.parts(result.lines[1], routes)
    assert (routes.n, routes.points, part.points) == (0, 4, 4)
    assert reasons.reason(result.table.board, part) == "3 trains, claimed by Ada"
    assert result.lines[0].items[0].points == 0


def test_what_a_home_is_refused_for():
    assert refused(WEST, home("blue", "denver"), home("red", "denver")) == [
        "log entry 2: Denver already has Ada's marker (city-taken)"
    ]
    assert refused(WEST, home("blue", "denver"), home("blue", "pueblo")) == [
        "log entry 2: Ada already starts in Denver; take that back first (home-held)"
    ]
    late = "Ada has claimed routes already; the home city comes first (home-late)"
    assert refused(WEST, claim("blue", THREE), home("blue", "denver")) == [f"log entry 2: {late}"]
    assert refused(WEST, {**claim("blue", THREE), "late": True}, home("blue", "denver")) == [f"log entry 2: {late}"]
    assert refused(WEST, claim("red", THREE), home("blue", "denver")) == []
    assert "(unknown-city)" in refused(WEST, home("blue", "atlantis"))[0]
    assert (
        "(cannot-amend)"
        in refused(WEST, home("blue", "denver"), {"type": "amend", "entry": 1, "with": entry("draw", "blue")})[0]
    )
    assert refused(WEST, home("blue", "denver"), {"type": "strike", "entry": 1}, home("blue", "pueblo")) == []


def test_where_alvin_starts_no_marker_ever_stands():
    assert refused(WEST, home("blue", "roswell"), variant="alvin") == [
        "log entry 1: Roswell can't have a marker (city-taken)"
    ]
    at = claim("blue", "albuquerque--roswell", marker="roswell")
    assert "(city-taken)" in refused(WEST, at, variant="alvin")[0]
    assert refused(WEST, at) == []


def test_what_a_marker_is_refused_for():
    assert "(no-end)" in refused(WEST, claim("blue", THREE, marker="denver"))[0]
    assert "(unknown-city)" in refused(WEST, claim("blue", THREE, marker="atlantis"))[0]
    assert "(null)" not in refused(WEST, {**claim("blue", THREE), "marker": None})[0]
    own = [claim("blue", "billings--gillette", marker="billings"), claim("blue", THREE, marker="billings")]
    assert "(city-taken)" in refused(WEST, *own)[0]
    three = ["billings--gillette", "great-falls--helena", "boise--winnemucca"]
    log = [claim("blue", name, marker=name.split("--")[0]) for name in three]
    fourth = claim("blue", "denver--grand-junction", marker="denver")
    assert refused(WEST, *log) == []
    assert refused(WEST, *log, fourth) == ["log entry 4: Ada has already placed all 3 of their markers (no-markers)"]
    assert "(no-markers)" in refused(WEST, home("blue", "pueblo"), *log)[0]
    assert refused(WEST, home("blue", "pueblo"), *log[:2]) == []


def test_a_city_that_is_taken_goes_before_markers_that_are_all_set_and_the_track_before_both():
    three = ["billings--gillette", "great-falls--helena", "boise--winnemucca"]
    log = [claim("blue", name, marker=name.split("--")[0]) for name in three]
    assert "(city-taken)" in refused(WEST, *log, claim("blue", THREE, marker="billings"))[0]
    taken = [*log, claim("red", THREE), claim("blue", THREE, marker="billings")]
    assert "(route-taken)" in refused(WEST, *taken)[0]


def test_points_typed_at_the_end_stand_for_those_that_the_log_gives():
    log = [home("red", "billings"), claim("blue", THREE)]
    result = counted(WEST, *log, count("blue", "route-points", 33))
    assert [line.items[0].points for line in result.lines] == [33, 4]
    assert [line.total for line in result.lines] == [33, 4]


def test_a_claim_away_from_the_own_network_is_warned_about():
    log = [home("blue", "billings"), claim("blue", THREE), claim("blue", "great-falls--helena")]
    assert codes(counted(WEST, *log)) == []
    away = counted(WEST, *log, claim("blue", "denver--grand-junction"))
    (notice,) = (notice for notice in away.warnings if notice.code == "away-from-network")
    assert (notice.players, notice.entry, notice.routes) == (("blue",), 4, ("denver--grand-junction",))
    says = "Ada claimed Denver – Grand Junction away from their network and home city; is it a mistake?"
    assert clause(away.table, notice) == says
    assert codes(counted(WEST, home("blue", "denver"), claim("blue", THREE))) == [("away-from-network", ("blue",))]
    assert codes(counted(WEST, claim("blue", THREE))) == []


def test_what_was_entered_late_may_have_joined_the_network_before():
    later = {**claim("blue", "billings--gillette"), "late": True}
    log = [home("blue", "billings"), claim("blue", "casper--gillette")]
    assert codes(counted(WEST, *log)) == [("away-from-network", ("blue",))]
    assert codes(counted(WEST, *log, later)) == []
    assert codes(counted(WEST, *log, claim("blue", "billings--gillette"), tracking="tally")) == []
    apart = claim("blue", "denver--grand-junction")
    assert codes(counted(WEST, *log, later, {**apart, "late": True})) == [("away-from-network", ("blue",))]


def test_out_of_order_the_points_at_a_marked_city_are_a_guess_until_they_are_typed():
    log = [claim("red", "billings--gillette", marker="billings"), claim("blue", THREE)]
    both = [("order-unknown", ("blue", "red"))]
    assert codes(counted(WEST, *log)) == []
    assert codes(counted(WEST, *log, tracking="tally")) == both
    assert codes(counted(WEST, log[0], {**log[1], "late": True})) == both
    assert codes(counted(WEST, {**log[0], "late": True}, log[1])) == both
    typed = [*log, count("blue", "route-points", 5)]
    assert codes(counted(WEST, *typed, tracking="tally")) == [("order-unknown", ("red",))]
    assert codes(counted(WEST, home("red", "billings"), log[1], tracking="tally")) == []


def test_it_is_told_with_the_claim_and_the_home():
    log = [home("red", "billings"), claim("blue", THREE, marker="great-falls")]
    one = record(WEST, log)
    assert board_entry_words(one.board, one.setup, one.log[0]) == "Bo starts in Billings"
    assert claim_additions(one.board, one.setup, one.log[1]) == ["with a marker in Great Falls"]


def test_alvin_pays_each_capture_and_having_him():
    log = [count("blue", "alvin-captures", 2), count("blue", "alvin-held", 1), count("red", "alvin-captures", 1)]
    assert points(counted(WEST, *log, variant="alvin"), "alvin") == [30, 10]
    assert points(counted(WEST, variant="alvin"), "alvin") == [0, 0]
    assert "(unknown-thing)" in refused(WEST, log[0])[0]
    assert "(wrong-value)" in refused(WEST, count("blue", "alvin-held", 2), variant="alvin")[0]
    twice = [count(player, "alvin-held", 1) for player in ("blue", "red")]
    both = counted(WEST, *twice, variant="alvin")
    assert codes(both) == [("counted-too-many", ("blue", "red"))]
    says = "Has Alvin: entered for Ada and Bo, but there's only one; is it a mistake?"
    assert clause(both.table, both.warnings[0]) == says
    assert "alvin" not in dict(table(WEST).bonuses)


def test_tickets_use_the_builders_trains():
    log = [home("red", "billings"), home("blue", "gillette"), claim("blue", "billings--gillette")]
    ticket = keep("blue", "billings--durango")
    assert [len(line.score.failed) for line in counted(WEST, *log, ticket).lines] == [1, 0]
