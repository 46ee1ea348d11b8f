"""The seats and colours of a new game are those of the board that is chosen."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from companion.boards import files

BOARDS = files.boards()


def seats(page) -> int:
    return page.locator(".seat:visible").count()


@pytest.mark.parametrize("name", ["europe", "nordic", "old-west", "germany"])
def test_as_many_seats_as_the_board_has_in_its_colours(phone, name):
    page = phone.open("/new")
    board = BOARDS[name]
    page.evaluate("name => document.querySelector(`[name=map][value=${name}]`).click()", name)
    expect(page.locator(".seat:visible")).to_have_count(board.players.most)
    chosen = page.locator(".seat:visible [name^=color-]:checked").evaluate_all("all => all.map(one => one.value)")
    assert len({*chosen}) == len(chosen)
    assert {*chosen} <= {*board.colors}
    page.locator(".seat-look").first.click()
    shown = page.locator("#look-1 .swatch:visible [name=color-1]").evaluate_all("all => all.map(one => one.value)")
    assert {*shown} == {*board.colors}


def test_the_board_that_a_browser_brings_back_has_its_seats(phone):
    page = phone.open("/new")
    page.evaluate("document.querySelector('[name=map][value=nordic]').checked = true")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator(".seat:visible")).to_have_count(3)


def test_four_who_played_before_start_again_in_seven_taps_and_see_what_they_start(phone):
    page = phone.open("/")
    colors = {"Ada": "yellow", "Bo": "red", "Cy": "green", "Dee": "blue"}
    rows = {"row": "1"} | {f"name-{n}": name for n, name in enumerate(colors, 1)}
    earlier = "&".join(["row=2&row=3&row=4", *(f"color-{n}={color}" for n, color in enumerate(colors.values(), 1))])
    told = urlencode(rows | {"map": "usa", "variant-usa": "base"}) + f"&{earlier}"
    header = {"Content-Type": "application/x-www-form-urlencoded", "Origin": phone.home}
    assert page.request.post(f"{phone.home}/new", data=told, headers=header).ok
    start, taps = page.locator(".depart button"), 0

    def tap(found) -> None:
        nonlocal taps
        found.tap()
        taps += 1

    tap(page.get_by_role("link", name="New game"))
    expect(start).to_have_text("Start USA")
    for name in ("Dee", "Cy", "Bo", "Ada"):
        tap(page.get_by_role("group", name="People you've played with").get_by_role("button", name=name))
    tap(page.get_by_role("radio", name="Europe"))
    expect(start).to_have_text("Start Europe · 4 players")
    chosen = page.locator("[name^=color-]:checked").evaluate_all("all => all.slice(0, 4).map(one => one.value)")
    assert chosen == ["blue", "green", "red", "yellow"]
    assert (
        len({*page.locator(".seat:visible [name^=color-]:checked").evaluate_all("all => all.map(one => one.value)")})
        == 5
    )
    tap(start)
    page.wait_for_url("**/t/*")
    assert taps == 7
