"""The phone reads tickets from garbled lines: nearly all of them right, and none for certain that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from companion import data
from companion.boards import files
from companion.boards.model import Board
from companion.boards.tickets import Ticket
from companion.pages.tickets.names import all_names, names_to_read
from tests.support.garbling import Line, line

HERE = "http://ticket-reader.test"
BOARDS = sorted(name for name, board in files.boards().items() if board.tickets)
LINES, RIGHT = 200, 0.95
READ = """async ([known, texts]) => {
  const { reader } = await import("/js/reader.js");
  return texts.map(reader(known));
}"""


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(HERE)
    if path == "/":
        route.fulfill(body="<!doctype html><title>Ticket reader</title>", content_type="text/html")
        return
    route.fulfill(body=(data.static() / path[1:]).read_bytes(), content_type="text/javascript")


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{HERE}/**", _answer)
    page.goto(f"{HERE}/")
    yield page
    context.close()


def read(page: Page, board: Board, variant: str, texts: list[str]) -> list[list[dict[str, Any]]]:
    found: list[list[dict[str, Any]]] = page.evaluate(READ, [names_to_read(board, variant), texts])
    return found


def read_one(page: Page, board: str, text: str) -> list[dict[str, Any]]:
    """A text with the tickets of a board's first variant."""
    chosen = files.boards()[board]
    return read(page, chosen, next(iter(chosen.variants)), [text])[0]


def lines(board: Board, variant: str, count: int) -> list[Line]:
    rng, tickets = Random(f"{board.id} {variant}"), list(board.tickets_of(variant).values())
    return [line(board, rng.choice(tickets), rng) for _ in range(count)]


def is_right(readings: list[dict[str, Any]], board: Board, ticket: Ticket) -> bool:
    """Whether it was read as that ticket alone; of several copies of a card, any is right."""
    tickets = {one.id: one for variant in board.variants for one in board.tickets_of(variant).values()}
    return len(readings) == 1 and bool(readings[0]["tickets"]) and tickets[readings[0]["tickets"][0]].card == ticket.card


@pytest.mark.parametrize("name", BOARDS)
def test_of_two_hundred_garbled_lines_nearly_all_are_right_and_no_sure_one_is_wrong(phone, name):
    board = files.boards()[name]
    for variant in board.variants:
        garbled = lines(board, variant, LINES)
        found = read(phone, board, variant, [one.text for one in garbled])
        told = [(one, got, is_right(got, board, one.ticket)) for one, got in zip(garbled, found, strict=True)]
        wrong = [(one.text, one.ticket.id, got) for one, got, right in told if not right]
        taken = [text for text, ticket, got in wrong if any(_sure_of_another(board, each, ticket) for each in got)]
        assert taken == []
        assert len(wrong) <= (1 - RIGHT) * LINES, wrong[:5]
        assert sum(got[0]["sure"] for _one, got, right in told if right) > LINES / 2


def _sure_of_another(board: Board, reading: dict[str, Any], ticket: str) -> bool:
    return reading["sure"] and reading["tickets"][0] != ticket
