"""Evenings on the further boards by touch, on a phone as small as they come: from the set-up to the sheet.

Two boards in the tests, where a program tells what is not new; all of them, every claim tapped, in
`make soak ARGS=boards`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE
from tests.support.board_ends import wrong_in
from tests.support.board_evenings import BoardEvening, whole_game
from tests.support.doses import one_in
from tests.support.resting import put_away
from tests.support.second import BOARDS

# Countries and a choice of goals; things taken with a claim and typed tickets.
KINDS = ("switzerland", "marklin")
# How many routes and tickets of a hundred may have to be typed because no tap brought them up.
TYPED = 2

Sits = Callable[[str, bool], BoardEvening]


@pytest.fixture
def sits(browser: Browser, home: str) -> Iterator[Sits]:
    """A phone for an evening on a board, by day or by night; what goes wrong behind its pages fails the test."""
    complaints: list[str] = []
    contexts = []

    def sit(board: str, short: bool) -> BoardEvening:
        night = "dark" if BOARDS.index(board) % 2 else "light"
        contexts.append(browser.new_context(**PHONE, color_scheme=night, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Policy" in said.text else None)
        return BoardEvening(page, home, whole_game(board), short)

    yield sit
    for context in contexts:
        put_away(context)
    assert complaints == []


def whole_evening(evening: BoardEvening) -> None:
    """From the set-up to the sheet; the tally is that of the golden game."""
    evening.opens()
    evening.plays()
    end = evening.ended()
    end.finishes()
    for _step in end.reveals():
        fits(evening)
    assert wrong_in(evening.game, end.tallies()) == []
    for _figure in end.reasons():
        fits(evening)
    sheet = evening.page.get_by_role("link", name="Score sheet").first
    expect(sheet).to_be_visible()
    if not evening.short or evening.board.id == KINDS[0]:
        answer = evening.page.request.get(f"{evening.home}{sheet.get_attribute('href')}")
        assert answer.ok
        assert answer.body().startswith(b"%PDF")
    assert len(evening.typed) <= TYPED * len(evening.board.routes) / 100, evening.typed


def fits(evening: BoardEvening) -> None:
    """Nothing stands out of the screen at its side."""
    wide = evening.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, f"{wide} px wide"


@pytest.mark.parametrize("board", one_in(2, KINDS))
def test_an_evening_on_a_board_of_each_kind(sits: Sits, board: str) -> None:
    whole_evening(sits(board, True))


@pytest.mark.soak
@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_evening_by_touch(sits: Sits, board: str) -> None:
    whole_evening(sits(board, False))
