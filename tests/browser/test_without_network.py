"""What a page shows and offers while there is no network, on boards of many kinds, and what is kept in secret."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.bad_network import back, bad, behind, entries, last, log_of, phone, tap, unsent
from tests.browser.table.conftest import tables
from tests.support.evening_taps import KEPT, SENT
from tests.support.housing import until
from tests.support.modules import using

__all__ = ["bad", "behind", "tables"]

# Seven of six trains leave three of 45.
LONG = ["calgary--winnipeg", "duluth--helena", "duluth--toronto", "el-paso--houston", "helena--seattle"]
LONG += ["miami--new-orleans", "portland--salt-lake-city"]
STANDS = using(
    "outbox: stored; sync: live",
    "stored((kept) => kept.version === live.version, 'readonly', location.pathname)",
)


def test_what_is_taken_or_too_long_is_not_offered_without_a_network(behind, bad):
    few = [{"type": "claim", "player": "blue", "route": r, "late": True} for r in LONG]
    taken = {"type": "claim", "player": "red", "route": "denver--omaha"}
    finger = phone(behind(log=[*few, taken]).elsewhere("red"), "blue")
    bad.turn("down")
    finger.page.get_by_role("searchbox").fill("hel om")
    row = finger.page.locator(".row", has_text="Helena – Omaha")
    expect(row).to_contain_text("Helena – Omaha needs 5 trains, but Ada has only 3 left")
    expect(row.locator("button")).to_have_count(0)
    finger.page.get_by_role("searchbox").fill("den om")
    expect(finger.page.locator(".row", has_text="Denver – Omaha")).to_contain_text("Bo's · Change")
    expect(finger.page.locator(".row .facts").first).to_have_text(re.compile("purple · 4 trains · 7 points$"))


def test_a_station_and_another_player_without_a_network(behind, bad, tables):
    table = behind("europe")
    finger = phone(table)
    finger.city("roma")
    finger.page.get_by_role("button", name=re.compile("Build a station for Ada in Roma")).wait_for()
    bad.turn("down")
    finger.tap(finger.page.get_by_role("button", name=re.compile("Build a station for Ada in Roma")))
    expect(last(finger.page)).to_have_text("Not sent yet: Ada built a station in Roma")
    expect(finger.page.locator('[data-city="roma"]')).to_have_attribute("font-weight", "bold")
    finger.choose("berlin--wien").wait_for()
    finger.tap(finger.label("green"))
    expect(finger.page.locator(".choice-head h2")).to_have_text("Claim for Cy")
    finger.tap(finger.page.locator('button.take[value="berlin--wien"]'))
    expect(unsent(finger.page)).to_have_attribute("data-unsent", "green")
    back(finger, bad)
    finger.has("berlin--wien", "green")
    assert [kind for kind, _ in log_of(table, tables)] == ["station", "claim"]


def takes_a_ticket_without_a_network(page, bad):
    page.locator("#every > summary").tap()
    offer = page.locator("#lists").get_by_role("button", name=re.compile("^Denver – El Paso"))
    offer.wait_for()
    bad.turn("down")
    offer.tap()


def test_a_ticket_entered_without_a_network_stays_covered_and_arrives(behind, bad, tables):
    table = behind()
    finger = phone(table, "blue", path="/tickets/blue")
    page = finger.page
    takes_a_ticket_without_a_network(page, bad)
    expect(page.get_by_text("1 ticket hasn't been sent yet.")).to_be_visible()
    expect(page.locator(".ticket-cities")).to_have_count(0)
    bad.turn("up")
    page.goto(f"{table.home}/t/{table.table}")
    until(page, SENT)
    page.goto(f"{table.home}/t/{table.table}/tickets/blue")
    expect(page.locator(".ticket-cities")).to_have_text(["Denver – El Paso"])


def test_on_a_shared_phone_no_ticket_is_stored(behind, bad):
    finger = phone(behind(), "blue", "red", path="/tickets/blue")
    finger.press("I'm Ada – show my tickets")
    page = finger.page
    takes_a_ticket_without_a_network(page, bad)
    page.wait_for_timeout(400)
    assert page.evaluate(KEPT) == []


@pytest.mark.with_apis
def test_the_table_opens_without_a_network_as_it_was_last_seen(behind, bad, tables):
    """The worker brings the page as it was loaded; what was heard since stands in the phone as well."""
    table = behind()
    finger = table.phone(service_workers="allow")
    page = finger.page
    until(page, "() => Boolean(navigator.serviceWorker.controller)")
    page.reload()
    tap(finger, "denver--omaha")
    finger.has("denver--omaha")
    until(page, STANDS)
    bad.turn("down")
    tap(finger, "helena--omaha")
    page.reload()
    finger.has("denver--omaha", "blue")
    expect(unsent(page)).to_have_attribute("data-unsent", "red")
    expect(last(page)).to_have_text("Not sent yet: Bo claimed Helena – Omaha")
    expect(finger.turn).to_have_text("Cy's turn")
    back(finger, bad)
    finger.has("helena--omaha", "red")


def label(page: Page, player: str):
    return page.locator(f"#panel-{player}")


def test_ships_leave_the_stock_of_ships_and_an_exchange_moves_both(behind, bad, tables):
    table = behind("world", players=2)
    finger = phone(table)
    bad.turn("down")
    blue = table.board.colors[0]
    finger.page.locator("#find-text").fill("tokyo vancouver")
    row = finger.page.locator("#choice .take").first
    expect(row).to_contain_text("ships")
    finger.tap(row)
    length = table.board.route["tokyo--vancouver"].length
    expect(label(finger.page, blue)).to_contain_text(f"{40 - length} ships")
    expect(label(finger.page, blue)).to_contain_text("20 trains")
    back(finger, bad)
    finger.has("tokyo--vancouver", blue)
    label(finger.page, blue).click()
    deed = finger.page.locator(".deed", has_text="Exchange for trains")
    deed.locator("input[type=number]").fill("3")
    bad.turn("down")
    deed.get_by_role("button").click()
    expect(last(finger.page)).to_contain_text("exchanged pieces for trains (3)")
    expect(label(finger.page, blue)).to_contain_text("23 trains")
    expect(label(finger.page, blue)).to_contain_text(f"{37 - length} ships")
    back(finger, bad)
    expect(unsent(finger.page)).to_have_count(0)
    assert [entry.type for entry in entries(table, tables)] == ["claim", "exchange"]


def test_where_points_hang_on_others_a_claim_adds_none_and_a_chip_tells_what_it_did(behind, bad, tables):
    table = behind("old-west", players=2)
    blue = table.board.colors[0]
    finger = phone(table)
    tap(finger, "bend--boise--1")
    chip = finger.page.locator(".chip", has_text="Marker in Boise")
    expect(chip).to_be_visible()
    points = label(finger.page, blue).locator("[data-worth]").inner_text()
    bad.turn("down")
    chip.click()
    expect(last(finger.page)).to_contain_text("Added: Marker in Boise")
    expect(label(finger.page, blue)).to_contain_text("2 markers")
    expect(label(finger.page, blue).locator("[data-worth]")).to_have_text(points)
    back(finger, bad)
    expect(label(finger.page, blue)).to_contain_text("2 markers")
