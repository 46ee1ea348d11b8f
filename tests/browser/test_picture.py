"""A picture in a real browser: what `changes` says, done by the few lines of script that a page would have."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from companion.boards.model import Board
from companion.picture import DARK, Drawing, Scene, picture
from companion.picture.samples import everything, mid_game

SET = """changed => {
    const svg = document.querySelector("svg");
    for (const [selector, attributes] of Object.entries(changed))
        for (const [name, value] of Object.entries(attributes)) {
            const part = svg.querySelector(selector);
            value === null ? part.removeAttribute(name) : part.setAttribute(name, value);
        }
}"""


def shown(page: Page, svg: str) -> None:
    page.set_content(f"<!doctype html><body>{svg}")


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_changes_make_one_picture_look_like_the_other(page: Page, boards: Mapping[str, Board], name: str) -> None:
    board = boards[name]
    states = [Scene(), mid_game(board), everything(board), Scene()]
    for before, after in pairwise(states):
        shown(page, picture(board, after, DARK, width=720))
        wanted = page.screenshot()
        shown(page, picture(board, before, DARK, width=720))
        assert page.screenshot() != wanted
        page.evaluate(SET, Drawing(board, DARK).changes(before, after))
        assert page.screenshot() == wanted


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_every_name_is_as_wide_as_the_layout_says(page: Page, boards: Mapping[str, Board], name: str) -> None:
    board = boards[name]
    shown(page, picture(board, mid_game(board)))
    widths = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-city]')]"
        ".map(name => [name.dataset.city, name.getComputedTextLength()]))"
    )
    for place in board.layout.cities:
        assert widths[place.id] == pytest.approx(place.label[2], abs=0.3)
