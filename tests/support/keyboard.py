"""A person at a keyboard: no pointer, only keys; and after each thing done a look at where the focus is."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, Page

from companion.boards.model import Board, Route
from companion.boards.search import words_of
from tests.support.tapping import Seated

DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False, "device_scale_factor": 1}
MOST_TABS = 150
# What is wrong with where the focus is: nothing, or a word for it.
WRONG = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return "lost";
  const box = at.getBoundingClientRect();
  const marked = [at, at.closest("label"), at.parentElement].some(part => {
    if (!part) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  }) || at.matches("input + span") || getComputedStyle(at.nextElementSibling ?? at).outlineStyle !== "none";
  if (!at.matches(":focus-visible") || !marked) return `not shown on ${at.outerHTML.slice(0, 90)}`;
  const x = box.left + box.width / 2, y = box.top + Math.min(box.height, innerHeight) / 2;
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `out of sight: ${at.outerHTML.slice(0, 90)}`;
  const over = document.elementFromPoint(x, y);
  const own = at.contains(over) || over?.contains(at) || at.closest("label")?.contains(over);
  return own ? "" : `covered by ${over?.outerHTML.slice(0, 90)}: ${at.outerHTML.slice(0, 90)}`;
}"""


class Keyboard:
    """Presses keys, counts them, and complains where it does not know where it is."""

    def __init__(self, page: Page, board: Board) -> None:
        self.page, self.board, self.pressed = page, board, 0

    @classmethod
    def at(cls, table: Seated, *seats: str, path: str = "") -> Keyboard:
        page = table.phone(*seats, path=path, **DESK).page
        page.locator("form[data-htmx-powered], main form:not([hx-post], [hx-get])").first.wait_for(state="attached")
        return cls(page, table.board)

    def press(self, *keys: str) -> Keyboard:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1
        return self

    def stands(self, where: Locator | None = None) -> Keyboard:
        """The focus is there, can be seen, and nothing lies over it."""
        until, wrong = time.monotonic() + 5, "not asked"
        while wrong and time.monotonic() < until:
            if where is None or where.evaluate("part => part === document.activeElement"):
                wrong = self.page.evaluate(WRONG)
            else:
                wrong = "elsewhere: " + self.page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
            if wrong:
                self.page.wait_for_timeout(20)
        assert not wrong, wrong
        return self

    def goes_to(self, where: Locator, key: str = "Tab") -> Keyboard:
        """Tab after Tab, until there."""
        for _ in range(MOST_TABS):
            if where.count() and where.first.evaluate("part => part === document.activeElement"):
                return self.stands(where.first)
            self.press(key)
        raise AssertionError(f"no key leads to {where}")

    def uses(self, role: str, name: str | re.Pattern[str], key: str = "Tab") -> Keyboard:
        """Goes to what has this name, and presses it."""
        found = self.page.get_by_role(role, name=name, exact=isinstance(name, str))  # type: ignore[arg-type]
        return self.goes_to(found, key).press("Enter")

    def finds(self, *cities: str) -> Locator:
        """Types the beginnings of names, and is on the first of what was found."""
        self.types(*cities)
        first = self.page.locator("[data-rows] :is(button, a)").first
        self.stands(first)
        return first

    def types(self, *cities: str) -> None:
        """Types the beginnings of names where names are looked for, and Enter."""
        self.page.wait_for_load_state("load")
        self.press("/", *" ".join(beginning(self.board.city[city].name) for city in cities), "Enter")

    def builds(self, city: str, name: str) -> None:
        """Finds the city, and goes up to the button over its routes."""
        self.press("/", *" ".join(words_of(self.board.city[city].name)), "Enter")
        self.page.locator(".choice-head").wait_for()
        self.stands()
        if self.page.evaluate("document.activeElement.id") == f"city-{city}":  # others are called so, too
            self.press("Enter").stands(self.page.locator(".choice-head h2"))
            key = "Tab"
        else:
            key = "Shift+Tab"
        self.uses("button", f"Build a station for {name} in {self.board.city[city].name}", key)
        self.stands(self.page.get_by_role("searchbox"))

    def claims(self, route: str) -> None:
        """Down to the track, and Enter."""
        wanted = alike(self.board, self.board.route[route])
        self.finds(*self.board.route[route].ends)
        for _ in range(12):
            at = self.page.evaluate("document.activeElement.value")
            if at in wanted:
                break
            self.press("ArrowDown")
        else:
            raise AssertionError(f"{route} is not among what was found")
        self.press("Enter")
        self.page.locator(f'[data-route="{at}"][data-owner]').wait_for(state="attached")
        self.stands(self.page.get_by_role("searchbox"))


def beginning(name: str) -> str:
    """As much of a name as somebody types."""
    return " ".join(word[:4] for word in words_of(name)[:2])


def alike(board: Board, route: Route) -> set[str]:
    """The tracks between the same cities that nobody tells apart."""
    return {route.id, *(twin for twin in route.twins if board.route[twin].color == route.color)}
