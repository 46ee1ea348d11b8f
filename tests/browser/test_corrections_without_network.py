"""Corrections without a network: what the board and the labels show at once, and what the log has in the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.bad_network import back, bad, behind, entries, last, log_of, phone, tap, unsent
from tests.browser.table.conftest import tables
from tests.browser.test_without_network import LONG
from tests.support.tapping import Finger

__all__ = ["bad", "behind", "tables"]


def opens_claimed(finger: Finger, route: str) -> None:
    """A tap on a claimed route, and on its row: what may be put right of it comes up."""
    finger.choose(route)
    track = finger.board.route[route]
    ends = " – ".join(finger.board.city[end].name for end in (track.a, track.b))
    finger.tap(finger.page.locator(".row", has_text=ends).locator("a.taken"))
    finger.page.locator("#choice .whose").wait_for()


def opens_station(finger: Finger, city: str) -> None:
    finger.city(city)
    finger.tap(finger.page.locator("#choice a.chip", has_text="has the station"))
    finger.page.locator("#choice .whose").wait_for()


def trains(finger: Finger, player: str) -> Locator:
    return finger.page.locator(f"#panel-{player} .panel-trains")


def stations(finger: Finger, player: str) -> Locator:
    return finger.page.locator(f"#panel-{player} [data-stations]")


def claims(finger: Finger, *routes: str) -> None:
    """Taps without a network: the first is tried and so in doubt, the others wait behind it and never leave."""
    for route in routes:
        tap(finger, route)


def test_a_claim_that_was_never_sent_is_given_to_somebody_else_where_it_stands(behind, bad, tables):
    table = behind()
    finger = phone(table)
    bad.turn("down")
    claims(finger, "miami--new-orleans", "helena--omaha", "denver--omaha")
    opens_claimed(finger, "helena--omaha")
    finger.press("Give to Ada")
    expect(finger.page.locator('[data-route="helena--omaha"]')).to_have_attribute("data-unsent", "blue")
    expect(trains(finger, "blue")).to_contain_text("34")
    expect(trains(finger, "red")).to_contain_text("45")
    back(finger, bad)
    finger.has("helena--omaha", "blue")
    told = [(entry.type, entry.player, entry.route) for entry in entries(table, tables)]
    assert told == [
        ("claim", "blue", "miami--new-orleans"),
        ("claim", "blue", "helena--omaha"),
        ("claim", "green", "denver--omaha"),
    ]


def test_a_claim_that_was_never_sent_is_taken_back_though_others_came_after(behind, bad, tables):
    table = behind()
    finger = phone(table)
    bad.turn("down")
    claims(finger, "miami--new-orleans", "helena--omaha", "denver--omaha")
    opens_claimed(finger, "helena--omaha")
    finger.press("Take it back from Bo")
    expect(unsent(finger.page)).to_have_count(2)
    expect(trains(finger, "red")).to_contain_text("45")
    expect(last(finger.page)).to_have_text("2 entries not sent yet. Latest: Cy claimed Denver – Omaha")
    back(finger, bad)
    assert log_of(table, tables) == [("claim", "miami--new-orleans"), ("claim", "denver--omaha")]


def test_what_the_server_has_is_given_to_somebody_else_without_a_network(behind, bad, tables):
    table = behind()
    finger = phone(table)
    tap(finger, "helena--omaha")
    finger.has("helena--omaha", "blue")
    bad.turn("down")
    opens_claimed(finger, "helena--omaha")
    finger.press("Give to Bo")
    expect(unsent(finger.page)).to_have_attribute("data-unsent", "red")
    expect(last(finger.page)).to_have_text("Not sent yet: Given to Bo: Helena – Omaha")
    expect(trains(finger, "blue")).to_contain_text("45")
    expect(trains(finger, "red")).to_contain_text("40")
    back(finger, bad)
    finger.has("helena--omaha", "red")
    assert log_of(table, tables) == [("claim", "helena--omaha"), ("amend", "1")]


def test_what_the_server_has_is_taken_back_without_a_network(behind, bad, tables):
    table = behind()
    finger = phone(table)
    tap(finger, "helena--omaha")
    tap(finger, "denver--omaha")
    finger.has("denver--omaha", "red")
    bad.turn("down")
    opens_claimed(finger, "helena--omaha")
    finger.press("Take it back from Ada")
    finger.has_not("helena--omaha")
    expect(trains(finger, "blue")).to_contain_text("45")
    expect(finger.turn).to_have_text("Cy's turn")
    back(finger, bad)
    assert log_of(table, tables) == [("claim", "helena--omaha"), ("claim", "denver--omaha"), ("strike", "1")]


@pytest.mark.parametrize("mood", ["mute", "deaf"])
def test_what_is_in_doubt_is_given_to_somebody_else_once_its_place_is_known(behind, bad, tables, mood):
    """Whether the server has it or not, in the end it is the other player's."""
    table = behind()
    finger = phone(table)
    bad.turn(mood)
    tap(finger, "helena--omaha")
    bad.turn("down")
    opens_claimed(finger, "helena--omaha")
    finger.press("Give to Cy")
    expect(finger.page.locator('[data-route="helena--omaha"]')).to_have_attribute("data-unsent", "green")
    expect(last(finger.page)).to_contain_text("Given to Cy: Ada claimed Helena – Omaha")
    back(finger, bad)
    finger.has("helena--omaha", "green")
    assert log_of(table, tables) == [("claim", "helena--omaha"), ("amend", "1")]


def test_a_station_that_was_never_sent_is_given_to_somebody_else_and_taken_back(behind, bad, tables):
    table = behind("europe")
    finger = phone(table.elsewhere("red"), "blue")
    bad.turn("down")
    for city in ("madrid", "roma", "wien"):
        finger.city(city)
        finger.tap(finger.page.get_by_role("button", name="Build a station for Ada in"))
        finger.page.locator("#choice[data-empty]").wait_for(state="attached")
    expect(stations(finger, "blue")).to_have_text("0 stations")
    opens_station(finger, "roma")
    finger.press("Give to Bo")
    expect(stations(finger, "blue")).to_have_text("1 station")
    expect(stations(finger, "red")).to_have_text("2 stations")
    opens_station(finger, "wien")
    finger.press("Take it back from Ada")
    expect(stations(finger, "blue")).to_have_text("2 stations")
    back(finger, bad)
    expect(stations(finger, "red")).to_have_text("2 stations")
    told = [(entry.type, entry.player, entry.city) for entry in entries(table, tables)]
    assert told == [("station", "blue", "madrid"), ("station", "red", "roma")]


def test_a_station_that_the_server_has_is_taken_back_without_a_network(behind, bad, tables):
    table = behind("europe", log=[{"type": "station", "player": "blue", "city": "roma"}])
    finger = phone(table)
    bad.turn("down")
    opens_station(finger, "roma")
    finger.press("Take it back from Ada")
    expect(stations(finger, "blue")).to_have_text("3 stations")
    back(finger, bad)
    expect(stations(finger, "blue")).to_have_text("3 stations")
    assert log_of(table, tables) == [("station", ""), ("strike", "1")]


def test_who_has_no_station_left_is_told_so_without_a_network(behind, bad):
    built = [{"type": "station", "player": "blue", "city": city} for city in ("roma", "wien")]
    finger = phone(behind("europe", log=built).elsewhere("red"), "blue")
    bad.turn("down")
    finger.city("berlin")
    finger.tap(finger.page.get_by_role("button", name="Build a station for Ada in Berlin"))
    expect(stations(finger, "blue")).to_have_text("0 stations")
    finger.page.locator("#choice[data-empty]").wait_for(state="attached")  # the board moves when it closes
    finger.city("madrid")
    expect(finger.page.locator("#choice .note")).to_contain_text("Ada has already built all 3 of their stations")


def test_trains_that_what_is_not_sent_has_used_up_are_missed_at_once_and_for_that_reason(behind, bad):
    """The row says the same before it is sent and after."""
    late = [{"type": "claim", "player": "blue", "route": route, "late": True} for route in LONG[:-1]]
    finger = phone(behind(log=late).elsewhere("red"), "blue")
    bad.turn("down")
    tap(finger, "helena--omaha")
    expect(trains(finger, "blue")).to_contain_text("4")
    why = finger.page.locator(".row", has_text="Portland – Salt Lake City").locator(".why")
    finger.choose(LONG[-1])
    expect(why).to_contain_text("Portland – Salt Lake City needs 6 trains, but Ada has only 4 left")
    back(finger, bad)
    finger.has("helena--omaha", "blue")
    finger.choose(LONG[-1])
    expect(why).to_contain_text("Portland – Salt Lake City needs 6 trains, but Ada has only 4 left")


def test_who_has_the_other_track_is_told_so_before_it_is_sent_and_after(behind, bad):
    finger = phone(behind(players=4).elsewhere("red"), "blue")
    bad.turn("down")
    tap(finger, "denver--kansas-city--1")
    row = finger.page.locator(".row", has_text="Denver – Kansas City")
    finger.choose("denver--kansas-city--2")
    expect(row.locator(".why")).to_contain_text("Ada has the other track of Denver – Kansas City")
    expect(row.locator("button")).to_have_count(0)
    back(finger, bad)
    finger.has("denver--kansas-city--1", "blue")
    finger.choose("denver--kansas-city--2")
    expect(row.locator(".why")).to_contain_text("Ada has the other track of Denver – Kansas City")


def test_while_a_final_round_may_have_begun_unheard_it_is_nobodys_turn(behind, bad, tables):
    """On Japan it hangs on the common supply as well. What is offered names its player and is no guess."""
    late = [("masuda--tottori", 6), ("miyazaki--oita", 4), ("kokura--matsuyama", 4)]  # of 20, so 6 are left
    log = [{"type": "claim", "player": "blue", "route": route, "late": True} for route, _ in late]
    table = behind("japan", players=2, log=log)
    finger = phone(table)
    bad.turn("down")
    finger.press("Drew cards")
    expect(finger.turn).to_have_text("Bo's turn")
    finger.press("Drew cards")
    expect(finger.turn).to_have_text("Ada's turn")
    tap(finger, "kyoto--tottori")
    expect(finger.turn).to_have_text("?'s turn")
    expect(finger.page.get_by_role("button", name="Drew cards")).to_have_count(0)
    expect(finger.page.locator(".panel[aria-current]")).to_have_count(0)
    finger.choose("kanazawa--tsuruga").wait_for()
    expect(finger.page.locator(".choice-head h2")).to_have_text("Claim for Bo")
    finger.tap(finger.page.locator('button.take[value="kanazawa--tsuruga"]'))
    expect(finger.page.locator('[data-route="kanazawa--tsuruga"]')).to_have_attribute("data-unsent", "red")
    back(finger, bad)
    expect(finger.turn).to_have_text("Ada's turn")
    assert [entry.type for entry in entries(table, tables)][len(late) :] == ["draw", "draw", "claim", "claim"]
