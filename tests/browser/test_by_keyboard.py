"""Games by keyboard alone: no finger, no mouse, and the focus can be seen after everything that is done.

The last turns and the end in the tests, from the first turn on in `make soak ARGS=tests`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.prose.display_names import way_name
from tests.browser.table.conftest import at, tables
from tests.support.evenings import Entry
from tests.support.keyboard import Keyboard
from tests.support.tapping import Seated
from tests.support.twosomes import Twosome

__all__ = ["at", "tables"]

NAMES = {"blue": "Ada", "red": "Bo"}


def plays(keys: Keyboard, turns: list[Entry]) -> None:
    """Turn by turn, as it was played."""
    for turn in turns:
        if turn["type"] == "claim":
            keys.claims(turn["route"])
        elif turn["type"] == "station":
            keys.builds(turn["city"], NAMES[turn["player"]])
        else:
            passes(keys)


def passes(keys: Keyboard) -> None:
    """A turn that puts nothing on the board."""
    turn = keys.page.locator(".turn-whose")
    before = turn.inner_text()
    keys.uses("button", "Drew cards", "Shift+Tab")
    expect(turn).not_to_have_text(before)
    keys.stands()


def keeps_tickets(keys: Keyboard, color: str, tickets: list[str]) -> None:
    """Opens a seat's tickets, finds each by typing, and says that these are all."""
    page, name = keys.page, NAMES[color]
    keys.uses("button", f"I'm {name} – show my tickets")
    page.locator("#hand").wait_for()
    page.locator("#find[data-htmx-powered]").wait_for()  # before it, Enter sends the form as a page
    for number, ticket in enumerate(tickets, 1):
        keys.types(*ticket.split("--"))
        row = re.compile(re.escape(way_name(keys.board, ticket.split("--"))))
        added = page.locator(".ticket").nth(number - 1)
        chosen = page.get_by_role("button", name=row).first.and_(page.locator(":focus"))
        expect(added.or_(chosen).first).to_be_visible()
        if not added.count():  # several tickets are called like that
            keys.press("Enter")
        expect(page.locator(".ticket")).to_have_count(number)
        keys.stands(page.get_by_role("textbox", name="Type either city, or both"))
    keys.uses("button", "I have no more tickets")
    page.wait_for_url(re.compile("/end$|/tickets/(?!blue)"))


def watches_the_end(keys: Keyboard) -> None:
    """Turns the tickets over, one after another, up to the winner and the tally."""
    page = keys.page
    keys.uses("button", "Reveal the tickets")
    page.wait_for_url(re.compile("/reveal"))
    keys.goes_to(page.get_by_role("button", name="Next"))
    for _step in range(99):
        before = page.locator(".telling").get_attribute("data-key")
        keys.press("Enter")
        expect(page.locator(".telling")).not_to_have_attribute("data-key", before or "")
        keys.stands()
        if not page.get_by_role("button", name="Next").count():
            break
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("wins!|share the win!"))
    keys.uses("link", "Tally")
    page.wait_for_url(re.compile("/tally"))
    keys.goes_to(page.locator(".row-total a").first).press("Enter")
    expect(page.locator("#why h2")).to_be_visible()
    keys.stands(page.locator(".row-total a").first)


def finishes(at: Callable[..., Seated], game: Twosome, told: int) -> None:
    """A game of which a program told so many turns, up to the tally."""
    keys = Keyboard.at(at(game.board.id, players=2, log=game.turns[:told]), "blue", "red")
    plays(keys, game.turns[told:])
    expect(keys.page.get_by_role("heading", name="The final round is over")).to_be_visible()
    keys.uses("link", "Finish and score", "Shift+Tab")
    keys.uses("link", "Next: Ada")
    for color in NAMES:
        keeps_tickets(keys, color, game.tickets[color])
    watches_the_end(keys)


def test_a_game_with_stations_from_its_last_turns_to_the_tally(at):
    game = Twosome(36, "europe")
    finishes(at, game, game.last_of_each())


@pytest.mark.soak
@pytest.mark.parametrize(("board", "seed"), [("usa", 51), ("europe", 36)])
def test_a_whole_game(at, board, seed):
    finishes(at, Twosome(seed, board), 0)
