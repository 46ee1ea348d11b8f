"""A phone tests its connection, and names what is in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

OBSTACLES = {
    "a sign-in page answers": "sign in to this Wi-Fi",
    "refused at once": "doesn't answer at this address",
    "no answer": "keeps devices apart",
}


def fake(route, obstacle):
    if obstacle == "a sign-in page answers":
        route.fulfill(body="<h1>Welcome to our hotel</h1>", content_type="text/html")
    elif obstacle == "refused at once":
        route.abort("connectionrefused")
    # else nothing is answered at all


def names(phone, obstacle):
    """Each within half a minute, on a phone that still has the page."""
    page, words = phone.page, OBSTACLES[obstacle]
    page.goto(f"{phone.home}/connection")
    good = page.get_by_text("This phone can reach Trackside.")
    expect(good).to_be_visible()
    page.route("**/healthz", lambda route: fake(route, obstacle))
    expect(page.get_by_text(words)).to_be_visible(timeout=30_000)
    expect(good).to_be_hidden()
    page.unroute_all()
    expect(good).to_be_visible(timeout=30_000)


def test_a_network_that_answers_in_our_place_is_named_and_goes_away(phone):
    names(phone, "a sign-in page answers")


@pytest.mark.soak
@pytest.mark.parametrize("obstacle", ["refused at once", "no answer"])
def test_so_is_what_else_is_in_the_way(phone, obstacle):
    names(phone, obstacle)


@pytest.mark.soak
def test_a_phone_without_a_network_is_told_so(phone):
    phone.page.goto(f"{phone.home}/connection")
    expect(phone.page.get_by_text("This phone can reach Trackside.")).to_be_visible()
    phone.page.context.set_offline(True)
    expect(phone.page.get_by_text("Turn on its Wi-Fi")).to_be_visible(timeout=30_000)
