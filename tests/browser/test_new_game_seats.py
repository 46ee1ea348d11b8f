"""The seats and colours of a new game are those of the board that is chosen."""

from __future__ import annotations

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
